import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'

import type { ApiError } from '#client/api-error.ts'
import { lineOf } from '#contract/endpoint.ts'
import { listHistory } from '#contract/history.ts'
import { endpointQuery } from '#query/endpoint-query.ts'

import type { HistoryView } from './search.ts'
import type { Trade } from './trades.ts'

/** A stretch of the history as it is asked for. */
export type Asked = { offset: number; limit: number }
export type Pages = InfiniteData<Trade[], Asked>

export const PAGE_SIZE = 100

const OFTEN = 30_000

const filterOf = ({ account_id, pair, order_by, direction }: HistoryView) => ({
  ...(account_id !== undefined && { account_id }),
  ...(pair !== undefined && { pair }),
  order_by,
  order_direction: direction,
})

const FIRST: Asked = { offset: 0, limit: PAGE_SIZE }

export const historyPage = (view: HistoryView, { limit, offset }: Asked) =>
  endpointQuery(listHistory, { query: { ...filterOf(view), limit, offset } })

/** The first page by itself, asked for again and again: it tells of trades closed since. */
export const newestTrades = (view: HistoryView) => ({
  ...historyPage(view, FIRST),
  refetchInterval: OFTEN,
})

/**
 * What comes after a page; `undefined` when it was the last. No total exists. A service that gives
 * fewer rows at once than it is asked for still gives a page of the usual size.
 */
export const nextAsked = (page: readonly Trade[], { offset }: Asked): Asked | undefined =>
  page.length < PAGE_SIZE ? undefined : { offset: offset + page.length, limit: PAGE_SIZE }

/**
 * All pages loaded so far. A page is asked for once: further ones are added below, and those that
 * came since stand in `newestTrades` until they are wanted.
 */
export const historyPages = (view: HistoryView) =>
  infiniteQueryOptions<Trade[], ApiError, Pages, readonly unknown[], Asked>({
    queryKey: [lineOf(listHistory), { query: filterOf(view) }, 'pages'],
    meta: { endpoint: listHistory },
    initialPageParam: FIRST,
    queryFn: ({ client, pageParam }): Promise<Trade[]> =>
      client.query({ ...historyPage(view, pageParam), staleTime: 0 }),
    getNextPageParam: (page, _pages, asked) => nextAsked(page, asked),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
