import type { ReactNode } from 'react'

import type { createSmartTrade } from '#contract/smart-trades.ts'
import { lookingWords } from '#intents/looking-words.ts'
import { formatAmount, HIDDEN } from '#money/format.ts'
import type { Sent } from '#query/use-send.ts'
import { toSlashPair } from '#trading/pair.ts'
import { ActivityLink } from '#ui/activity-link.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { formatSpan } from '#ui/instant.ts'
import { useReading } from '#ui/reading.tsx'
import { Time } from '#ui/time.tsx'

import type { Review } from './use-review.ts'

type UnknownOutcomeProps = { review: Review; intent: Sent<typeof createSmartTrade> }

/** No answer came: what is known, what is being looked for, and what may be done meanwhile. */
export function UnknownOutcome({ review, intent }: UnknownOutcomeProps) {
  const { reviewed, startAgain } = review
  const { areAmountsHidden } = useReading()
  const { outcome, sentAt, endedAt, looked } = intent
  const isEnded = looked?.endedAt !== undefined
  const draft = reviewed?.draft
  const waitedFor = (endedAt ?? sentAt) - sentAt
  const waited = waitedFor < 1_000 ? '' : ` after ${formatSpan(waitedFor)}`
  return (
    <ErrorState
      kind="unknown"
      title="Outcome unknown. Do not send it again."
      actions={
        <>
          <ActivityLink intent={intent.id} />
          <Button onClick={startAgain} reason={isEnded ? undefined : 'after the last check'}>
            Place again
          </Button>
        </>
      }
    >
      <dl className="tabular-nums" aria-live="polite">
        <Moment at={sentAt}>
          Sent once
          {draft &&
            `: ${draft.position.type} ${areAmountsHidden ? HIDDEN : formatAmount(draft.position.units.value)} ${toSlashPair(draft.pair)}`}
        </Moment>
        {outcome.kind === 'unknown' && (
          <Moment at={endedAt}>
            No usable answer{waited}: {outcome.error.message}
          </Moment>
        )}
        <Moment at={undefined}>{lookingWords(intent)}</Moment>
      </dl>
      {!isEnded && <p className="mt-2">Nothing else is sent from here until this is known.</p>}
    </ErrorState>
  )
}

function Moment({ at, children }: { at: number | undefined; children: ReactNode }) {
  return (
    <div className="flex min-h-6 gap-3 py-0.5">
      <dt className="w-16 flex-none text-ink-3">
        {at === undefined ? 'Now' : <Time at={at} style="clock" />}
      </dt>
      <dd className="text-ink">{children}</dd>
    </div>
  )
}
