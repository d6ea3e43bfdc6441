import type { ReactNode } from 'react'

import { cutWords } from '#client/api-error.ts'
import { deliveredAndMade } from '#intents/delivered-words.ts'
import type { Intent } from '#intents/intent.ts'
import type { MadeId, Outcome } from '#intents/outcome.ts'
import { canTell } from '#intents/evidence.ts'
import { reconcilingWords } from '#intents/reconciling-words.ts'
import { failureWords } from '#query/failure-words.ts'
import { useService } from '#query/service.tsx'
import { ActivityLink } from '#ui/activity-link.tsx'
import { CopyButton } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { CheckIcon } from '#ui/icons.tsx'
import { formatSpan } from '#ui/instant.ts'
import { Age, Time } from '#ui/time.tsx'

import { KeptNote } from './kept-note.tsx'
import type { WriteWords } from './write-words.ts'

/** What a later reading says, while nobody knows the outcome. */
export type LaterReading = {
  at: number | undefined
  words: string
  /** The title once the reading shows that it was done. */
  isDone?: string | undefined
}

type WriteOutcomeProps = {
  intent: Intent
  words: WriteWords
  /** The receipt, under what was done: what the answer says, or what was sent, said as such. */
  placed?: ReactNode
  /** A small picture of it, under the receipt. */
  picture?: ReactNode
  reading?: LaterReading | undefined
  /** The way on from an outcome that nobody knows, and why it is safe. */
  again?: ReactNode
  next?: string | undefined
  /** More of what is known, under an unknown outcome. */
  unknown?: ReactNode
  /** The way to one of several copies. */
  linkTo?: ((id: MadeId) => ReactNode) | undefined
  /** After a refusal and after something that was never sent: "Your entries are kept." */
  kept?: string | undefined
}

/** What became of one write. Nothing here is a guess. */
export function WriteOutcome(props: WriteOutcomeProps) {
  const { intent } = props
  const { outcome } = intent
  switch (outcome.kind) {
    case 'sending':
      return null
    case 'placed':
      return <Placed {...props} isFound={outcome.isFound === true} />
    case 'refused':
      return <Refused {...props} outcome={outcome} />
    case 'unsent':
      return (
        <ErrorState kind="refused" title="It was not sent.">
          <Clock at={intent.endedAt} /> {outcome.because} {props.kept}
        </ErrorState>
      )
    case 'unknown':
      return <Unknown {...props} outcome={outcome} />
    case 'duplicated':
      return <Duplicated {...props} ids={outcome.ids} />
  }
}

/** What was done and when, the receipt, the picture. The next step is in the sheet's footer. */
function Placed(props: WriteOutcomeProps & { isFound: boolean }) {
  const { intent, words, placed, picture, isFound } = props
  return (
    <>
      <div role="status" className="flex items-start gap-3 pt-4 pb-3.5">
        <span className="flex size-8 flex-none items-center justify-center rounded-full bg-active">
          <CheckIcon size={16} />
        </span>
        <div className="min-w-0 pt-1">
          <p className="text-sheet font-semibold">
            {words.done} <Clock at={intent.endedAt} />
          </p>
          {words.deed !== undefined && <p className="mt-0.5 text-large">{words.deed}</p>}
          {isFound && (
            <p className="mt-1 text-ink-2">
              No usable answer came. It was found by reading the service.
            </p>
          )}
        </div>
      </div>
      <KeptNote intent={intent} />
      {placed}
      {picture !== undefined && (
        <div className="border-t border-hairline py-3 empty:hidden">{picture}</div>
      )}
    </>
  )
}

type Of<Kind extends Outcome['kind']> = { outcome: Extract<Outcome, { kind: Kind }> }

function Refused({ intent, words, kept, outcome }: WriteOutcomeProps & Of<'refused'>) {
  const { failure } = outcome.error
  return (
    <ErrorState
      kind="refused"
      title={`Refused. ${words.refused}`}
      actions={<CopyButton text={JSON.stringify(failure, null, 2)} label="Copy answer" />}
    >
      <p>
        <Clock at={intent.endedAt} /> {failureWords(outcome.error)} {kept}
      </p>
      <ul className="mt-2 empty:hidden">
        {Object.entries(failure.attributes).map(([path, said]) => (
          <li key={path}>
            <span className="text-ink-3">{path}</span> “{cutWords(said.join(' '))}”
          </li>
        ))}
      </ul>
    </ErrorState>
  )
}

function Unknown(props: WriteOutcomeProps & Of<'unknown'>) {
  const { intent, words, outcome, reading, unknown } = props
  const { extensions } = useService()
  const isDone = reading?.isDone
  const waited = (intent.endedAt ?? intent.sentAt) - intent.sentAt
  return (
    <>
      <ErrorState
        kind="unknown"
        title={isDone ?? `Outcome unknown. ${words.unknown}`}
        actions={
          <>
            {isDone === undefined && props.again}
            <ActivityLink intent={intent.id} />
          </>
        }
        next={isDone === undefined ? props.next : undefined}
      >
        <dl className="tabular-nums" aria-live="polite">
          <Moment at={<Clock at={intent.sentAt} />}>Sent once: {words.asked}</Moment>
          <Moment at={<Clock at={intent.endedAt} />}>
            No usable answer{waited < 1_000 ? '' : ` after ${formatSpan(waited)}`}:{' '}
            {outcome.error.message}
          </Moment>
          {reading?.at !== undefined ? (
            <Moment at={<Age at={reading.at} />}>{reading.words}</Moment>
          ) : (
            canTell(intent, (name) => extensions.names(name) === true) && (
              <Moment at="Now">{reconcilingWords(intent)}</Moment>
            )
          )}
        </dl>
        {reading && reading.at === undefined && <p className="mt-2">{reading.words}</p>}
      </ErrorState>
      {unknown}
    </>
  )
}

/** Sent once from here; the browser or the network repeated it below anything a page can see. */
function Duplicated(props: WriteOutcomeProps & { ids: readonly MadeId[] }) {
  const { intent, words, ids, linkTo } = props
  return (
    <ErrorState
      title={`${deliveredAndMade(ids.length)} ${words.copies ?? 'were made'}.`}
      actions={<ActivityLink intent={intent.id} />}
    >
      <p>
        It was sent once from here, and the network repeated it. You asked for one: check each, and
        close what you did not ask for.
      </p>
      <ul className="mt-2 grid gap-1">
        {ids.map((id) => (
          <li key={id}>{linkTo ? linkTo(id) : id}</li>
        ))}
      </ul>
    </ErrorState>
  )
}

const Clock = ({ at }: { at: number | undefined }) => (
  <Time at={at} style="clock" className="tabular-nums" />
)

function Moment({ at, children }: { at: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-6 gap-3 py-0.5">
      <dt className="min-w-16 flex-none text-ink-3">{at}</dt>
      <dd className="min-w-0 text-ink">{children}</dd>
    </div>
  )
}
