import { useState } from 'react'

import type { Intent } from '#intents/intent.ts'
import { useService } from '#query/service.tsx'
import { useConnection, useSessionStore, useSettings } from '#session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { download } from '#ui/download.ts'

import { Setting } from './setting.tsx'
import { toFile } from './settings-file.ts'

/** Everything of the current connection that this browser keeps, but for what proves who asks. */
export function DataExport() {
  const { sender, clock } = useService()
  const connection = useConnection()
  const { addressBook } = useSessionStore()
  const settings = useSettings()
  const { hideAmounts } = settings
  const [isAskedFor, setAskedFor] = useState(false)
  const isWhole = !hideAmounts || isAskedFor
  if (!connection) return null

  const save = () => {
    const { id, label, baseUrl, declaredMode } = connection
    const sent = sender.journal.kept()
    const kept = {
      exportedAt: new Date(clock.here()).toISOString(),
      connection: { label, baseUrl, declaredMode },
      settings: toFile(settings),
      addressBook: addressBook.of(id),
      activity: isWhole ? sent : sent.map(withoutAmounts),
    }
    const text = JSON.stringify(kept, null, 2)
    download('quarterdeck-data.json', new Blob([text], { type: 'application/json' }))
  }
  return (
    <Setting
      name="Export data"
      detail="One file with settings, known accounts and pairs, and every order with its answer. No keys, no tokens."
    >
      <span className="flex flex-wrap items-center gap-3">
        {hideAmounts && (
          <Checkbox
            label="Include amounts although they are hidden"
            checked={isAskedFor}
            onChange={({ target }) => setAskedFor(target.checked)}
          />
        )}
        <Button onClick={save}>Export data</Button>
      </span>
    </Setting>
  )
}

export function withoutAmounts({ id, endpoint, origin, sentAt, endedAt, mode, outcome }: Intent) {
  return { id, endpoint, origin, sentAt, endedAt, mode, outcome: outcome.kind }
}
