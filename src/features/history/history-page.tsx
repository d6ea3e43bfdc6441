import { Button } from '#ui/button.tsx'
import { Note } from '#ui/note.tsx'
import { Page } from '#ui/page.tsx'
import { Segmented } from '#ui/segmented.tsx'

import { ExportCsv } from './export-csv.tsx'
import { FinishedNote } from './finished-trades.tsx'
import { CoverageLine, FiguresSkeleton, HistoryFigures } from './history-figures.tsx'
import { HistoryFilters } from './history-filters.tsx'
import { HistoryList } from './history-list.tsx'
import { HistoryOverview } from './history-overview.tsx'
import { TradeDrawer } from './trade-drawer.tsx'
import { type HistoryModel, type HistoryPageProps, useHistory } from './use-history.ts'

const LOOKS = [
  { value: 'calendar', label: 'Calendar' },
  { value: 'rows', label: 'List' },
] as const

/** Every order that was closed, newest first, further ones as one reads on. */
export function HistoryPage(props: HistoryPageProps) {
  const history = useHistory(props)
  const {
    search,
    pages,
    loaded,
    found,
    filters,
    newer,
    open,
    finished,
    hint,
    nameOf,
    onChange,
    onOpen,
  } = history
  // It takes its room before the first rows are there, so that nothing moves when they come.
  const hasHead = pages.isPending || loaded.length > 0
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
      actions={
        hasHead && (
          <>
            <CoverageLine history={history} />
            <span className={loaded.length > 0 ? undefined : 'invisible'}>
              <ExportCsv history={history} />
            </span>
          </>
        )
      }
    >
      {hint !== undefined && <Note className="mt-2 mb-3">{hint}</Note>}
      {pages.isPending && <FiguresSkeleton />}
      {found.length > 0 && (
        <HistoryFigures
          trades={found}
          loaded={loaded.length}
          hasMore={pages.hasNextPage}
          profit={search.profit}
        />
      )}
      {finished && <FinishedNote finished={finished} />}
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
function NotAmongRows({ history: { coverage, rest, onOpen } }: { history: HistoryModel }) {
  return (
    <Note isAnnounced className="mt-2 mb-3">
      <span className="flex flex-wrap justify-between gap-x-6 gap-y-1">
        {coverage.isWhole
          ? 'The order of this link is not among the orders of this account and pair.'
          : 'The order of this link is not among the loaded rows.'}
        <span className="flex gap-4">
          {!coverage.isWhole && !rest.isLoading && (
            <button type="button" onClick={() => void rest.load()} className="link touch">
              Search all rows
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
