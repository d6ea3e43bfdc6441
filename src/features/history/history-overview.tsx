import { useMemo } from 'react'

import { useFiguresSource } from '#market/figures-source.ts'
import { plural } from '#money/words.ts'
import { toSlashPair } from '#trading/pair.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'

import { withUndated } from './loaded-rows.ts'
import { MonthCalendar } from './month-calendar.tsx'
import { MonthGrid } from './month-grid.tsx'
import { barsOf, monthsOf } from './period.ts'
import { ProfitBars } from './profit-bars.tsx'
import { countUndated, profitByDay, type ProfitRow } from './sums.ts'
import type { HistoryModel } from './use-history.ts'

/** Profit over time: days of a month or months, and beside it bars of time, pairs, bots or tags. */
export function HistoryOverview({ history }: { history: HistoryModel }) {
  const { search, view, period, today, charted, finished, dayOf, nameOf, onChange } = history
  const { firstDay } = useDisplayPreferences()
  const source = useFiguresSource(
    view.account_id === undefined ? 'All accounts' : nameOf(view.account_id),
  )
  const trades: readonly ProfitRow[] = finished?.rows ?? charted
  const loaded = finished?.coverage ?? history.coverage
  const undated = useMemo(() => countUndated(trades), [trades])
  const days = useMemo(() => profitByDay(trades, dayOf), [trades, dayOf])
  const areAllDated = undated === 0
  const coverage = useMemo(
    () => (areAllDated ? loaded : withUndated(loaded, days)),
    [loaded, areAllDated, days],
  )
  const firstOrder = [...days.keys()].toSorted()[0]
  const months = monthsOf(period, firstOrder)
  const props = {
    period,
    today,
    days,
    coverage,
    areAllDated,
    // Rows that do not say when they closed may belong to any month.
    isSumKnown: coverage.isWhole && (areAllDated || period.kind === 'all'),
  }
  return (
    <div className="grid grid-cols-[minmax(0,1.65fr)_minmax(0,1fr)] gap-x-10 gap-y-5 border-b border-hairline pt-1 pb-4 medium:gap-x-6 @max-[46rem]/page:grid-cols-1">
      {period.kind !== 'all' && months.length === 1 ? (
        <MonthCalendar
          {...props}
          month={months[0] ?? ''}
          chosen={search.day}
          onDay={(day) => onChange({ day })}
        />
      ) : (
        <MonthGrid {...props} months={months} onChange={onChange} />
      )}
      <ProfitBars
        bars={barsOf(period, firstOrder, firstDay)}
        by={search.by}
        period={period}
        days={days}
        trades={trades}
        profit={finished ? 'net' : search.profit}
        coverage={coverage}
        onBy={(by) => onChange({ by })}
        source={view.pair === undefined ? source : `${source}, ${toSlashPair(view.pair)}`}
      />
      {undated > 0 && (
        <p className="col-span-full -mt-3 text-caption text-ink-3">
          In no day, week or month: {plural(undated, 'order')} without a readable closing time.
        </p>
      )}
    </div>
  )
}
