import { formatCount } from '#money/format.ts'
import { Link } from '@tanstack/react-router'

import { plural } from '#money/words.ts'
import { failureOf, failureWords } from '#query/failure-words.ts'
import { useService } from '#query/service.tsx'
import { Button } from '#ui/button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Empty, NoMatch } from '#ui/empty.tsx'
import { NotLoaded, StaleLine } from '#ui/error-state.tsx'

import { HistoryTable } from './history-table.tsx'
import type { HistoryModel } from './use-history.ts'

export function HistoryList({ history }: { history: HistoryModel }) {
  const { pages, rows, found, text, isNarrowed } = history
  const { clock } = useService()

  if (pages.error && rows.length === 0) {
    return (
      <NotLoaded
        what="The history"
        {...failureOf(pages.error)}
        at={clock.serviceTime(pages.errorUpdatedAt)}
        onRetry={() => void pages.refetch()}
      />
    )
  }
  if (found.length === 0 && !pages.isPending) return <Nothing history={history} />

  return (
    <>
      {(text !== '' || isNarrowed) && (
        <p role="status" className="pt-2 text-caption text-ink-3">
          {formatCount(found.length)} of {plural(rows.length, 'order')} match.{' '}
          {history.hasMore && 'Orders that aren’t loaded yet aren’t searched.'}
        </p>
      )}
      <HistoryTable key={JSON.stringify([history.view, history.period.name])} history={history} />
      {!pages.isPending && <End history={history} />}
    </>
  )
}

function End({ history }: { history: HistoryModel }) {
  const { pages, found, hasMore, rest, listedName, filters, loadMore } = history
  if (pages.isFetchNextPageError) {
    return (
      <StaleLine onRefresh={loadMore}>
        <span>More orders could not be loaded. {failureWords(pages.error)}</span>
      </StaleLine>
    )
  }
  if (pages.isFetchingNextPage || rest.isLoading) {
    return (
      <p role="status" className="py-3 text-caption text-ink-3">
        Loading more orders
      </p>
    )
  }
  if (!hasMore) {
    return (
      <p className="py-3 text-caption text-ink-3">
        {filters.length === 0 && 'All '}
        {plural(found.length, 'order')} of {listedName}.
      </p>
    )
  }
  return (
    <div className="py-3">
      <Button size="small" onClick={loadMore}>
        Load more orders
      </Button>
    </div>
  )
}

function Nothing({ history }: { history: HistoryModel }) {
  const { loaded, rows, rest, period, coverage, filters, hasMore } = history
  const { clear, loadMore, onChange } = history
  if (rows.length === 0 && !coverage.isWhole) {
    return (
      <p role="status" className="py-3 text-caption text-ink-3">
        {rest.isLoading ? 'Loading orders' : `No order of ${period.name} is loaded yet.`}
      </p>
    )
  }
  // Without a past period, these are the newest orders there are.
  const isEmpty = loaded.length === 0 && !period.isOver
  if (filters.length === 0 && !isEmpty) {
    return (
      <Empty
        title={`No order closed in ${period.name}.`}
        action={<Button onClick={() => onChange({ period: 'all' })}>Show all time</Button>}
      >
        Choose another period above.
      </Empty>
    )
  }
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
  return (
    <>
      <NoMatch
        title={
          rows.length > 0
            ? `None of ${plural(rows.length, 'order')} of ${period.name} matches.`
            : `No order of ${period.name} matches.`
        }
        filters={filters}
        onClear={clear}
      >
        {hasMore ? 'Orders that aren’t loaded yet aren’t searched.' : undefined}
      </NoMatch>
      {hasMore && (
        <Button size="small" onClick={loadMore}>
          Load and search more orders
        </Button>
      )}
    </>
  )
}
