import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import type { ApiError } from '#client/api-error.ts'
import type { BalanceRow } from '#contract/exchanges.ts'
import type { Read } from '#contract/read.ts'
import { ActivityLink } from '#ui/activity-link.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { CheckIcon } from '#ui/icons.tsx'
import { Time } from '#ui/time.tsx'

import { Remains } from './remains.tsx'
import type { Scope } from '../scopes.ts'
import type { Stopping } from './stopping.ts'
import type { SaleIntent } from './use-sale-state.ts'

type SellAllOutcomeProps = {
  scope: Scope
  sale: SaleIntent
  /** The balances as they were when it was sent; nobody knows after a reload. */
  before: readonly Read<BalanceRow>[] | undefined
  table: UseQueryResult<readonly Read<BalanceRow>[], ApiError>
  stopping: Stopping
  onBack: () => void
}

/** What became of it: what is left, the service's refusal, or that nobody knows. */
export function SellAllOutcome(props: SellAllOutcomeProps) {
  const { sale, onBack } = props
  const { outcome, endedAt } = sale
  if (outcome.kind === 'refused') {
    return (
      <ErrorState
        kind="refused"
        title="Refused. Nothing was sold and nothing stopped."
        actions={<Button onClick={onBack}>Back to the review</Button>}
      >
        The service answered {outcome.error.failure.status} at <Time at={endedAt} style="clock" />:
        “{outcome.error.message.slice(0, 300)}”
      </ErrorState>
    )
  }
  if (outcome.kind === 'unsent') {
    return (
      <ErrorState
        kind="refused"
        title="It was not sent. Nothing was sold and nothing stopped."
        actions={<Button onClick={onBack}>Back to the review</Button>}
      >
        <Time at={endedAt} style="clock" /> {outcome.because}
      </ErrorState>
    )
  }
  if (outcome.kind === 'unknown') return <Unknown {...props} reason={outcome.error.message} />
  return (
    <>
      <div role="status" className="flex items-center gap-2 pt-4 pb-2">
        <CheckIcon size={14} className="text-ink-2" />
        <p className="text-lead font-semibold">
          Placed at <Time at={endedAt} style="clock" />
        </p>
      </div>
      <Remains {...props} since={endedAt ?? sale.sentAt} />
    </>
  )
}

function Unknown(props: SellAllOutcomeProps & { reason: string }) {
  const { scope, sale, table, reason } = props
  const isReadAfter = table.dataUpdatedAt > sale.sentAt
  return (
    <>
      <ErrorState
        kind="unknown"
        title="Outcome unknown. Do not send it again."
        actions={<ActivityLink intent={sale.id} />}
      >
        <ol className="grid gap-1 tabular-nums">
          <LogLine at={sale.sentAt}>Sent once: sell everything on {scope.label}</LogLine>
          <LogLine at={sale.endedAt}>{reason}</LogLine>
          <LogLine at={isReadAfter ? table.dataUpdatedAt : undefined}>
            {isReadAfter ? 'Balances read again' : 'Reading the balances'}
          </LogLine>
        </ol>
        <p className="mt-2">
          Compare what is held now with what was held before. The balances are read every 5 s.
        </p>
      </ErrorState>
      <Remains {...props} since={sale.sentAt} />
    </>
  )
}

const LogLine = ({ at, children }: { at: number | undefined; children: ReactNode }) => (
  <li className="flex gap-4">
    <Time at={at} style="clock" className="min-w-16 text-ink-3" />
    <span className="min-w-0">{children}</span>
  </li>
)
