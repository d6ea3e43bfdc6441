import { useMemo } from 'react'

import { failureOf, failureWords } from '#query/failure-words.ts'
import { useService } from '#query/service.tsx'
import type { ApiError } from '#client/api-error.ts'
import type { Id } from '#contract/primitives.ts'
import { toSlashPair } from '#trading/pair.ts'
import { Button } from '#ui/button.tsx'
import { dayIn } from '#ui/civil-day.ts'
import { Empty } from '#ui/empty.tsx'
import { NotLoaded } from '#ui/not-loaded.tsx'
import { formatInstant } from '#ui/instant.ts'
import { NoMatch } from '#ui/no-match.tsx'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { StaleLine } from '#ui/stale-line.tsx'

import { daysOf } from './days.ts'
import { HistoryTable } from './history-table.tsx'
import { countText, rowsText } from './words.ts'
import type { HistoryLook, HistoryView } from './search.ts'
import type { Trade } from './trades.ts'

/** As much of the pages' query as the list shows. */
type Pages = {
  isPending: boolean
  isPlaceholderData: boolean
  isFetchingNextPage: boolean
  error: ApiError | null
  errorUpdatedAt: number
  refetch: () => unknown
}

type HistoryListProps = {
  view: HistoryView
  query: Pages
  loaded: readonly Trade[]
  found: readonly Trade[]
  text: string
  /** Whether rows that belong here may not be loaded yet. */
  hasMore: boolean
  /** The one day that is listed. */
  day: string | undefined
  nameOf: (accountId: Id) => string
  openId: string | undefined
  onOpen: (uuid: string | undefined) => void
  onChange: (change: Partial<HistoryView & Pick<HistoryLook, 'day'>>) => void
  onClearText: () => void
  onClear: () => void
  onLoadMore: () => void
  hasFailedMore: boolean
}

const NOTHING = () => undefined

/** The table with its end, or what stands in its place. */
export function HistoryList(props: HistoryListProps) {
  const { view, query, loaded, found, hasMore, text, nameOf } = props
  const { openId, onOpen, onChange, onLoadMore } = props
  const { clock } = useService()
  const { timeZone } = useDisplayPreferences()
  const dayField = view.order_by === 'pair' ? undefined : view.order_by
  const days = useMemo(() => {
    if (dayField === undefined || query.isPending) return undefined
    return daysOf(found, {
      dayOf: dayIn(timeZone),
      instantOf: (trade) => trade[dayField],
      hasMore,
    })
  }, [found, dayField, timeZone, hasMore, query.isPending])

  if (query.error && loaded.length === 0) {
    return (
      <NotLoaded
        what="The history"
        {...failureOf(query.error)}
        at={query.errorUpdatedAt + (clock.offset() ?? 0)}
        onRetry={query.refetch}
      />
    )
  }
  if (found.length === 0 && !query.isPending) return <Nothing {...props} />

  return (
    <>
      {text !== '' && (
        <p role="status" className="pt-2 text-caption text-ink-3">
          {countText(found.length)} of the {countText(loaded.length)} rows loaded match. The service
          itself is not searched.
        </p>
      )}
      <HistoryTable
        key={JSON.stringify(view)}
        trades={query.isPending ? undefined : found}
        days={days}
        nameOf={nameOf}
        view={view}
        isBusy={query.isPlaceholderData}
        onSort={({ by, direction }) => onChange({ order_by: by, direction })}
        openId={openId}
        onOpen={onOpen}
        onNearEnd={
          text === '' && props.day === undefined && !props.hasFailedMore ? onLoadMore : NOTHING
        }
      />
      {!query.isPending && <End {...props} />}
    </>
  )
}

const endOf = (count: number): string =>
  count === 1 ? 'The one row is' : `All ${rowsText(count)} are`

/** What comes after the last row. */
function End(props: HistoryListProps) {
  const { query, loaded, found, hasMore, text, day, onLoadMore, hasFailedMore } = props
  if (hasFailedMore) {
    return (
      <StaleLine onRefresh={onLoadMore}>
        <span>Further rows could not be loaded. {query.error && failureWords(query.error)}</span>
      </StaleLine>
    )
  }
  if (query.isFetchingNextPage) {
    return (
      <p role="status" className="py-3 text-caption text-ink-3">
        Loading further rows
      </p>
    )
  }
  if (!hasMore) {
    return (
      <p className="py-3 text-caption text-ink-3">
        {day === undefined
          ? `${endOf(loaded.length)} loaded.`
          : `All ${rowsText(found.length)} of this day.`}
      </p>
    )
  }
  return (
    <div className="py-3">
      <Button size="small" onClick={onLoadMore}>
        {text === '' ? 'Load further rows' : 'Search further rows'}
      </Button>
    </div>
  )
}

/** No rows: because of the filters, because of the search, or because there are none. */
function Nothing(props: HistoryListProps) {
  const { view, loaded, text, day, nameOf, onChange, onClearText, onClear, onLoadMore } = props
  const { account_id, pair } = view
  const filters = [
    ...(text === '' ? [] : [{ label: `Search: ${text}`, onRemove: onClearText }]),
    ...(account_id === undefined
      ? []
      : [
          {
            label: `Account: ${nameOf(account_id)}`,
            onRemove: () => onChange({ account_id: undefined }),
          },
        ]),
    ...(pair === undefined
      ? []
      : [{ label: `Pair: ${toSlashPair(pair)}`, onRemove: () => onChange({ pair: undefined }) }]),
    ...(day === undefined
      ? []
      : [
          {
            label: formatInstant(Date.parse(day), 'date'),
            onRemove: () => onChange({ day: undefined }),
          },
        ]),
  ]
  if (filters.length === 0) {
    return (
      <Empty title="No closed orders yet.">
        Orders that were filled, cancelled or failed show up here.
      </Empty>
    )
  }
  const isSearched = text !== '' && loaded.length > 0
  return (
    <>
      <NoMatch
        title={
          isSearched
            ? `None of the ${countText(loaded.length)} rows loaded matches.`
            : 'No order matches.'
        }
        filters={filters}
        onClear={onClear}
      >
        {isSearched ? 'The service itself is not searched.' : undefined}
      </NoMatch>
      {isSearched && props.hasMore && (
        <Button size="small" onClick={onLoadMore}>
          Search further rows
        </Button>
      )}
    </>
  )
}
