import { useState, useSyncExternalStore } from 'react'

import type { InPageService } from '#in-page/in-page-service.ts'
import { ownAddress } from '#in-page/own-address.ts'
import { ownService } from '#in-page/own-service.ts'
import { useSessionStore } from '#session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { download } from '#ui/download.ts'
import { FieldMessage } from '#ui/field-message.tsx'
import { Sheet, SheetSection } from '#ui/sheet.tsx'

import { Setting } from './setting.tsx'

/** The world of the paper service that runs in this page; nothing where a server runs it. */
export function OwnWorld() {
  const service = ownService()
  return service ? <World service={service} /> : null
}

function World({ service }: { service: InPageService }) {
  const { isElsewhere, progress, sentence } = useSyncExternalStore(service.subscribe, service.state)
  const { session, connections } = useSessionStore()
  const [problem, setProblem] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The paper service did not answer.')
    } finally {
      setBusy(false)
    }
  }
  const save = () =>
    attempt(async () => download('quarterdeck-world.json.gz', await service.download()))
  const startOver = () =>
    attempt(async () => {
      await service.startOver()
      // Their keys went with the world; the next page pairs anew.
      const own = session.get().connections.filter(({ baseUrl }) => baseUrl === ownAddress())
      for (const { id } of own) await connections.remove(id)
      location.reload()
    })

  return (
    <>
      <p className="py-2 text-caption text-ink-3">
        The paper service runs in {isElsewhere ? 'another tab of this browser' : 'this page'}
        {progress === undefined ? '.' : `, ${progress}.`} {sentence}
      </p>
      <Setting
        name="Download the world"
        detail="One file without keys. On your computer, npm run -s paper -- restore FILE opens it."
      >
        <Button isSending={isBusy && !isAsking} sendingLabel="Packing" onClick={() => void save()}>
          Download
        </Button>
      </Setting>
      <Setting
        name="Start over"
        detail="Forgets this world and its keys in this browser, and begins with the demo world."
      >
        <Button onClick={() => setAsking(true)}>Start over</Button>
      </Setting>
      {problem !== undefined && (
        <div role="alert">
          <FieldMessage isError>{problem}</FieldMessage>
        </div>
      )}
      <Sheet
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Start over"
        width="stop"
        cancelLabel="Keep it"
        isHeld={isBusy}
        action={{
          step: 'start over',
          label: 'Forget this world',
          look: 'primary',
          isSending: isBusy,
          sendingLabel: 'Starting over',
          onClick: () => void startOver(),
        }}
      >
        <SheetSection>
          <p>
            All trades, bots, balances and the history of this paper world are removed from this
            browser. Download the world first if you want to keep it.
          </p>
        </SheetSection>
      </Sheet>
    </>
  )
}
