import { useState } from 'react'

import { getMode, setMode, type Mode } from '#contract/system.ts'
import { useService } from '#query/service.tsx'
import { useExtension } from '#query/use-extension.ts'
import { useMode, useModeInDoubt, useShownMode } from '#query/use-mode.tsx'
import { useSend } from '#query/use-send.ts'
import { useWriteBlock } from '#query/use-write-block.ts'
import { usePassphraseAgain } from '#session/use-passphrase-again.ts'
import { useConnection } from '#session/use-session.ts'
import { ArmedButton } from '#ui/armed-button.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { Field } from '#ui/field.tsx'
import { Note } from '#ui/note.tsx'
import { PassphraseAgain } from '#ui/passphrase-again.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Sheet, SheetSection } from '#ui/sheet.tsx'
import { TextInput } from '#ui/text-input.tsx'

import { Setting } from './setting.tsx'

const PHRASE = 'TRADE REAL'

/** Switches the user between paper and real at the service: it changes what every later order means. */
export function ModeSwitch() {
  const mode = useMode()
  const shown = useShownMode()
  const isInDoubt = useModeInDoubt()
  // What was asked for: the mode itself is in doubt, and then another one, while the sheet is open.
  const [asked, setAsked] = useState<Mode>()
  const block = useWriteBlock({ of: setMode })
  const isTold = useExtension(getMode) === true
  const target = mode === 'PAPER' ? 'real' : 'paper'
  return (
    <>
      <Setting
        name="What the service trades"
        detail="The mode is set for your whole account, in every tab and program."
      >
        <span className="flex items-center gap-3">
          {shown === undefined ? <Skeleton width={52} /> : <Badge mode={shown} />}
          <Button
            look={shown !== undefined && target === 'real' ? 'danger-open' : 'secondary'}
            onClick={() => setAsked(target)}
            reason={shown === undefined ? 'The service is being asked for its mode.' : block}
          >
            {shown === undefined ? 'Switch mode' : `Switch to ${target}`}
          </Button>
        </span>
      </Setting>
      {isInDoubt && <Note isAnnounced>Nothing can be traded now. {doubtWords(isTold)}</Note>}
      {asked && <ModeSheet target={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

function ModeSheet({ target, onClose }: { target: Mode; onClose: () => void }) {
  const { client } = useService()
  const mode = useMode()
  const block = useWriteBlock({ of: setMode })
  const isTold = useExtension(getMode) === true
  const connection = useConnection()
  const { send, intent, isSending } = useSend(setMode)
  const [typed, setTyped] = useState('')
  const prepared = client.prepare(setMode, { query: { mode: target } })
  const passphrase = usePassphraseAgain()
  const isPassphraseMissing = target === 'real' && passphrase.isNeeded
  const missing =
    target === 'real' && typed !== PHRASE
      ? `Type ${PHRASE} to switch.`
      : isPassphraseMissing
        ? 'Give the passphrase above.'
        : undefined
  const outcome = intent?.outcome
  // Real money is begun with as much care as it is ended.
  const Confirm = target === 'real' ? ArmedButton : Button

  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={`Switch to ${target}`}
      context={
        <>
          <Badge mode={mode} />
          <span className="truncate">{connection?.label}</span>
        </>
      }
      statement={intent ? undefined : 'Nothing has been sent.'}
      isReal={target === 'real'}
      width="stop"
      cancelLabel={outcome?.kind === 'placed' ? 'Close' : `Stay in ${otherOf(target)}`}
      isHeld={isSending}
      action={
        outcome?.kind !== 'placed' && (
          <Confirm
            {...(target === 'paper' && { look: 'primary', size: 'large' })}
            isSending={isSending}
            reason={isSending ? undefined : (block ?? missing)}
            onClick={() => send({ query: { mode: target } })}
          >
            Switch to {target}
          </Confirm>
        )
      }
    >
      <SheetSection title="What happens">
        <p>
          {target === 'real'
            ? 'From then on every order, stop and sale is carried out with real money, also from other tabs and programs of this user.'
            : 'From then on every order is carried out on paper. Real trades and bots go on as they are.'}
        </p>
      </SheetSection>
      {target === 'real' && !outcome && (
        <SheetSection title="Confirm">
          <Field label={`Type ${PHRASE}`}>
            {(wiring) => (
              <TextInput
                {...wiring}
                value={typed}
                autoComplete="off"
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </Field>
        </SheetSection>
      )}
      {isPassphraseMissing && !outcome && <PassphraseAgain check={passphrase.check} />}
      <SheetSection title="Request">
        <CodeBlock label="Request" text={`${prepared.method} ${prepared.target}`} />
      </SheetSection>
      {outcome?.kind === 'placed' && (
        <Note tone="plain" isAnnounced>
          The service switched to {outcome.answer.mode ?? target}.
        </Note>
      )}
      {outcome?.kind === 'refused' && <Note isAnnounced>{outcome.error.message}</Note>}
      {outcome?.kind === 'unsent' && <Note isAnnounced>It was not sent. {outcome.because}</Note>}
      {outcome?.kind === 'unknown' && <Note isAnnounced>No answer came. {doubtWords(isTold)}</Note>}
    </Sheet>
  )
}

/** What becomes of a switch whose outcome nobody knows. */
const doubtWords = (isTold: boolean): string =>
  isTold
    ? 'Whether the mode was switched is not known; the service is asked for it again.'
    : 'Whether the mode was switched is not known, and this service never tells its mode. Switch once more, or look there and lay it aside in Activity: it counts as real from then on.'

const otherOf = (mode: Mode) => (mode === 'paper' ? 'real' : 'paper')
