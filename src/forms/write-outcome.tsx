import type { ReactNode } from 'react'

import { cutWords } from '#client/api-error.ts'
import { deliveredAndMade } from '#intents/delivered-words.ts'
import { canTell } from '#intents/evidence.ts'
import type { Difference, Intent } from '#intents/intent.ts'
import { isTooLate, NOT_READ_IN_TIME } from '#intents/kept.ts'
import type { Outcome } from '#intents/outcome.ts'
import { reconcilingWords } from '#intents/reconciling-words.ts'
import { readDecimal } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'
import { failureWords } from '#query/failure-words.ts'
import { useService } from '#query/service.tsx'
import { ActivityLink } from '#ui/activity-link.tsx'
import { CopyButton } from '#ui/button.tsx'
import { useDisplayPreferences, useNow } from '#ui/display-preferences.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { formatSpan } from '#ui/instant.ts'
import { Note } from '#ui/note.tsx'
import { Age, Time } from '#ui/time.tsx'

import { DoneMark, EffectSentence } from './effect.tsx'
import type { Drawn, LaterReading } from './write-declaration.ts'
import type { WriteWords } from './write-words.ts'

type WriteOutcomeProps<S> = {
  declared: Pick<Drawn<S>, 'words' | 'done' | 'unknown' | 'reading' | 'linkTo' | 'correctAt'>
  state: S
  again?: ReactNode
  next?: string | undefined
}

type AnyState = { intent: Intent | undefined; reread?: LaterReading | undefined }

export function WriteOutcome<S extends AnyState>(props: WriteOutcomeProps<S>) {
  const { declared, state } = props
  const { intent } = state
  if (!intent) return null
  const { outcome, endedAt } = intent
  const words = declared.words(state)
  const kept = declared.correctAt !== undefined && 'Your entries are kept.'
  switch (outcome.kind) {
    case 'sending':
      return null
    case 'placed':
      return (
        <>
          <div role="status" className="flex items-start gap-3 pt-3 pb-2.5">
            <DoneMark />
            <div className="min-w-0 pt-0.5 text-large text-pretty">
              <p>
                <EffectSentence of={declared.done(state)} />
              </p>
              {outcome.isFound && (
                <p className="mt-1 text-body text-ink-2">
                  No usable answer came. It was found by reading the service.
                </p>
              )}
            </div>
          </div>
          <KeptNote intent={intent} />
        </>
      )
    case 'refused': {
      const { failure } = outcome.error
      return (
        <ErrorState
          kind="refused"
          title={`Refused. ${words.refused}`}
          actions={<CopyButton text={JSON.stringify(failure, null, 2)} label="Copy answer" />}
        >
          <p>
            <Clock at={endedAt} /> {failureWords(outcome.error)} {kept}
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
    case 'unsent':
      return (
        <ErrorState kind="refused" title="It was not sent.">
          <Clock at={endedAt} /> {outcome.because} {kept}
        </ErrorState>
      )
    case 'unknown':
      return (
        <>
          <Unknown {...props} {...{ intent, words, outcome }} />
          {declared.unknown && <declared.unknown {...state} />}
        </>
      )
    case 'duplicated':
      // Sent once from here; browser or network repeated it, unseen by the page.
      return (
        <ErrorState
          title={`${deliveredAndMade(outcome.ids.length)} ${words.copies ?? 'were made'}.`}
          actions={<ActivityLink intent={intent.id} />}
        >
          <p>
            It was sent once from here, and the network repeated it. You asked for one: check each,
            and close what you did not ask for.
          </p>
          <ul className="mt-2 grid gap-1">
            {outcome.ids.map((id) => (
              <li key={id}>{declared.linkTo?.(id) ?? id}</li>
            ))}
          </ul>
        </ErrorState>
      )
  }
}

type UnknownProps<S> = WriteOutcomeProps<S> & {
  intent: Intent
  words: WriteWords
  outcome: Extract<Outcome, { kind: 'unknown' }>
}

function Unknown<S extends AnyState>(props: UnknownProps<S>) {
  const { declared, state, intent, words, outcome } = props
  const { extensions } = useService()
  const reading = state.reread ?? declared.reading?.(state)
  const isDone = reading?.isDone
  const waited = (intent.endedAt ?? intent.sentAt) - intent.sentAt
  return (
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

/** Settings that the service stores differently from those sent. */
export function KeptNote({ intent }: { intent: Intent }) {
  const { areAmountsHidden } = useDisplayPreferences()
  const now = useNow()
  const { kept } = intent
  if (!kept) return null
  const { differs, isReading } = kept
  const isLate = now !== undefined && isTooLate(intent, now)
  const unverified = isLate ? NOT_READ_IN_TIME : kept.unverified
  if (isReading && !isLate) {
    return (
      <p role="status" className="pb-2 text-caption text-ink-3">
        Checking what the service has kept.
      </p>
    )
  }
  if (differs.length === 0 && unverified === undefined) return null
  return (
    <Note tone="caution" isAnnounced className="mb-2">
      {differs.length > 0 && (
        <>
          Kept differently:{' '}
          {areAmountsHidden
            ? differs.map(({ about }) => about).join(', ')
            : differs.map(differenceWords).join('; ')}
          .{' '}
        </>
      )}
      {unverified !== undefined && <>Not verified: {unverified}</>}
    </Note>
  )
}

/** "trailing distance of stop 17.1%, you asked for 2%" */
export const differenceWords = ({ about, kept, asked, unit }: Difference): string =>
  `${about} ${valueWords(kept, unit)}, you asked for ${valueWords(asked, unit)}`

function valueWords(value: Difference['kept'], unit: Difference['unit']): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  const figure = readDecimal(String(value))
  const text = figure === undefined ? String(value).replaceAll('_', ' ') : formatAmount(figure)
  return text === '' ? 'nothing' : text + (unit === 's' ? ' s' : (unit ?? ''))
}
