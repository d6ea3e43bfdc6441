import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'

import type { ApiError } from '#client/api-error.ts'
import { lineOf } from '#contract/endpoint.ts'
import { listExchanges } from '#contract/exchanges.ts'
import { listHistory } from '#contract/history.ts'
import { listPairs } from '#contract/market.ts'
import { endpointQuery } from '#query/endpoint-query.ts'

import type { HistoryView } from './search.ts'
import type { Trade } from './trades.ts'

type Pages = InfiniteData<Trade[], number>

export const PAGE_SIZE = 100

const OFTEN = 30_000

const filterOf = ({ account_id, pair, order_by, direction }: HistoryView) => ({
  ...(account_id !== undefined && { account_id }),
  ...(pair !== undefined && { pair }),
  order_by,
  order_direction: direction,
  limit: PAGE_SIZE,
})

const historyPage = (view: HistoryView, offset: number) =>
  endpointQuery(listHistory, { query: { ...filterOf(view), offset } })

/** The first page by itself, asked for again and again: it tells of trades closed since. */
export const newestTrades = (view: HistoryView) => ({
  ...historyPage(view, 0),
  refetchInterval: OFTEN,
})

/**
 * All pages loaded so far. A page is asked for once: further ones are added below, and those that
 * came since stand in `newestTrades` until they are wanted.
 */
export const historyPages = (view: HistoryView) =>
  infiniteQueryOptions<Trade[], ApiError, Pages, readonly unknown[], number>({
    queryKey: [lineOf(listHistory), { query: filterOf(view) }, 'pages'],
    meta: { endpoint: listHistory },
    initialPageParam: 0,
    queryFn: ({ client, pageParam }): Promise<Trade[]> =>
      client.query({ ...historyPage(view, pageParam), staleTime: 0 }),
    // No total exists: a full page means that there may be more.
    getNextPageParam: (page, _pages, offset) =>
      page.length < PAGE_SIZE ? undefined : offset + PAGE_SIZE,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })

export const listedAccounts = () => ({ ...endpointQuery(listExchanges, {}), staleTime: 60_000 })

export const listedPairs = () => ({ ...endpointQuery(listPairs, {}), staleTime: 300_000 })
