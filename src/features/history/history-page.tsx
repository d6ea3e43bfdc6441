import { useMemo } from 'react'

import { useFiguresSource } from '#market/figures-source.ts'
import { plural } from '#money/words.ts'
import { toSlashPair } from '#trading/pair.ts'
import { Button } from '#ui/button.tsx'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { Note } from '#ui/note.tsx'
import { Page } from '#ui/page.tsx'
import { Segmented } from '#ui/segmented.tsx'

import { FinishedNote } from './finished-trades.tsx'
import { HistoryFigures } from './history-figures.tsx'
import { HistoryFilters } from './history-filters.tsx'
import { HistoryList } from './history-list.tsx'
import { withUndated } from './loaded-rows.ts'
import { MonthCalendar } from './month-calendar.tsx'
import { MonthGrid } from './month-grid.tsx'
import { PeriodChoice } from './period-choice.tsx'
import { barsOf, monthsOf } from './period.ts'
import { ProfitBars } from './profit-bars.tsx'
import { countUndated, profitByDay, type ProfitRow } from './sums.ts'
import { TradeDrawer } from './trade-drawer.tsx'
import { type HistoryModel, type HistoryPageProps, useHistory } from './use-history.ts'

const LOOKS = [
  { value: 'calendar', label: 'Calendar' },
  { value: 'rows', label: 'List' },
] as const

/** The closed orders of a month, a year or all time: figures, calendar and list are of the same ones. */
export function HistoryPage(props: HistoryPageProps) {
  const history = useHistory(props)
  const { search, period, pages, rows, filters, newer, open, finished, hint, nameOf, coverage } =
    history
  const { onChange, onOpen } = history
  // Shown from the start, also while only later orders have come, so that nothing moves.
  const hasHead = pages.isPending || rows.length > 0 || (pages.isSuccess && !coverage.isWhole)
  return (
    <Page
      title="History"
      drawer={
        open && <TradeDrawer trade={open} nameOf={nameOf} onClose={() => onOpen(undefined)} />
      }
      beside={
        <Segmented
          label="View"
          value={search.view}
          options={LOOKS}
          onChange={(view) => onChange({ view })}
          className="w-auto!"
        />
      }
      actions={<PeriodChoice history={history} />}
    >
      {hint !== undefined && <Note className="mt-2 mb-3">{hint}</Note>}
      {hasHead && <HistoryFigures history={history} />}
      {finished && <FinishedNote finished={finished} period={period} />}
      {history.isCalendar && hasHead && <HistoryOverview history={history} />}
      {(hasHead || filters.length > 0) && (
        <HistoryFilters history={history}>
          {newer.count > 0 && (
            <Button size="small" onClick={() => void newer.show()}>
              Show {newer.isAll ? 'newer orders' : `${newer.count} newer`}
            </Button>
          )}
        </HistoryFilters>
      )}
      {history.isMissing && !open && <NotAmongRows history={history} />}
      <HistoryList history={history} />
    </Page>
  )
}

/** For a link that names an order which is not among the rows: the service finds none by its id. */
function NotAmongRows({ history }: { history: HistoryModel }) {
  const { coverage, period, search, rest, onChange, onOpen } = history
  if (rest.isLoading) return null
  return (
    <Note isAnnounced className="mt-2 mb-3">
      <span className="flex flex-wrap justify-between gap-x-6 gap-y-1">
        {coverage.isWhole
          ? `The order of this link is not among the orders of ${period.name}.`
          : 'The order of this link is not among the loaded orders.'}
        <span className="flex gap-4">
          {search.period !== 'all' && (
            <button
              type="button"
              onClick={() => onChange({ period: 'all', trade: search.trade })}
              className="link touch"
            >
              Search all time
            </button>
          )}
          <button type="button" onClick={() => onOpen(undefined)} className="link touch">
            Show the list
          </button>
        </span>
      </span>
    </Note>
  )
}

/** Profit over time: days of a month or months, and beside it bars of time, pairs, bots or tags. */
function HistoryOverview({ history }: { history: HistoryModel }) {
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
