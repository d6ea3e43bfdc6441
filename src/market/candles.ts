import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'

import {
  type Candle,
  CANDLE_INTERVALS,
  CANDLE_LENGTHS,
  type CandleInterval,
  listCandles,
} from '#contract/market.ts'
import type { Id } from '#contract/primitives.ts'
import { readableRows } from '#contract/read.ts'
import { toNumber } from '#money/decimal.ts'
import { endpointQuery } from '#query/endpoint-query.ts'
import { useExtension, useService } from '#query/service.tsx'

const DAY = 86_400_000

/** Candles between two instants in epoch milliseconds; until now if `to` is omitted. */
export type CandleWindow = { from: number; interval: CandleInterval; to?: number | undefined }

export const useHasCandles = (): boolean => useExtension(listCandles) === true

/** A pair on an exchange: prices differ between exchanges. */
export type PairOn = { pair: string; exchange: string | undefined }

/** Query for a pair's candles, renewed when a candle ends. */
export const candlesIn = ({ pair, exchange }: PairOn, { interval, from, to }: CandleWindow) => ({
  ...endpointQuery(listCandles, { query: { pair, exchange, interval, from, to } }, 'extra'),
  select: readableRows<Candle>,
})

export const dayWindow = (interval: CandleInterval, now: number): CandleWindow => ({
  interval,
  from: now - (now % CANDLE_LENGTHS[interval]) - DAY,
})

/** The last `count` candles. */
export const latestWindow = (
  interval: CandleInterval,
  count: number,
  now: number,
): CandleWindow => ({
  interval,
  from: Math.floor(now / CANDLE_LENGTHS[interval] - count) * CANDLE_LENGTHS[interval],
})

const WEEK = { interval: '2h', count: 84 } as const
/** Maximum of rows with a line: each pair and time is a request. */
const MOST_READS = 12

/** A row with the pair whose price it shows; without a pair nothing is read. */
type PricedRow = {
  id: Id | undefined
  pair: string | undefined
  exchange: string | undefined
  /** Start of the prices; a week ago if omitted. */
  since?: number
}

/** Maximum over the life of a row. */
const MOST_CANDLES = 120

/** Finest candles since an instant, up to the current one. */
export function lifeWindow(since: number, now: number): CandleWindow {
  const interval = intervalFor(now - since, MOST_CANDLES)
  const length = CANDLE_LENGTHS[interval]
  return { interval, from: since - (since % length), to: now - (now % length) + length - 1 }
}

/** Finest interval with at most `most` candles in a span. */
export const intervalFor = (span: number, most: number): CandleInterval =>
  CANDLE_INTERVALS.find((one) => span / CANDLE_LENGTHS[one] <= most) ?? '1d'

/** Past prices by row id, oldest first, read after the page; `undefined` if not offered. */
export function usePastPrices(
  rows: readonly PricedRow[],
): ReadonlyMap<Id, readonly number[]> | undefined {
  const { clock } = useService()
  const isOffered = useHasCandles()
  const now = clock.now()
  const week = latestWindow(WEEK.interval, WEEK.count, now)
  const asked = new Map<string, { on: PairOn; window: CandleWindow; ids: Id[] }>()
  for (const { id, pair, exchange, since } of isOffered ? rows : []) {
    if (id === undefined || pair === undefined) continue
    const window = since === undefined ? week : lifeWindow(since, now)
    const key = `${exchange ?? ''} ${pair} ${window.interval} ${window.from}`
    const known = asked.get(key)
    if (known) known.ids.push(id)
    else if (asked.size < MOST_READS) asked.set(key, { on: { pair, exchange }, window, ids: [id] })
  }
  const prices = useQueries({
    queries: Array.from(asked.values(), ({ on, window }) => ({
      ...candlesIn(on, window),
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: pricesIn,
  })
  const ids = JSON.stringify(Array.from(asked.values(), (one) => one.ids))
  return useMemo(() => {
    if (!isOffered) return undefined
    const ofRows = (JSON.parse(ids) as Id[][]).flatMap((some, index) => {
      const values = prices[index]
      return values ? some.map((id) => [id, values] as const) : []
    })
    return new Map(ofRows)
  }, [isOffered, ids, prices])
}

/** One function, so that unchanged results keep their identity. */
const pricesIn = (answers: readonly { data: readonly Candle[] | undefined }[]) =>
  answers.map(({ data }) => data?.flatMap(({ close }) => (close ? [toNumber(close)] : [])))
