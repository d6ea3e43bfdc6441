import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import {
  type Candle,
  CANDLE_INTERVALS,
  CANDLE_LENGTHS,
  type CandleInterval,
  listCandles,
  MAX_CANDLES,
} from '#contract/market.ts'
import { readableRows } from '#contract/read.ts'
import { toNumber } from '#money/decimal.ts'
import { endpointQuery } from '#query/endpoint-query.ts'
import { useExtension, useService } from '#query/service.tsx'

const DAY = 86_400_000
/** In milliseconds. */
const FRESH_FOR = 60_000

/** The candles that are asked for: from an instant on, in epoch milliseconds. */
export type CandleWindow = { from: number; interval: CandleInterval }

/** Whether the service offers candles. */
export const useHasCandles = (): boolean => useExtension(listCandles) === true

/** The candles of a pair as a query; a window moves on when a candle is over, so they are asked for anew then. */
export const candlesIn = (pair: string, { interval, from }: CandleWindow) => ({
  ...endpointQuery(listCandles, { query: { pair, interval, from } }),
  select: readableRows<Candle>,
})

/** A pair's candles where the service offers them, read again every so many milliseconds. */
export const useCandles = (pair: string, window: CandleWindow, every?: number) =>
  useQuery({
    ...candlesIn(pair, window),
    ...(every === undefined ? { staleTime: FRESH_FOR } : { refetchInterval: every }),
    enabled: useHasCandles() && pair.includes('_'),
  })

/** The last day. */
export const dayWindow = (interval: CandleInterval, now: number): CandleWindow => ({
  interval,
  from: now - (now % CANDLE_LENGTHS[interval]) - DAY,
})

/** The last so many candles. */
export const latestWindow = (
  interval: CandleInterval,
  count: number,
  now: number,
): CandleWindow => ({
  interval,
  from: Math.floor(now / CANDLE_LENGTHS[interval] - count) * CANDLE_LENGTHS[interval],
})

/** About two points for every three pixels of a picture. */
const WANTED = 360

/** From an instant on, in the finest candles that are not too many. */
export function windowSince(start: number | undefined, now: number): CandleWindow | undefined {
  if (start === undefined || now <= start) return undefined
  const interval =
    CANDLE_INTERVALS.find((name) => (now - start) / CANDLE_LENGTHS[name] <= WANTED) ?? '1d'
  const length = CANDLE_LENGTHS[interval]
  // A whole candle, so that the same question is asked until the next one begins.
  const whole = Math.floor(start / length) * length
  const from = Math.max(whole, Math.floor(now / length - MAX_CANDLES + 1) * length)
  return { from, interval }
}

/** A week, in candles of two hours. */
const WEEK = { interval: '2h', count: 84 } as const
/** More pairs are not drawn: each is a request. */
const MOST_PAIRS = 12

/**
 * The last week's prices of each pair, the oldest first, once a pair and after all that the page needs;
 * `undefined` where the service offers no candles. `pairs` are the names of the rows, in their order.
 */
export function useWeekPrices(
  pairs: readonly (string | undefined)[],
): ReadonlyMap<string, readonly number[]> | undefined {
  const { clock } = useService()
  const isOffered = useHasCandles()
  const names = isOffered
    ? [...new Set(pairs)].flatMap((pair) => pair ?? []).slice(0, MOST_PAIRS)
    : []
  const asked = names.join(' ')
  const window = latestWindow(WEEK.interval, WEEK.count, clock.now())
  const prices = useQueries({
    queries: names.map((pair) => ({
      ...candlesIn(pair, window),
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: pricesIn,
  })
  return useMemo(
    () =>
      isOffered
        ? new Map(asked.split(' ').flatMap((pair, index) => each(pair, prices[index])))
        : undefined,
    [isOffered, asked, prices],
  )
}

const each = (pair: string, values: readonly number[] | undefined) =>
  values ? [[pair, values] as const] : []

/** One and the same function, so that what did not change stays as it was. */
const pricesIn = (answers: readonly { data: readonly Candle[] | undefined }[]) =>
  answers.map(({ data }) => data?.flatMap(({ close }) => (close ? [toNumber(close)] : [])))
