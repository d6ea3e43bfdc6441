import { useEffect, useState } from 'react'

import { canDuplicate } from '#client/transport.ts'
import { transportOf } from '#query/sending-obstacle.ts'
import { DIALECT_WORDS } from '#dialects/dialect-words.ts'
import { type ConnectionProfile, hasFixedMode } from '#session/connection-profile.ts'
import { useSessionStore } from '#session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { Note } from '#ui/note.tsx'
import { Sheet, SheetSection } from '#ui/sheet.tsx'
import { Badge } from '#ui/status-tag.tsx'
import { Time } from '#ui/time.tsx'

import { checkTransport, testedOf } from './connection-test.tsx'
import { relayAddress, relayCommand, transportInFull } from './connection-words.ts'

type TradingSheetProps = { connection: ConnectionProfile; onClose: () => void }

export function TradingSheet({ connection, onClose }: TradingSheetProps) {
  const { id, label, baseUrl, dialect, declaredMode, writeEnabled } = connection
  const { connections } = useSessionStore()
  const transport = transportOf(connection)
  const check = useCheck(connection)
  const [isAccepted, setAccepted] = useState(false)
  const isUnsafe = canDuplicate(transport)
  const isReal = declaredMode !== 'paper'
  const confirm = () => {
    connections.update(id, { writeEnabled: true, acceptsDuplicates: isUnsafe && isAccepted })
    onClose()
  }

  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={writeEnabled ? 'How orders are sent' : 'Switch trading on'}
      context={
        <>
          <Badge mode={isReal ? 'REAL' : 'PAPER'} />
          <span className="truncate">{label}</span>
        </>
      }
      statement="This sends nothing to the service."
      isReal={isReal}
      width="stop"
      cancelLabel={writeEnabled ? 'Cancel' : 'Stay read only'}
      action={{
        step: 'confirm',
        label: writeEnabled ? 'Send orders as text' : 'Switch trading on',
        look: isReal ? 'danger-final' : 'primary',
        reason: check.isRunning ? 'Testing how orders are sent.' : undefined,
        missing: isUnsafe && !isAccepted ? 'Use the relay, or accept the risk above.' : undefined,
        onClick: confirm,
      }}
    >
      {!writeEnabled && (
        <SheetSection title="What happens">
          <p className="text-pretty">
            This browser can then send orders, stops and sales{isReal ? ' with real money' : ''}{' '}
            until you switch trading off.
            {hasFixedMode(connection) &&
              ` Each request says that it is for ${isReal ? 'real' : 'paper'} accounts.`}
          </p>
        </SheetSection>
      )}
      <SheetSection title={writeEnabled ? undefined : 'How orders are sent'}>
        <div className="flex flex-col gap-2" aria-live="polite">
          {check.isRunning ? (
            <p className="text-ink-2">Testing how orders are sent to {new URL(baseUrl).host}.</p>
          ) : isUnsafe ? (
            <Note tone="caution">{transportInFull(transport)}</Note>
          ) : (
            <p className="text-pretty">{transportInFull(transport)}</p>
          )}
          {!check.isRunning && (
            <div className="flex min-h-8 flex-wrap items-center gap-3 text-caption text-ink-3">
              {connection.transport && (
                <span>
                  Tested <Time at={connection.transport.foundAt} />
                </span>
              )}
              {baseUrl.startsWith('https:') && (
                <Button size="small" look="quiet" onClick={check.run}>
                  Test again
                </Button>
              )}
            </div>
          )}
        </div>
      </SheetSection>
      {DIALECT_WORDS[dialect].orders.length > 0 && (
        <SheetSection title="If a connection breaks">
          <div className="flex flex-col gap-2">
            {DIALECT_WORDS[dialect].orders.map((sentences) => (
              <p key={sentences} className="text-pretty">
                {sentences}
              </p>
            ))}
          </div>
        </SheetSection>
      )}
      {isUnsafe && !check.isRunning && (
        <>
          <SheetSection title="Safe: use the relay">
            <div className="flex flex-col gap-2">
              <p className="text-pretty">
                The relay runs on this computer, holds no key and sends each order once. Start it,
                then {relayAddress(baseUrl)}.
              </p>
              <CodeBlock label="Command" text={relayCommand(baseUrl)} canCopy />
            </div>
          </SheetSection>
          <SheetSection title="Or accept the risk">
            <Checkbox
              checked={isAccepted}
              onChange={(event) => setAccepted(event.target.checked)}
              label="Send orders as text, although one could arrive more than once. Activity lists every copy."
            />
          </SheetSection>
        </>
      )}
    </Sheet>
  )
}

function useCheck(connection: ConnectionProfile) {
  const { id } = connection
  // A new result changes the profile, which must not start another test.
  const [tested] = useState(() => testedOf(connection))
  const sessionStore = useSessionStore()
  const [isRunning, setRunning] = useState(transportOf(connection) === undefined)
  useEffect(() => {
    if (!isRunning) return undefined
    let isLeft = false
    void checkTransport(tested).then((found) => {
      if (isLeft) return
      if (found) sessionStore.connections.learnTransport(id, found)
      setRunning(false)
    })
    return () => {
      isLeft = true
    }
  }, [isRunning, id, tested, sessionStore])
  return { isRunning, run: () => setRunning(true) }
}
