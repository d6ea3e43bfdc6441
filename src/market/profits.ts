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

/** Maximum number of history rows per request. */
export const MOST_ORDERS = 1_000

/** Page size of the current service. */
export const useMostOrders = (): number => useDialectWords().historyRows

/** In milliseconds: of a list of bots or trades, what they realised is not the first thing looked for. */
const ORDERS_EVERY = 120_000

/** The newest closed orders of all accounts: the one history read of a list page, after its rows. */
export const latestOrders = (read: HistoryOf, most: number) => {
  const query = { limit: most, order_by: 'closed_at', order_direction: 'desc' } as const
  return { ...read(query, 'extra'), refetchInterval: every(ORDERS_EVERY) }
}

/** Reads the history, or what of it one kind of source has traded. */
export type HistoryOf = ReturnType<typeof historyOf>

export const historyOf =
  (source?: OrderSource, id?: string) => (query: HistoryFilter, rank?: Rank) => {
    const endpoint = source === undefined ? listHistory : listHistoryOf
    const request =
      source === undefined ? { query } : { params: { source }, query: { ...query, source_id: id } }
    return endpointQuery(endpoint, request, rank)
  }

/** On a service with one list per source, only that list is read. */
export function useHistoryOf(source: OrderSource, id?: string): HistoryOf {
  const isOffered = useExtension(listHistoryOf) === true
  return isOffered ? historyOf(source, id) : historyOf()
}

/** Whose orders count: of all sources of a kind, or of one. */
export type ProfitOf = {
  source: OrderSource
  id?: string | undefined
  /** The only currency that counts; without it, USD where the orders' currencies differ. */
  currency?: string | undefined
}

/** What one closed order realised. */
export type Profit = { at: Instant; amount: Decimal }

export type Profits = {
  /** The oldest first. */
  profits: readonly Profit[]
  /** `undefined` where nothing was realised. */
  currency: string | undefined
  /** The orders were closed in several currencies: these are their values in USD by the service. */
  isConverted: boolean
  /** Orders that may have realised something that is not in it: they could not be read. */
  unread: number
}

/** What the closed orders of a kind of source realised, as far as the history says it. */
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

/** Whether an order may be one of these and has realised something, but that cannot be read. */
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

/** What had been realised by an instant, and by how many orders. */
export type ProfitPoint = { at: Instant; total: Decimal; orders: number }

type Stretch = {
  /** What came before the first order, such as when a bot was made; where that is known. */
  from?: Instant | undefined
  /** What the sum ends with, where older orders may be missing; else it begins with nothing. */
  total?: Decimal | undefined
  until: Instant
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Up to here by the hour, beyond by the day. */
const SHORT = 4 * DAY

/** The running sum of profits, the oldest first, at even steps and once at the end; empty without any. */
export function profitOverTime(
  profits: readonly Profit[],
  { from, total: whole, until }: Stretch,
): ProfitPoint[] {
  const [first] = profits
  if (!first) return []
  const start = Math.min(from ?? first.at, first.at)
  const end = Math.max(until, profits.at(-1)?.at ?? until)
  const step = end - start <= SHORT ? HOUR : DAY

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

/** What all bots or trades of a kind realised of late, out of the newest closed orders. */
export type Realised = Profits & {
  /** The newest orders of the kind, the newest first. */
  fills: readonly HistoricalTrade[]
  /** Everything closed since then was read; all there is where it is `undefined`. */
  since: Instant | undefined
  /** By the service's clock. */
  readAt: Instant
}

/** Reads it once `isWanted`, which is once the rows of the page have come. */
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

/** What was realised from an instant on; `undefined` where some of it was not read. */
export function realisedFrom(
  { profits, since, unread }: Pick<Realised, 'profits' | 'since' | 'unread'>,
  from: Instant,
): Decimal | undefined {
  if (unread > 0 || (since !== undefined && since >= from)) return undefined
  return sum(profits.filter(({ at }) => at >= from).map(({ amount }) => amount))
}
