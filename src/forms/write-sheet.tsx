import { type ReactNode, useState } from 'react'

import type { Prepared } from '#dialects/prepare.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Intent } from '#intents/intent.ts'
import type { MadeId } from '#intents/outcome.ts'
import { type Pause, pauseWords } from '#query/scheduler.ts'
import { ArmedButton } from '#ui/armed-button.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Note } from '#ui/note.tsx'
import { PassphraseAgain } from '#ui/passphrase-field.tsx'
import { type SheetAction, SheetSection } from '#ui/sheet.tsx'
import { TextField } from '#ui/text-input.tsx'
import { Time } from '#ui/time.tsx'

import { SendingSheet } from './sending-sheet.tsx'
import type { Write } from './use-write.ts'
import { type LaterReading, WriteOutcome } from './write-outcome.tsx'
import { isOver, type NextStep, statementOf, type WriteWords } from './write-words.ts'

/** What has to be given before the most dangerous writes can be sent. */
export type Confirmation = {
  /** Typed letter by letter. */
  phrase: string
  passphrase?: { isNeeded: boolean; check: (passphrase: string) => Promise<string | undefined> }
}

/** The way on from an outcome that nobody knows. */
export type Again = {
  label: string
  /** Why it is safe, or what it does. */
  next?: string | undefined
  reason?: string | undefined
  /** Without it, the same is sent once more. */
  onPress?: (() => void) | undefined
}

type WriteSheetProps<E extends Endpoint> = {
  write: Write<E>
  title: ReactNode
  words: WriteWords
  /** The account or connection that it is sent for. */
  account?: string | undefined
  beside?: ReactNode
  /** What it is about, before the statement: "Bot 12." */
  subject?: string | undefined
  width?: 'review' | 'stop' | undefined
  look?: 'primary' | 'danger-final' | undefined
  /** Real money is at stake even where the mode is still paper. */
  isReal?: boolean | undefined
  /** A typed phrase, the passphrase, and five seconds before the button counts. */
  confirm?: Confirmation | undefined
  /** A refusal is corrected where the request was written: how to get back there. */
  correctAt?: string | undefined
  /** What a refusal leaves as it was: "Your entries are kept." */
  kept?: string | undefined
  /** What will happen, as the prepared request says it. */
  review: ReactNode
  requestNote?: string | undefined
  /** The receipt: what the answer says, or what was sent, said as such. */
  placed?: ReactNode
  picture?: ReactNode
  next?: NextStep | undefined
  /** Where an unknown outcome can be read by the feature itself. */
  reading?: LaterReading | undefined
  again?: Again | undefined
  unknown?: ReactNode
  linkTo?: ((id: MadeId) => ReactNode) | undefined
  /** Beyond taking the new figures for reviewed. */
  onReviewAgain?: (() => void) | undefined
  onClose: () => void
}

/**
 * One write, from its review to its outcome. Every state is drawn here and nowhere else: a feature
 * says what is sent, in which words, and what it means.
 */
export function WriteSheet<E extends Endpoint>(props: WriteSheetProps<E>) {
  const { write, title, words, width, correctAt, confirm, onClose } = props
  const intent: Intent | undefined = write.intent
  const kind = intent?.outcome.kind
  const isHeld = kind === 'sending' || write.isReading
  const isDone = isOver(kind) || (kind === 'refused' && correctAt !== undefined)
  const [typed, setTyped] = useState('')
  const missing = confirm && missingFor(confirm, typed)
  const { again } = props
  const next = kind === 'placed' ? props.next : undefined
  const action = useAction({ ...props, missing })
  const maySend =
    kind === 'unknown'
      ? again !== undefined
      : !isDone && write.isVoid === undefined && !write.isOutdated
  return (
    <SendingSheet
      isOpen
      onClose={onClose}
      isHeld={isHeld}
      {...(props.isReal && { isReal: true })}
      width={width}
      account={props.account}
      beside={props.beside}
      title={title}
      statement={
        <>
          {props.subject} {kind === 'sending' ? <SendingSince intent={intent} /> : null}
          {kind !== 'sending' && statementOf(kind, words.accepted)}
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
            {next?.hint !== undefined && <p className="text-ink-2">{next.hint}</p>}
            {!isDone && confirm && <Confirm confirm={confirm} typed={typed} onType={setTyped} />}
            {maySend && kind !== 'unknown' && write.pause && <PauseNote pause={write.pause} />}
          </>
        )
      }
    >
      {intent && (
        <WriteOutcome
          intent={intent}
          words={words}
          placed={props.placed}
          picture={props.picture}
          reading={props.reading}
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
          unknown={props.unknown}
          linkTo={props.linkTo}
          kept={props.kept}
        />
      )}
      {maySend && kind === 'unknown' && write.pause && <PauseNote pause={write.pause} />}
      {!isDone && (
        <>
          {write.isVoid !== undefined && (
            <SheetSection>
              <Note tone="caution" isAnnounced>
                {write.isVoid} Nothing was sent.
              </Note>
            </SheetSection>
          )}
          {props.review}
          <RequestBytes prepared={write.prepared} note={props.requestNote} />
        </>
      )}
    </SendingSheet>
  )
}

const SendingSince = ({ intent }: { intent: Intent | undefined }) => (
  <>
    Sending since <Time at={intent?.sentAt} style="clock" className="tabular-nums" />, waiting for
    the answer.
  </>
)

type ActionProps<E extends Endpoint> = Pick<
  WriteSheetProps<E>,
  'write' | 'words' | 'look' | 'confirm' | 'onReviewAgain'
> & { missing: string | undefined }

/** It sends, or asks for another look at what has changed. */
function useAction<E extends Endpoint>(props: ActionProps<E>): SheetAction {
  const { write, words, confirm, missing, look = 'primary', onReviewAgain } = props
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
      onClick() {
        write.reviewAgain()
        onReviewAgain?.()
      },
    }
  }
  return {
    look: confirm ? 'danger-final' : look,
    ...paused,
    isFinal: confirm !== undefined,
    isSending: write.intent?.outcome.kind === 'sending' || write.isReading,
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

/** While the service asks for a pause the label says so; during a ban the first press only warns. */
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

/** The way on from an outcome that nobody knows. */
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

/** What is still to be given, as a sentence. */
export const missingFor = (
  { phrase, passphrase }: Confirmation,
  typed: string,
): string | undefined => {
  if (typed.trim() !== phrase) return `Type ${phrase} above.`
  return passphrase?.isNeeded === true ? 'Give the passphrase above.' : undefined
}

type ConfirmProps = { confirm: Confirmation; typed: string; onType: (text: string) => void }

/** Where it is given. */
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

type RequestBytesProps = { prepared: Prepared; note?: string | undefined }

/** What is signed and sent, to the byte. */
function RequestBytes({ prepared, note = SENT_ONCE }: RequestBytesProps) {
  const { method, target, body, further = [] } = prepared
  const revision = prepared.headers['If-Match']
  const line = `${method} ${target}${revision === undefined ? '' : `\nIf-Match: ${revision}`}`
  return (
    <SheetSection>
      <Disclosure
        title="Request as it is sent"
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
      </Disclosure>
      {further.length > 0 && (
        <p className="text-caption text-ink-3">
          The service makes it by one request and starts it by another. Where the second fails, it
          is there and does not run.
        </p>
      )}
      <p className="text-caption text-ink-3">{note}</p>
    </SheetSection>
  )
}

const SENT_ONCE = 'Signed and sent once. If no answer comes, it is not sent again by itself.'
