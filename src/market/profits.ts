import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import {
  type HistoricalTrade,
  type HistoryFilter,
  listHistory,
  listHistoryOf,
  type OrderSource,
} from '#contract/history.ts'
import type { Instant } from '#contract/primitives.ts'
import { isUnreadable, readableRows, type Rows } from '#contract/read.ts'
import { add, type Decimal, subtract, sum, ZERO } from '#money/decimal.ts'
import { endpointQuery, every } from '#query/endpoint-query.ts'
import type { Rank } from '#query/scheduler.ts'
import { useExtension, useService } from '#query/service.tsx'
import { useDialectWords } from '#query/why-not-offered.ts'

/** Maximum rows per request. */
export const MOST_ORDERS = 1_000

export const useMostOrders = (): number => useDialectWords().historyRows

/** In milliseconds; realised profit is secondary on a list page. */
const ORDERS_EVERY = 120_000

/** The newest closed orders of all accounts: a list page's only history read, after its rows. */
export const latestOrders = (read: HistoryOf, most: number) => {
  const query = { limit: most, order_by: 'closed_at', order_direction: 'desc' } as const
  return { ...read(query, 'extra'), refetchInterval: every(ORDERS_EVERY) }
}

export type HistoryOf = ReturnType<typeof historyOf>

export const historyOf =
  (source?: OrderSource, id?: string) => (query: HistoryFilter, rank?: Rank) => {
    const endpoint = source === undefined ? listHistory : listHistoryOf
    const request =
      source === undefined ? { query } : { params: { source }, query: { ...query, source_id: id } }
    return endpointQuery(endpoint, request, rank)
  }

/** Reads only this source's list, if the service has one per source. */
export function useHistoryOf(source: OrderSource, id?: string): HistoryOf {
  const isOffered = useExtension(listHistoryOf) === true
  return isOffered ? historyOf(source, id) : historyOf()
}

/** Filter by kind of source, or one source. */
export type ProfitOf = {
  source: OrderSource
  id?: string | undefined
  /** The only currency to count; if omitted, USD for mixed currencies. */
  currency?: string | undefined
}

/** Realised by one closed order. */
export type Profit = { at: Instant; amount: Decimal }

export type Profits = {
  /** Oldest first. */
  profits: readonly Profit[]
  /** `undefined` without profits. */
  currency: string | undefined
  /** Mixed currencies, valued in USD by the service. */
  isConverted: boolean
  /** Number of unreadable orders that may have a profit. */
  unread: number
}

/** Profits of a source's closed orders in the history. */
export function profitsIn(trades: Rows<HistoricalTrade>, of: ProfitOf): Profits {
  const own = readableRows(trades).flatMap(({ source, profit, closed_at: at }) =>
    source?.type === of.source &&
    source.id &&
    (of.id === undefined || source.id === of.id) &&
    profit?.amount &&
    profit.currency !== '' &&
    (of.currency === undefined || profit.currency === of.currency) &&
    at !== undefined
      ? [{ at, ...profit, amount: profit.amount }]
      : [],
  )
  const currencies = new Set(own.map(({ currency }) => currency))
  const isConverted = currencies.size > 1
  const profits = own.flatMap(({ at, amount, usd }) => {
    const counted = isConverted ? usd : amount
    return counted ? [{ at, amount: counted }] : []
  })
  return {
    profits: profits.toSorted((a, b) => a.at - b.at),
    currency: isConverted ? 'USD' : [...currencies][0],
    isConverted,
    unread: own.length - profits.length + trades.filter((trade) => mayBeLeftOut(trade, of)).length,
  }
}

/** Returns true for an unreadable order that may belong to the source and have a profit. */
function mayBeLeftOut(trade: Rows<HistoricalTrade>[number], of: ProfitOf): boolean {
  if (isUnreadable(trade)) return true
  const { source, profit, closed_at: at } = trade
  const isOther = source?.type !== undefined && source.type !== of.source
  const isOfOther = of.id !== undefined && source?.id !== undefined && source.id !== of.id
  if (isOther || isOfOther || profit === null) return false
  const isInOther =
    of.currency !== undefined && profit?.currency !== undefined && profit.currency !== of.currency
  if (isInOther) return false
  return !(
    source?.type &&
    source.id &&
    profit?.amount &&
    profit.currency !== '' &&
    at !== undefined
  )
}

export type ProfitPoint = { at: Instant; total: Decimal; orders: number }

type Stretch = {
  /** A known start before the first order, such as a bot's creation. */
  from?: Instant | undefined
  /** Known total at the end, if older orders may be missing; else the sum starts at zero. */
  total?: Decimal | undefined
  until: Instant
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Hourly steps up to this span, daily beyond. */
const MAX_HOURLY_SPAN = 4 * DAY

/** Running sum at even steps and at the end, oldest first. */
export function profitOverTime(
  profits: readonly Profit[],
  { from, total: whole, until }: Stretch,
): ProfitPoint[] {
  const [first] = profits
  if (!first) return []
  const start = Math.min(from ?? first.at, first.at)
  const end = Math.max(until, profits.at(-1)?.at ?? until)
  const step = end - start <= MAX_HOURLY_SPAN ? HOUR : DAY

  let total = whole ? subtract(whole, sum(profits.map(({ amount }) => amount))) : ZERO
  let orders = 0
  const points: ProfitPoint[] = [{ at: start, total, orders }]
  for (let at = (Math.floor(start / step) + 1) * step; ; at += step) {
    const by = Math.min(at, end)
    for (let next = profits[orders]; next && next.at <= by; next = profits[orders]) {
      total = add(total, next.amount)
      orders += 1
    }
    points.push({ at: by, total, orders })
    if (by === end) return points
  }
}

/** Recent profits of all bots or trades of a kind, from the newest closed orders. */
export type Realised = Profits & {
  /** Newest first. */
  fills: readonly HistoricalTrade[]
  /** Start of the complete part; `undefined` if all was read. */
  since: Instant | undefined
  /** By the service's clock. */
  readAt: Instant
}

/** Reads once `isWanted`: after the page's rows. */
export function useRealised(source: OrderSource, { isWanted = true } = {}) {
  const { clock } = useService()
  const most = useMostOrders()
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    ...latestOrders(useHistoryOf(source), most),
    enabled: isWanted,
  })
  const readAt = clock.serviceTime(dataUpdatedAt)
  const realised = useMemo(
    () => data && realisedIn(data, { source, readAt, most }),
    [data, source, readAt, most],
  )
  return { realised, error, refetch }
}

export function realisedIn(
  trades: Rows<HistoricalTrade>,
  { source, readAt, most }: { source: OrderSource; readAt: Instant; most: number },
): Realised {
  const readable = readableRows(trades)
  const oldest = readable.findLast(({ closed_at: at }) => at !== undefined)?.closed_at
  return {
    ...profitsIn(trades, { source }),
    fills: readable.filter((trade) => trade.source?.type === source),
    since: trades.length < most ? undefined : (oldest ?? readAt),
    readAt,
  }
}

/** Realised since an instant; `undefined` if incomplete. */
export function realisedFrom(
  { profits, since, unread }: Pick<Realised, 'profits' | 'since' | 'unread'>,
  from: Instant,
): Decimal | undefined {
  if (unread > 0 || (since !== undefined && since >= from)) return undefined
  return sum(profits.filter(({ at }) => at >= from).map(({ amount }) => amount))
}
