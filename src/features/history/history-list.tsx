import { Link } from '@tanstack/react-router'

import { failureOf, failureWords } from '#query/failure-words.ts'
import { useService } from '#query/service.tsx'
import { Button } from '#ui/button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Empty, NoMatch } from '#ui/empty.tsx'
import { NotLoaded, StaleLine } from '#ui/error-state.tsx'

import { HistoryTable } from './history-table.tsx'
import type { HistoryModel } from './use-history.ts'
import { countText, rowsText } from './words.ts'

/** The table with its end, or what stands in its place. */
export function HistoryList({ history }: { history: HistoryModel }) {
  const { pages, loaded, found, text, isNarrowed } = history
  const { clock } = useService()

  if (pages.error && loaded.length === 0) {
    return (
      <NotLoaded
        what="The history"
        {...failureOf(pages.error)}
        at={pages.errorUpdatedAt + (clock.offset() ?? 0)}
        onRetry={() => void pages.refetch()}
      />
    )
  }
  if (found.length === 0 && !pages.isPending) return <Nothing history={history} />

  return (
    <>
      {(text !== '' || isNarrowed) && (
        <p role="status" className="pt-2 text-caption text-ink-3">
          {countText(found.length)} of the {countText(loaded.length)} rows loaded match.{' '}
          {history.hasMore && 'Rows that are not loaded are not searched.'}
        </p>
      )}
      <HistoryTable key={JSON.stringify(history.view)} history={history} />
      {!pages.isPending && <End history={history} />}
    </>
  )
}

const endOf = (count: number): string =>
  count === 1 ? 'The one row is' : `All ${rowsText(count)} are`

/** What comes after the last row. */
function End({ history }: { history: HistoryModel }) {
  const { pages, loaded, found, hasMore, text, isNarrowed, search, firstWanted, loadMore } = history
  if (pages.isFetchNextPageError) {
    return (
      <StaleLine onRefresh={loadMore}>
        <span>More rows could not be loaded. {pages.error && failureWords(pages.error)}</span>
      </StaleLine>
    )
  }
  if (pages.isFetchingNextPage) {
    return (
      <p role="status" className="py-3 text-caption text-ink-3">
        Loading more rows
      </p>
    )
  }
  if (!hasMore) {
    return (
      <p className="py-3 text-caption text-ink-3">
        {search.day !== undefined
          ? `All ${rowsText(found.length)} of this day.`
          : firstWanted === undefined
            ? `${endOf(loaded.length)} loaded.`
            : `${endOf(found.length)} loaded that this filter wants.`}
      </p>
    )
  }
  return (
    <div className="py-3">
      <Button size="small" onClick={loadMore}>
        {text === '' && !isNarrowed ? 'Load more rows' : 'Load and search more rows'}
      </Button>
    </div>
  )
}

/** No rows: because of the filters, because of the search, or because there are none. */
function Nothing({ history }: { history: HistoryModel }) {
  const { loaded, text, isNarrowed, filters, hasMore, clear, loadMore } = history
  if (filters.length === 0) {
    return (
      <Empty
        title="No closed orders yet."
        action={
          <Link to="/smart-trades/new" className={buttonClass({ look: 'primary' })}>
            New SmartTrade
          </Link>
        }
      >
        Every order that is filled, cancelled or failed is listed here, with its profit by day in a
        calendar. Orders come from SmartTrades, grid bots and DCA bots: start one to see the first.
      </Empty>
    )
  }
  const isSearched = (text !== '' || isNarrowed) && loaded.length > 0
  return (
    <>
      <NoMatch
        title={
          isSearched
            ? `None of the ${countText(loaded.length)} rows loaded matches.`
            : 'No order matches.'
        }
        filters={filters}
        onClear={clear}
      >
        {isSearched && hasMore ? 'Rows that are not loaded are not searched.' : undefined}
      </NoMatch>
      {isSearched && hasMore && (
        <Button size="small" onClick={loadMore}>
          Load and search more rows
        </Button>
      )}
    </>
  )
}
