import { useService } from '#query/service.tsx'
import { sessionHome } from '#session/home.ts'
import { useConnection } from '#session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { download } from '#ui/download.ts'

import { Setting } from './setting.tsx'

/** Everything of the current connection that this browser keeps, but for what proves who asks. */
export function DataExport() {
  const { door, clock } = useService()
  const connection = useConnection()
  if (!connection) return null

  const save = () => {
    const { id, label, baseUrl, declaredMode } = connection
    const kept = {
      exportedAt: new Date(clock.here()).toISOString(),
      connection: { label, baseUrl, declaredMode },
      settings: sessionHome().settings.get(),
      addressBook: sessionHome().addressBook.of(id),
      activity: door.journal.all(),
    }
    const text = JSON.stringify(kept, null, 2)
    download('quarterdeck-data.json', new Blob([text], { type: 'application/json' }))
  }
  return (
    <Setting
      name="What this browser keeps"
      detail="Settings, known accounts and pairs, and every order with its answer. No key, no token."
    >
      <Button onClick={save}>Export data</Button>
    </Setting>
  )
}
