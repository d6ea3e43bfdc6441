import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import type { createSmartTrade } from '#contract/smart-trades.ts'
import { formatAmount } from '#money/format.ts'
import type { Sent } from '#query/use-send.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { formatSpan } from '#ui/instant.ts'
import { Time } from '#ui/time.tsx'

import { searchDefaults } from './smart-trade-search.ts'
import { pairName } from './trade-facts.ts'
import { CHECKS } from './use-reconciliation.ts'
import type { Review } from './use-review.ts'

type UnknownOutcomeProps = { review: Review; intent: Sent<typeof createSmartTrade> }

/** No answer came: what is known, what is being looked for, and what may be done meanwhile. */
export function UnknownOutcome({ review, intent }: UnknownOutcomeProps) {
  const { reviewed, reconciliation, startAgain } = review
  const { checks, found, isEnded } = reconciliation
  const { outcome, sentAt, endedAt } = intent
  const draft = reviewed?.draft
  const waitedFor = (endedAt ?? sentAt) - sentAt
  const waited = waitedFor < 1_000 ? '' : ` after ${formatSpan(waitedFor)}`
  return (
    <ErrorState
      kind="unknown"
      title="Outcome unknown. Do not send it again."
      actions={
        <>
          <Link to="/activity" className={buttonClass()}>
            Open in Activity
          </Link>
          <Button
            onClick={startAgain}
            reason={
              found.length > 0
                ? 'It seems to be there.'
                : isEnded
                  ? undefined
                  : 'after the last check'
            }
          >
            Place again
          </Button>
        </>
      }
    >
      <dl className="tabular-nums" aria-live="polite">
        <Moment at={sentAt}>
          Sent once
          {draft &&
            `: ${draft.position.type} ${formatAmount(draft.position.units.value)} ${pairName(draft.pair)}`}
        </Moment>
        {outcome.kind === 'unknown' && (
          <Moment at={endedAt}>
            No usable answer{waited}: {outcome.error.message}
          </Moment>
        )}
        <Moment at={undefined}>
          {found.length > 0
            ? 'A trade with this side and size was made since then:'
            : isEnded
              ? `Not found in ${checks} checks. It was most likely not placed.`
              : `Reading SmartTrades, ${checks} of ${CHECKS} checks, not found yet`}
        </Moment>
      </dl>
      {found.map(({ id, status }) => (
        <p key={id} className="mt-1">
          <Link
            to="/smart-trades"
            search={{ ...searchDefaults, status: 'all', trade: id }}
            className="link"
          >
            SmartTrade {id}
          </Link>
          {status?.title && `, “${status.title}”`}
        </p>
      ))}
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
