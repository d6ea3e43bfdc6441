import { Link } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'

import { Problem, useAttempt } from '#forms/use-attempt.tsx'
import type { InPageService } from '#in-page/in-page-service.ts'
import { ownAddress } from '#in-page/own-address.ts'
import { ownService } from '#in-page/own-service.ts'
import { useSessionStore } from '#session/use-session.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/button.tsx'
import { download } from '#ui/download.ts'
import { FileButton } from '#ui/file-button.tsx'
import { Sheet, SheetSection } from '#ui/sheet.tsx'

import { type OpenWorld, useOpenWorld, worldNamed } from './open-world.ts'
import { Setting } from './setting.tsx'

/** World of the paper service inside this page, or the worlds that a server can open. */
export function OwnWorld() {
  const service = ownService()
  const offer = useOpenWorld()
  if (service) return <World service={service} />
  return offer.isOffered ? <PaperWorlds {...offer} /> : null
}

function PaperWorlds({ openNow, others, open, problem, isBusy }: OpenWorld) {
  return (
    <>
      <Setting
        name="Paper world"
        detail={`${worldNamed(openNow).name} is open. Other worlds are stopped and kept; they catch up when opened.`}
      >
        <span className="flex flex-wrap gap-2">
          {others.map((other) => (
            <Button
              key={other.id}
              isSending={isBusy}
              sendingLabel="Opening"
              onClick={() => void open(worldNamed(other.world).market, { kept: other })}
            >
              Open {other.label}
            </Button>
          ))}
          <Link to="/new-world" className={buttonClass()}>
            New paper world
          </Link>
        </span>
      </Setting>
      <Problem>{problem}</Problem>
    </>
  )
}

type Replacement = { file?: File }

function World({ service }: { service: InPageService }) {
  const { isElsewhere, progress, sentence } = useSyncExternalStore(service.subscribe, service.state)
  const { session, connections } = useSessionStore()
  const [asked, setAsked] = useState<Replacement>()
  const [isKept, setKept] = useState(false)
  useEffect(() => void navigator.storage.persisted().then(setKept), [])
  const { attempt, problem, isBusy } = useAttempt('The paper service did not answer.')
  const save = () =>
    attempt(async () => download('quarterdeck-world.json.gz', await service.download()))
  const replace = ({ file }: Replacement) =>
    attempt(async () => {
      await (file ? service.restore(file) : service.startOver())
      // Their keys were lost with the world; the next page pairs again.
      const own = session.get().connections.filter(({ baseUrl }) => baseUrl === ownAddress())
      for (const { id } of own) await connections.remove(id)
      location.reload()
    })

  return (
    <>
      <p className="py-2 text-caption text-ink-3">
        The paper service runs in {isElsewhere ? 'another tab of this browser' : 'this page'}
        {progress ? `, ${progress}.` : '.'} {sentence}
      </p>
      <Setting
        name="Download the world"
        detail={`One file without keys. It can be opened here again, or by Quarterdeck on your computer. ${isKept ? 'This browser keeps the world until you delete it.' : 'This browser may delete the world, Safari after a week without a visit: download it to keep it.'}`}
      >
        <Button isSending={isBusy && !asked} sendingLabel="Packing" onClick={() => void save()}>
          Download
        </Button>
      </Setting>
      <Setting
        name="Start over"
        detail="Deletes this world and its keys from this browser, and starts the demo world."
      >
        <Button onClick={() => setAsked({})}>Start over</Button>
      </Setting>
      <Setting name="Open a world" detail="Replaces this world by one from a downloaded file.">
        <FileButton
          accept=".gz,.json,application/gzip,application/json"
          onChoose={(file) => setAsked({ file })}
        >
          Choose a world file
        </FileButton>
      </Setting>
      <Problem>{problem}</Problem>
      <Sheet
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={asked?.file ? 'Open a world' : 'Start over'}
        width="stop"
        cancelLabel="Keep it"
        isHeld={isBusy}
        action={
          asked && {
            step: 'replace the world',
            label: asked.file ? 'Replace this world' : 'Forget this world',
            look: 'primary',
            isSending: isBusy,
            sendingLabel: asked.file ? 'Opening' : 'Starting over',
            onClick: () => void replace(asked).then(() => setAsked(undefined)),
          }
        }
      >
        <SheetSection>
          {asked?.file && <p className="pb-2 wrap-anywhere">{asked.file.name}</p>}
          <p>
            All trades, bots, balances and the history of this paper world are removed from this
            browser. Download the world first if you want to keep it.
          </p>
        </SheetSection>
      </Sheet>
    </>
  )
}
