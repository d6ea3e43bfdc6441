import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'

import type { ApiError } from '#client/api-error.ts'
import { lineOf } from '#contract/endpoint.ts'
import { isUnreadable, type Rows } from '#contract/read.ts'
import { listSmartTrades, type SmartTrade } from '#contract/smart-trades.ts'
import { formatCount } from '#money/format.ts'
import { endpointQuery } from '#query/endpoint-query.ts'
import { failureWords } from '#query/failure-words.ts'
import { splitPair } from '#trading/pair.ts'
import type { DayOf } from '#ui/civil-day.ts'
import { Note } from '#ui/note.tsx'

import { coverageOf } from './loaded-rows.ts'
import type { ProfitRow } from './sums.ts'
import { isWithin, type Period } from './period.ts'
import type { HistoryView } from './search.ts'
import { movedNothing, hasProfit, type Trade } from './trades.ts'

const PAGE_SIZE = 100

/** Something was traded, but no profit is given: the spec promises none. */
export const hasNoProfit = (trades: readonly Trade[]): boolean =>
  trades.every(({ profit }) => profit !== null && !hasProfit({ profit })) &&
  !trades.every(movedNothing)

export function profitRowOf({ pair, data, profit }: SmartTrade): ProfitRow {
  const { volume, usd, percent } = profit
  return {
    pair,
    closed_at: data.closed_at,
    filled: undefined,
    profit: {
      amount: volume ?? undefined,
      currency: splitPair(pair).quote,
      usd,
      percent: percent ?? undefined,
    },
  }
}

/** Unreadable trade: sums leave it out and say so. */
const UNREADABLE: ProfitRow = {}

type Page = Rows<SmartTrade>

/** Rows of all pages, each trade once, because new trades push others to the next page. */
export function finishedRows(pages: readonly Page[]): ProfitRow[] {
  const seen = new Set<unknown>()
  return pages.flat().flatMap((trade): ProfitRow[] => {
    if (trade.id !== undefined && seen.has(trade.id)) return []
    seen.add(trade.id)
    return [isUnreadable(trade) ? UNREADABLE : profitRowOf(trade)]
  })
}

const finishedPages = ({ account_id, pair }: HistoryView) => {
  const filter = {
    status: 'finished',
    order_by: 'closed_at',
    order_direction: 'DESC',
    per_page: PAGE_SIZE,
    account_id,
    pair,
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
    // A service may return fewer rows than requested.
    getNextPageParam: (page, pages) =>
      page.length === 0 || pages.some(({ length }) => length > page.length)
        ? undefined
        : pages.length + 1,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
}

type FinishedTrades = { isWanted: boolean; period: Period; dayOf: DayOf }

export function useFinishedTrades(view: HistoryView, { isWanted, period, dayOf }: FinishedTrades) {
  const query = useInfiniteQuery({ ...finishedPages(view), enabled: isWanted })
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query
  const { first, last } = period
  const all = useMemo(() => finishedRows(data?.pages ?? []), [data])
  const coverage = useMemo(
    () => coverageOf(all, { first, hasMore: data === undefined || hasNextPage, dayOf }),
    [all, first, data, hasNextPage, dayOf],
  )
  const isShort = isWanted && hasNextPage && !coverage.isWhole
  useEffect(() => {
    if (isShort && !isFetching && !isError) void fetchNextPage()
  }, [isShort, isFetching, isError, fetchNextPage])
  const rows = useMemo(
    () =>
      all.filter(({ closed_at: at }) => at === undefined || isWithin({ first, last }, dayOf(at))),
    [all, first, last, dayOf],
  )
  return { rows, coverage, error: query.error, retry: () => void fetchNextPage() }
}

type Finished = ReturnType<typeof useFinishedTrades>

export function FinishedNote({ finished, period }: { finished: Finished; period: Period }) {
  const { rows, coverage, error, retry } = finished
  return (
    <Note
      isAnnounced
      className="mt-2 mb-3"
      action={
        error && (
          <button type="button" onClick={retry} className="link touch">
            Continue loading
          </button>
        )
      }
    >
      The history of this service states no profit. Calendar and bars show the profit of finished
      SmartTrades instead, without bots:{' '}
      {coverage.isWhole ? `${formatCount(rows.length)} (${period.name})` : 'loading'}.
      {error && ` ${failureWords(error)}`}
    </Note>
  )
}
