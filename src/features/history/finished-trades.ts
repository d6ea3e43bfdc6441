import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'

import type { ApiError } from '#client/api-error.ts'
import { lineOf } from '#contract/endpoint.ts'
import { listSmartTrades, type SmartTrade } from '#contract/smart-trades.ts'
import { isUnreadable, type Rows } from '#contract/read.ts'
import { endpointQuery } from '#query/endpoint-query.ts'
import { splitPair } from '#trading/pair.ts'

import type { ProfitRow } from './profit-sums.ts'
import type { HistoryView } from './search.ts'
import { movedNothing, tellsProfit, type Trade } from './trades.ts'

/** As many as the service gives at once. */
const PAGE_SIZE = 100

/** Whether a history tells no profit at all, though something was traded: the spec promises none. */
export const tellsNoProfit = (trades: readonly Trade[]): boolean =>
  trades.every(({ profit }) => profit !== null && !tellsProfit({ profit })) &&
  !trades.every(movedNothing)

/** A finished SmartTrade as far as sums of profit look at a row. */
export function profitRowOf({ pair, data, profit }: SmartTrade): ProfitRow {
  const { volume, usd, percent } = profit ?? {}
  return {
    pair,
    closed_at: data?.closed_at,
    filled: undefined,
    profit: {
      amount: volume ?? undefined,
      currency: pair === undefined ? undefined : splitPair(pair).quote,
      usd,
      percent: percent ?? undefined,
    },
  }
}

/** A trade that could not be read: every sum leaves it out, and says so. */
const UNREADABLE: ProfitRow = {
  pair: undefined,
  closed_at: undefined,
  filled: undefined,
  profit: undefined,
}

type Page = Rows<SmartTrade>

/** The rows of all pages, each trade once: while one reads on, those that finish push others down. */
export function finishedRows(pages: readonly Page[]): ProfitRow[] {
  const seen = new Set<unknown>()
  return pages.flat().flatMap((trade): ProfitRow[] => {
    if (trade.id !== undefined && seen.has(trade.id)) return []
    seen.add(trade.id)
    return [isUnreadable(trade) ? UNREADABLE : profitRowOf(trade)]
  })
}

/** Finished SmartTrades of the account and pair in view, newest first. */
export const finishedPages = ({ account_id, pair }: HistoryView) => {
  const filter = {
    status: 'finished',
    order_by: 'closed_at',
    order_direction: 'DESC',
    per_page: PAGE_SIZE,
    ...(account_id !== undefined && { account_id }),
    ...(pair !== undefined && { pair }),
  } as const
  return infiniteQueryOptions<
    Page,
    ApiError,
    InfiniteData<Page, number>,
    readonly unknown[],
    number
  >({
    queryKey: [lineOf(listSmartTrades), { query: filter }, 'pages'],
    meta: { endpoint: listSmartTrades },
    initialPageParam: 1,
    queryFn: ({ client, pageParam }): Promise<Page> =>
      client.query({
        ...endpointQuery(listSmartTrades, { query: { ...filter, page: pageParam } }),
        staleTime: 0,
      }),
    // As with the history: a service may give fewer at once than it is asked for.
    getNextPageParam: (page, pages) =>
      page.length === 0 || pages.some(({ length }) => length > page.length)
        ? undefined
        : pages.length + 1,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
}
