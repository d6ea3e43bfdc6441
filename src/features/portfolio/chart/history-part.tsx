import { failureOf, failureWords } from '#query/failure-words.ts'
import { useService } from '#query/service.tsx'
import type { Unit } from '#trading/balance-flow.ts'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { NotLoaded } from '#ui/not-loaded.tsx'
import { StaleLine } from '#ui/stale-line.tsx'
import { Age } from '#ui/time.tsx'

import { BalanceChart } from './balance-chart.tsx'
import type { Range } from '../range.ts'
import type { BalanceHistory } from './use-balance-history.ts'

type HistoryPartProps = {
  of: string
  unit: Unit
  history: BalanceHistory
  /** Absent when all there is is asked for already. */
  onShowAll: (() => void) | undefined
  /** Told of a stretch that was drawn in the chart. */
  onRange: (range: Range) => void
}

/** The chart, or what stands in its place. */
export function HistoryPart({ of, unit, history, onShowAll, onRange }: HistoryPartProps) {
  const { clock } = useService()
  const { query, series, performance } = history
  const retry = () => void query.refetch()
  if (query.isPending) return <ChartSkeleton />
  if (!series) {
    return (
      query.error && (
        <NotLoaded
          what="The balance history"
          {...failureOf(query.error)}
          at={query.errorUpdatedAt + (clock.offset() ?? 0)}
          next="It is read again by itself every minute."
          onRetry={retry}
        />
      )
    )
  }
  if (series.usd.at.length < 2) {
    return (
      <Empty
        title="No balance history in this range yet."
        action={onShowAll && <Button onClick={onShowAll}>Show all there is</Button>}
      >
        The service adds points as time goes by.
      </Empty>
    )
  }
  return (
    <div data-stale={query.isError || undefined} aria-busy={query.isPlaceholderData || undefined}>
      {query.isError && (
        <StaleLine onRefresh={retry}>
          <span>
            Stale, read <Age at={query.dataUpdatedAt + (clock.offset() ?? 0)} />.{' '}
            {failureWords(query.error)}
          </span>
        </StaleLine>
      )}
      <div className={query.isPlaceholderData ? 'opacity-50' : undefined}>
        <BalanceChart
          of={of}
          unit={unit}
          series={series}
          performance={performance}
          onRange={onRange}
        />
      </div>
    </div>
  )
}

/** The room the chart will take, with its lines and nothing on them. */
function ChartSkeleton() {
  return (
    <div role="status" aria-label="Loading the balance history" className="pt-9">
      <div className="appear-late flex h-80.5 flex-col justify-between pt-7 pr-14 pb-20 max-sm:h-40 max-sm:pb-6">
        {[1, 2, 3, 4].map((line) => (
          <div key={line} className="border-t border-hairline" />
        ))}
      </div>
    </div>
  )
}
