import { useMemo } from 'react'

import { useFiguresSource } from '#market/figures-source.ts'
import { codeWords, plural } from '#money/words.ts'
import { toSlashPair } from '#trading/pair.ts'

import { DayChart } from './day-chart.tsx'
import { withUndated } from './loaded-rows.ts'
import { MonthCalendar } from './month-calendar.tsx'
import { MonthTable } from './month-table.tsx'
import { groupNames } from './narrowing.ts'
import type { OverviewProps } from './overview-props.ts'
import { asSearch, isOneMonth, monthsOf } from './period.ts'
import { PeriodSentence, UpAndDown } from './period-sentence.tsx'
import { ProfitByGroup } from './profit-by-group.tsx'
import { bestSource, countUndated, profitByDay, profitByMonth, type ProfitRow } from './sums.ts'
import type { HistoryModel } from './use-history.ts'
import { profitName } from './words.ts'
import { YearMap } from './year-map.tsx'

const MOST_MAPS = 2

/** Profit over time: the days of a month, or the days and months of a longer period; and its groups. */
export function HistoryOverview({ history }: { history: HistoryModel }) {
  const { search, view, period, today, charted, finished, dayOf, nameOf, onChange } = history
  const source = useFiguresSource(
    view.account_id === undefined ? 'All accounts' : nameOf(view.account_id),
  )
  const trades: readonly ProfitRow[] = finished?.rows ?? charted
  const loaded = finished?.coverage ?? history.coverage
  const undated = useMemo(() => countUndated(trades), [trades])
  const days = useMemo(() => profitByDay(trades, dayOf), [trades, dayOf])
  const sourceName = useMemo(() => groupNames(trades, 'source'), [trades])
  const best = useMemo(() => bestSource(trades, sourceName), [trades, sourceName])
  const areAllDated = undated === 0
  const coverage = useMemo(
    () => (areAllDated ? loaded : withUndated(loaded, days)),
    [loaded, areAllDated, days],
  )
  const props: OverviewProps = {
    period,
    today,
    trades,
    days,
    coverage,
    areAllDated,
    // Rows that do not say when they closed may belong to any month.
    isSumKnown: coverage.isWhole && (areAllDated || period.kind === 'all'),
    best,
    source: view.pair === undefined ? source : `${source}, ${toSlashPair(view.pair)}`,
    profit: profitName(finished ? 'net' : search.profit),
  }
  const groups = <ProfitByGroup {...props} by={search.by} onBy={(by) => onChange({ by })} />
  const note = undated > 0 && (
    <p className="col-span-full -mt-3 text-caption text-ink-3">
      In no day, week or month: {plural(undated, 'order')} without a readable closing time.
    </p>
  )
  if (isOneMonth(period)) {
    return (
      <div className="grid grid-cols-[minmax(0,2.35fr)_minmax(0,1.15fr)_minmax(0,1fr)] gap-x-8 gap-y-3 border-b border-hairline pt-1 pb-4 @max-[68rem]/page:grid-cols-[minmax(0,1.65fr)_minmax(0,1fr)] @max-[46rem]/page:grid-cols-1">
        <MonthCalendar {...props} chosen={search.day} onDay={(day) => onChange({ day })} />
        <DayChart {...props} chosen={search.day} />
        <div className="@max-[68rem]/page:col-span-full">{groups}</div>
        {note}
      </div>
    )
  }
  const months = monthsOf(period, [...days.keys()].toSorted()[0])
  const byMonth = profitByMonth(days)
  const sums = months.map((month) => byMonth.get(month))
  const years = [...new Set(months.map((month) => month.slice(0, 4)))].toReversed()
  return (
    <div className="border-b border-hairline pt-1 pb-4">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-3">
        <h2 className="font-semibold">
          <PeriodSentence {...props} name={codeWords(period.name)} sums={sums} />
        </h2>
        <span className="min-h-4 text-caption text-ink-3">
          <UpAndDown coverage={coverage} sums={sums} kind="month" />
        </span>
      </div>
      {years.length <= MOST_MAPS &&
        years.map((year) => (
          <YearMap
            key={year}
            {...props}
            year={year}
            onDay={(day) => onChange({ ...asSearch(day.slice(0, 7), today), day })}
          />
        ))}
      <div className="grid grid-cols-[minmax(0,1fr)_16rem] gap-x-8 gap-y-3 pt-2 @max-[62rem]/page:grid-cols-1">
        <MonthTable
          {...props}
          months={months}
          byMonth={byMonth}
          dayOf={dayOf}
          sourceName={sourceName}
          search={search}
          onChange={onChange}
        />
        {groups}
        {note}
      </div>
    </div>
  )
}
