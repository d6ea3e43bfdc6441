import { useMemo } from 'react'

import { useFiguresSource } from '#market/figures-source.ts'
import { plural } from '#money/format.ts'
import { toSlashPair } from '#trading/pair.ts'

import { DayChart, PeriodSentence, UpAndDown } from './profit.tsx'
import { MonthCalendar } from './month-calendar.tsx'
import { MonthTable } from './month-table.tsx'
import { overviewOf } from './sums.ts'
import { asSearch, isOneMonth, monthsOf } from './period.ts'
import { ProfitByGroup } from './profit-by-group.tsx'
import type { HistoryModel } from './use-history.ts'
import { profitName } from './words.ts'
import { YearMap } from './year-map.tsx'

const MOST_MAPS = 2

export function HistoryOverview({ history }: { history: HistoryModel }) {
  const { search, view, period, today, charted, finished, dayOf, nameOf, onChange } = history
  const { account_id: account, pair } = view
  const service = useFiguresSource(account === undefined ? 'All accounts' : nameOf(account))
  const source = pair === undefined ? service : `${service}, ${toSlashPair(pair)}`
  const trades = finished?.rows ?? charted
  const coverage = finished?.coverage ?? history.coverage
  const profit = profitName(finished ? 'net' : search.profit)
  const overview = useMemo(
    () => overviewOf({ period, trades, coverage, dayOf, profit, source }),
    [period, trades, coverage, dayOf, profit, source],
  )
  const { undated, days } = overview
  const [oldest] = useMemo(() => [...days.keys()].toSorted(), [days])
  const months = useMemo(
    () => monthsOf(period, oldest).map(overview.month),
    [period, oldest, overview],
  )
  const groups = (
    <ProfitByGroup overview={overview} by={search.by} onBy={(by) => onChange({ by })} />
  )
  const note = undated > 0 && (
    <p className="col-span-full -mt-3 text-caption text-ink-3">
      In no day, week or month: {plural(undated, 'order')} without a readable closing time.
    </p>
  )
  if (isOneMonth(period)) {
    return (
      <div className="grid grid-cols-[minmax(0,2.35fr)_minmax(0,1.15fr)_minmax(0,1fr)] gap-x-8 gap-y-3 border-b border-hairline pt-1 pb-4 @max-[68rem]/page:grid-cols-[minmax(0,1.65fr)_minmax(0,1fr)] @max-[46rem]/page:grid-cols-1">
        <MonthCalendar
          overview={overview}
          today={today}
          chosen={search.day}
          onDay={(day) => onChange({ day })}
        />
        <DayChart overview={overview} chosen={search.day} />
        <div className="@max-[68rem]/page:col-span-full">{groups}</div>
        {note}
      </div>
    )
  }
  const years = [...new Set(months.map(({ key }) => key.slice(0, 4)))].toReversed()
  return (
    <div className="border-b border-hairline pt-1 pb-4">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-3">
        <h2 className="font-semibold">
          <PeriodSentence overview={overview} stretches={months} />
        </h2>
        <span className="min-h-4 text-caption text-ink-3">
          <UpAndDown overview={overview} stretches={months} kind="month" />
        </span>
      </div>
      {years.length <= MOST_MAPS &&
        years.map((year) => (
          <YearMap
            key={year}
            overview={overview}
            year={year}
            onDay={(day) => onChange({ ...asSearch(day.slice(0, 7), today), day })}
          />
        ))}
      <div className="grid grid-cols-[minmax(0,1fr)_16rem] gap-x-8 gap-y-3 pt-2 @max-[62rem]/page:grid-cols-1">
        <MonthTable
          overview={overview}
          months={months}
          today={today}
          search={search}
          onChange={onChange}
        />
        {groups}
        {note}
      </div>
    </div>
  )
}
