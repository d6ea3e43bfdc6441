import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'

import { Button } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'
import { useReading } from '#ui/reading.tsx'

import { FiguresSkeleton } from './figures-skeleton.tsx'
import { HistoryFigures } from './history-figures.tsx'
import { HistoryFilters } from './history-filters.tsx'
import { HistoryList } from './history-list.tsx'
import { historyPages, newestTrades } from './queries.ts'
import { HISTORY_DEFAULTS, type HistorySearch, type HistoryView } from './search.ts'
import { TradeDrawer } from './trade-drawer.tsx'
import { countNew, mergePages, searched } from './trades.ts'
import { useNames } from './use-names.ts'

type HistoryPageProps = HistorySearch & {
  onChange: (change: Partial<HistoryView>) => void
  onOpen: (uuid: string | undefined) => void
}

/** Every order that was closed, newest first, further ones as one reads on. */
export function HistoryPage({ trade: openId, onChange, onOpen, ...view }: HistoryPageProps) {
  const { timeZone } = useReading()
  const queryClient = useQueryClient()
  const pages = useInfiniteQuery({ ...historyPages(view), placeholderData: keepPreviousData })
  const loaded = useMemo(() => mergePages(pages.data?.pages ?? []), [pages.data])
  const newest = useQuery({ ...newestTrades(view), enabled: isNewestFirst(view) })
  const fresh = pages.isSuccess && newest.data ? countNew(newest.data, loaded) : 0

  const [typed, setTyped] = useState('')
  const text = useDeferredValue(typed).trim()
  const found = useMemo(() => searched(loaded, text), [loaded, text])
  const { accounts, pairs, nameOf } = useNames(loaded)
  const open = openId === undefined ? undefined : loaded.find(({ uuid }) => uuid === openId)

  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  const clear = () => {
    setTyped('')
    onChange({ account_id: undefined, pair: undefined })
  }
  return (
    <Page
      title="History"
      actions={
        <span className="text-caption text-ink-3">
          Days in {timeZone === 'UTC' ? 'UTC' : 'local time'}
        </span>
      }
    >
      {pages.isPending && <FiguresSkeleton />}
      {found.length > 0 && <HistoryFigures trades={found} hasMore={hasNextPage} />}
      <HistoryFilters
        view={view}
        accounts={accounts}
        pairs={pairs}
        onChange={onChange}
        text={typed}
        onText={setTyped}
      >
        {fresh > 0 && (
          <Button
            size="small"
            onClick={() => void queryClient.resetQueries({ queryKey: historyPages(view).queryKey })}
          >
            Show {fresh === newest.data?.length ? 'newer orders' : `${fresh} newer`}
          </Button>
        )}
      </HistoryFilters>
      <HistoryList
        view={view}
        query={pages}
        loaded={loaded}
        found={found}
        text={text}
        nameOf={nameOf}
        openId={openId}
        onOpen={onOpen}
        onChange={onChange}
        onClearText={() => setTyped('')}
        onClear={clear}
        onLoadMore={loadMore}
        hasFailedMore={isFetchNextPageError}
      />
      {open && <TradeDrawer trade={open} nameOf={nameOf} onClose={() => onOpen(undefined)} />}
    </Page>
  )
}

const isNewestFirst = ({ order_by, direction }: HistoryView): boolean =>
  order_by === HISTORY_DEFAULTS.order_by && direction === HISTORY_DEFAULTS.direction
