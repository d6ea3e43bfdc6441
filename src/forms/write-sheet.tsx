import { type ReactNode, useState } from 'react'

import type { Prepared } from '#dialects/prepare.ts'
import { subjectOf } from '#intents/asked.ts'
import { type Intent, reducesRisk } from '#intents/intent.ts'
import { type Pause, pauseWords } from '#query/scheduler.ts'
import { ArmedButton } from '#ui/armed-button.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Note } from '#ui/note.tsx'
import { PassphraseAgain } from '#ui/passphrase-field.tsx'
import { type SheetAction, SheetSection } from '#ui/sheet.tsx'
import { TextField } from '#ui/text-input.tsx'
import { Time } from '#ui/time.tsx'

import { type Effect, EffectNote, EffectSentence, EffectTable } from './effect.tsx'
import { SendingSheet } from './sending-sheet.tsx'
import type { Confirmation, Drawn, SheetState } from './write-declaration.ts'
import { isOver, SENT_ONCE, statementOf, type WriteWords } from './write-words.ts'
import { WriteOutcome } from './write-outcome.tsx'

type WriteSheetProps<S> = { declared: Drawn<S>; state: S }

export function WriteSheet<S extends SheetState>({ declared, state }: WriteSheetProps<S>) {
  const { write, intent, prepared, confirm, onClose } = state
  const { width = 'stop', correctAt } = declared
  const words = declared.words(state)
  const kind = intent?.outcome.kind
  const isDone = isOver(kind) || (kind === 'refused' && correctAt !== undefined)
  const [typed, setTyped] = useState('')
  const again = typeof declared.again === 'function' ? declared.again(state) : declared.again
  const next = kind === 'placed' ? declared.next?.(state) : undefined
  const action = useAction(state, words, confirm && missingFor(confirm, typed))
  const maySend =
    kind === 'unknown'
      ? again !== undefined
      : !isDone && write.isVoid === undefined && !write.isOutdated
  return (
    <SendingSheet
      isOpen
      onClose={onClose}
      isHeld={kind === 'sending' || write.isReading}
      isReal={declared.isReal?.(state)}
      width={width}
      account={declared.account(state)}
      beside={
        <span className="flex-none text-caption text-ink-3 tabular-nums">
          {kind === 'placed' && words.done}{' '}
          {kind === 'placed' && <Time at={intent?.endedAt} style="clock" />}
          {kind !== 'placed' && <span className="max-sm:hidden">{new URL(prepared.url).host}</span>}
        </span>
      }
      title={declared.title(state)}
      statement={
        <>
          {subjectWords(prepared)} {kind === 'sending' ? <SendingSince intent={intent} /> : null}
          {kind !== 'sending' && statementOf(kind)}
        </>
      }
      cancelLabel={
        isOver(kind)
          ? (next?.another ?? 'Close')
          : ((isDone ? correctAt : undefined) ?? words.leave)
      }
      leadsOn={next?.another !== undefined}
      action={!isDone && action}
      link={next?.link}
      above={
        kind !== 'sending' && (
          <>
            {!isDone && confirm && <Confirm confirm={confirm} typed={typed} onType={setTyped} />}
            {maySend && kind !== 'unknown' && write.pause && <PauseNote pause={write.pause} />}
          </>
        )
      }
    >
      <WriteOutcome
        declared={declared}
        state={state}
        again={
          again && (
            <AgainButton
              reason={again.reason ?? (again.onPress ? undefined : write.obstacle)}
              pause={again.onPress ? undefined : write.pause}
              anyway={words.anyway}
              onClick={again.onPress ?? write.sendAgain}
              label={again.label}
            />
          )
        }
        next={again?.next}
      />
      {maySend && kind === 'unknown' && write.pause && <PauseNote pause={write.pause} />}
      {!isDone && write.isVoid !== undefined && (
        <SheetSection>
          <Note tone="caution" isAnnounced>
            {write.isVoid} Nothing was sent.
          </Note>
        </SheetSection>
      )}
      {kind === 'placed' ? (
        <Body of={declared.done(state)} declared={declared} state={state} isDone>
          {declared.placed && <declared.placed {...state} />}
          {next?.also}
        </Body>
      ) : (
        !isDone && (
          <Body of={declared.review(state)} declared={declared} state={state}>
            {declared.lists && <declared.lists {...state} />}
          </Body>
        )
      )}
    </SendingSheet>
  )
}

type BodyProps<S> = WriteSheetProps<S> & { of: Effect; isDone?: boolean; children: ReactNode }

function Body<S extends SheetState>(props: BodyProps<S>) {
  const { of, declared, state, isDone = false, children } = props
  return (
    <>
      {!isDone && (
        <p className="pt-3 pb-2 text-large text-pretty">
          <EffectSentence of={of} />
        </p>
      )}
      {!isDone && declared.controls && <declared.controls {...state} />}
      {declared.picture && (
        <div className="py-1.5 empty:hidden">
          <declared.picture {...state} />
        </div>
      )}
      <EffectTable rows={of.rows} unknown={of.unknown} isDone={isDone} />
      <EffectNote note={of.note} isCaution={of.isCaution} />
      {children}
      <RequestBytes prepared={state.prepared} />
    </>
  )
}

/** "SmartTrade 12."; empty for a UUID or a new entity. */
function subjectWords(prepared: Prepared): string | undefined {
  const { kind, id } = subjectOf(prepared) ?? {}
  if (id === undefined) return undefined
  if (kind === 'SmartTrade') return `SmartTrade ${id}.`
  return kind === 'grid bot' ? `Bot ${id}.` : undefined
}

const SendingSince = ({ intent }: { intent: Intent | undefined }) => (
  <>
    Sending since <Time at={intent?.sentAt} style="clock" className="tabular-nums" />, waiting for
    the answer.
  </>
)

function useAction(
  { write, prepared, intent, confirm }: SheetState,
  words: WriteWords,
  missing: string | undefined,
): SheetAction {
  const paused = usePaused({
    pause: confirm ? undefined : write.pause,
    anyway: words.anyway,
    label: words.act,
    onClick: write.send,
  })
  if (write.isVoid !== undefined || write.isOutdated) {
    return {
      step: 'review again',
      label: 'Review again',
      look: 'primary',
      onClick: write.reviewAgain,
    }
  }
  return {
    look: confirm || reducesRisk(prepared.endpoint) ? 'danger-final' : 'primary',
    ...paused,
    isFinal: confirm !== undefined,
    isSending: intent?.outcome.kind === 'sending' || write.isReading,
    sendingLabel: write.isReading ? 'Reading the price' : 'Sending',
    reason: write.obstacle,
    missing,
  }
}

type PausedPress = {
  pause: Pause | undefined
  anyway: string | undefined
  label: ReactNode
  onClick: () => void
}

/** During a rate limit the label says so; in a ban, the first press only warns. */
function usePaused({ pause, anyway, label, onClick }: PausedPress): SheetAction {
  const [isWarned, setWarned] = useState(false)
  if (!pause || anyway === undefined) return { step: 'send', label, onClick }
  const look = 'danger-final'
  if (pause.status !== 418) return { step: 'send anyway', look, label: anyway, onClick }
  if (!isWarned) {
    return { step: 'warn', look, label: anyway, onClick: () => setWarned(true) }
  }
  return {
    step: 'send during the ban',
    look,
    label: `${anyway}, during the ban`,
    notice: 'Press once more to send it during the ban.',
    onClick,
  }
}

function AgainButton({ reason, ...press }: PausedPress & { reason: string | undefined }) {
  const { step, label, ...button } = usePaused(press)
  return (
    <ArmedButton key={step} {...button} reason={reason}>
      {label}
    </ArmedButton>
  )
}

const PauseNote = ({ pause }: { pause: Pause }) => (
  <Note tone="caution" isAnnounced>
    {pause.status === 418
      ? `The service has banned this address for too many requests: ${pause.seconds} s left. Sending now may make the ban longer.`
      : `${pauseWords(pause)} Sending now may lengthen it or lead to a ban.`}
  </Note>
)

export const missingFor = (
  { phrase, passphrase }: Confirmation,
  typed: string,
): string | undefined => {
  if (typed.trim() !== phrase) return `Type ${phrase} above.`
  return passphrase?.isNeeded === true ? 'Give the passphrase above.' : undefined
}

type ConfirmProps = { confirm: Confirmation; typed: string; onType: (text: string) => void }

export function Confirm({ confirm: { phrase, passphrase }, typed, onType }: ConfirmProps) {
  return (
    <>
      <TextField
        label={
          <>
            Type <span className="font-medium text-ink select-all">{phrase}</span> to confirm
          </>
        }
        value={typed}
        onChange={(event) => onType(event.target.value)}
        autoCapitalize="off"
        autoComplete="off"
      />
      {passphrase?.isNeeded === true && <PassphraseAgain check={passphrase.check} />}
    </>
  )
}

function RequestBytes({ prepared }: { prepared: Prepared }) {
  const { method, target, body, further = [] } = prepared
  const revision = prepared.headers['If-Match']
  const line = `${method} ${target}${revision === undefined ? '' : `\nIf-Match: ${revision}`}`
  return (
    <SheetSection>
      <Disclosure
        title="Details of the request"
        caption={body === '' ? method : `${method}, ${new TextEncoder().encode(body).length} bytes`}
      >
        {body === '' ? (
          <CodeBlock label="Request" text={line} />
        ) : (
          <>
            <p className="pb-1.5 wrap-anywhere whitespace-pre-line text-ink-2">{line}</p>
            <CodeBlock label="Request" text={body} canCopy />
          </>
        )}
        {further.map((next) => (
          <CodeBlock key={next} label="Then" text={next} />
        ))}
        <p className="pt-1.5 text-caption text-ink-3">{SENT_ONCE}</p>
      </Disclosure>
      {further.length > 0 && (
        <p className="text-caption text-ink-3">
          The service creates it by one request and starts it by another. If the second fails, it
          exists but does not run.
        </p>
      )}
    </SheetSection>
  )
}
