import { Button } from '#ui/button.tsx'
import { Note } from '#ui/note.tsx'
import { Page } from '#ui/page.tsx'
import { Segmented } from '#ui/segmented.tsx'

import { ExportCsv } from './export-csv.tsx'
import { FinishedNote } from './finished-trades.tsx'
import { HistoryFigures } from './history-figures.tsx'
import { HistoryFilters } from './history-filters.tsx'
import { HistoryList } from './history-list.tsx'
import { HistoryOverview } from './history-overview.tsx'
import { PeriodKinds, PeriodSteps } from './period-choice.tsx'
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
      beside={<PeriodSteps history={history} />}
      actions={
        <>
          <Segmented
            label="View"
            value={search.view}
            options={LOOKS}
            onChange={(view) => onChange({ view })}
            className="w-auto!"
          />
          <PeriodKinds history={history} />
          <ExportCsv history={history} />
        </>
      }
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
