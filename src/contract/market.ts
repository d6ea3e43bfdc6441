import * as z from 'zod/mini'

import { define } from './endpoint.ts'
import {
  amount,
  isoOrUnix,
  pair,
  step,
  text,
  unixSeconds,
  wholeNumber,
  mayBeMissing,
} from './primitives.ts'
import type { ReadOf } from './read.ts'

/** Not in the spec. One row per exchange and pair, with the exchange's limits. */
export const marketPair = z.object({
  pair,
  exchange: mayBeMissing(text),
  last: amount,
  bid: amount,
  ask: amount,
  tick: step,
  lot: step,
  min_total: amount,
  max_leverage: mayBeMissing(wholeNumber),
  day_change_percent: amount,
  quote_volume: amount,
  /** Units filled per second, and the price change of such an order, as a fraction. */
  depth: z.optional(amount),
  impact: z.optional(amount),
  /** Daily rate, as a fraction of the borrowed amount. */
  daily_interest: z.optional(amount),
  /** Daily rate of a futures long (a short receives it), as a fraction of position value. */
  daily_funding: z.optional(amount),
})
export type MarketPair = ReadOf<typeof marketPair>
export type MarketPairEntity = z.output<typeof marketPair>

export const candle = z.object({
  time: unixSeconds,
  open: amount,
  high: amount,
  low: amount,
  close: amount,
  volume: amount,
})
export type Candle = ReadOf<typeof candle>
export type CandleEntity = z.output<typeof candle>

export const CANDLE_INTERVALS = ['1m', '3m', '5m', '15m', '30m', '1h', '2h', '4h', '1d'] as const
export type CandleInterval = (typeof CANDLE_INTERVALS)[number]

/** Milliseconds. */
export const CANDLE_LENGTHS: Readonly<Record<CandleInterval, number>> = {
  '1m': 60_000,
  '3m': 180_000,
  '5m': 300_000,
  '15m': 900_000,
  '30m': 1_800_000,
  '1h': 3_600_000,
  '2h': 7_200_000,
  '4h': 14_400_000,
  '1d': 86_400_000,
}
export const MAX_CANDLES = 1_500

export const listPairs = define({
  name: 'listPairs',
  path: '/api/v1/market/pairs',
  permission: null,
  response: z.array(marketPair),
  reads: ['market'],
  extension: true,
})

/** Not in the spec. For services that list pair names per exchange. */
export const listPairsOn = define({
  name: 'listPairsOn',
  path: '/api/v1/market/pairs/:exchange',
  permission: null,
  params: z.object({ exchange: text }),
  response: z.array(marketPair),
  reads: ['market'],
  extension: true,
})

/** Not in the spec. For services whose list has names only. */
export const getPair = define({
  name: 'getPair',
  path: '/api/v1/market/pair',
  permission: null,
  query: z.object({ exchange: text, pair }),
  response: marketPair,
  reads: ['market'],
  extension: true,
})

export const listCandles = define({
  name: 'listCandles',
  path: '/api/v1/market/candles',
  permission: null,
  query: z.object({
    pair,
    /** Optional if all exchanges of the service share prices. */
    exchange: z.optional(text),
    interval: z.enum(CANDLE_INTERVALS),
    from: isoOrUnix,
    to: z.optional(isoOrUnix),
  }),
  response: z.array(candle),
  reads: ['market'],
  extension: true,
})
