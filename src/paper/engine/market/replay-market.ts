import * as z from 'zod/mini'

import type { Instant } from '#contract/primitives.ts'
import {
  compare,
  type Decimal,
  decimal,
  divide,
  multiply,
  placesOf,
  sum,
  toNumber,
  wholeDigitsOf,
} from '#money/decimal.ts'

import { amount, text, whole } from '../record-parts.ts'
import { type Instrument, INSTRUMENTS, listedPair, manner, QUOTE, unitOf } from './instruments.ts'
import type { Market } from './market.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/**
 * Replays rows from `start`. A rising candle goes open, low, high, close; a falling one to its high
 * first. The last price in a second counts, until the next row. Only the pairs of the rows trade.
 */
export function replayMarket(rows: readonly ReplayRow[], start: Instant): Market {
  const shift = start - (rows[0]?.time ?? start)
  const listed = new Map(INSTRUMENTS.map((instrument) => [instrument.pair, instrument]))
  const played = new Map<string, Played>()
  const instruments = [...new Set([...listed.keys(), ...rows.map(({ pair }) => pair)])].flatMap(
    (pair) => {
      const own = rows.filter((row) => row.pair === pair)
      if (own.length === 0) return []
      const instrument = withFineTick(listed.get(pair), own) ?? instrumentOf(pair, own)
      played.set(pair, playedPair(own, instrument, shift))
      return [instrument]
    },
  )
  const of = (pair: string): Played => {
    const found = played.get(pair)
    if (!found) throw new RangeError(`no such pair: ${pair}`)
    return found
  }
  const volume: Market['volume'] = (pair, from, to) =>
    volumeUpTo(of(pair), to) - volumeUpTo(of(pair), from)
  return {
    ...steppedMarket(instruments, (pair) => of(pair).steps, volume),
    begins: (pair) => of(pair).begins[0],
  }
}

/** Digits of a price that a whole number of ticks can have. */
const DIGITS = 15
/** Decimal places of a quantity, as exchanges have. */
const LOT_PLACES = 8

/** Rules of a pair that is not listed: tick and lot are the smallest units in its rows. */
function instrumentOf(pair: string, rows: readonly ReplayRow[]): Instrument {
  const most = (values: readonly Decimal[], by: (value: Decimal) => number): number =>
    values.reduce((highest, value) => Math.max(highest, by(value)), 0)
  const prices = rows.flatMap(({ open, high, low, close }) => [open, high, low, close])
  const places = Math.min(most(prices, placesOf), DIGITS - most(prices, wholeDigitsOf))
  const volumes = rows.map(({ volume }) => volume)
  const lot = unitOf(Math.min(most(volumes, placesOf), LOT_PLACES))
  const hours = rows.reduce((total, { length }) => total + length, 0) / HOUR
  const hourly = Math.max(toNumber(decimal(lot)), toNumber(sum(volumes)) / hours)
  return listedPair([pair.slice(QUOTE.length + 1), places, lot, 1, 1, manner(1, 1, 0, hourly)])
    .instrument
}

/** A coarser tick would move prices by more than 0.05 %. */
const MIN_TICKS = decimal('1000')

/** A listed pair, with the tick of its rows if its own is too coarse for their prices. */
function withFineTick(
  listed: Instrument | undefined,
  rows: readonly ReplayRow[],
): Instrument | undefined {
  const isFine = ({ tick }: Instrument): boolean =>
    rows.every(({ low }) => compare(low, multiply(tick, MIN_TICKS)) >= 0)
  if (!listed || isFine(listed)) return listed
  const { tick, places } = instrumentOf(listed.pair, rows)
  return places > listed.places ? { ...listed, tick, places } : listed
}

type Played = {
  steps: Steps
  /** Start and length of each row, and cumulative volume before it. */
  begins: Instant[]
  lengths: number[]
  before: number[]
}

function playedPair(rows: readonly ReplayRow[], instrument: Instrument, shift: number): Played {
  const at: Instant[] = []
  const ticks: number[] = []
  const begins = rows.map(({ time }) => time + shift)
  const before: number[] = [0]
  for (const row of rows) {
    const { length } = row
    for (const [share, price] of courseOf(row)) {
      const into = Math.min(Math.floor((share * length) / 1000) * 1000, length - 1_000)
      const moment = row.time + shift + into
      if (at.at(-1) === moment) {
        at.pop()
        ticks.pop()
      }
      const value = ticksOf(price, instrument)
      if (ticks.at(-1) === value) continue
      at.push(moment)
      ticks.push(value)
    }
    before.push((before.at(-1) ?? 0) + toNumber(row.volume))
  }
  return { steps: { at, ticks }, begins, lengths: rows.map(({ length }) => length), before }
}

/** The prices of a candle in order, each with its share of the time. */
function courseOf({ open, high, low, close }: ReplayRow): [share: number, price: Decimal][] {
  const isRising = toNumber(close) >= toNumber(open)
  const [first, second] = isRising ? [low, high] : [high, low]
  return [
    [0, open],
    [1 / 3, first],
    [2 / 3, second],
    [1, close],
  ]
}

/** Rounds a price to the nearest tick. */
export const ticksOf = (price: Decimal, { tick }: Instrument): number =>
  Math.max(1, toNumber(divide(price, tick, 0, 'half-even')))

function volumeUpTo({ begins, lengths, before }: Played, at: Instant): number {
  const index = countUpTo(begins, at) - 1
  if (index < 0) return 0
  const begin = begins[index] ?? at
  const traded = (before[index + 1] ?? 0) - (before[index] ?? 0)
  const share = Math.min(1, (at - begin) / (lengths[index] ?? MINUTE))
  return (before[index] ?? 0) + traded * share
}

/** A replayed candle; a single price is one without extent. */
export const replayRowShape = z.object({
  time: whole,
  /** In milliseconds: a second for a single price. */
  length: whole,
  pair: text,
  open: amount,
  high: amount,
  low: amount,
  close: amount,
  volume: amount,
})
export type ReplayRow = z.infer<typeof replayRowShape>

/** One pair's prices: each holds from a whole second until the next one. */
export type Steps = { at: readonly Instant[]; ticks: readonly number[] }

/** A market with prices in steps; the first price also holds before its step. */
export function steppedMarket(
  instruments: readonly Instrument[],
  stepsOf: (pair: string) => Steps,
  volume: Market['volume'],
): Market {
  const last = (pair: string, at: Instant): number => {
    const { at: moments, ticks } = stepsOf(pair)
    return ticks[Math.max(0, countUpTo(moments, at) - 1)] ?? 1
  }
  return {
    instruments,
    instrument: (pair) => instruments.find((instrument) => instrument.pair === pair),
    last,
    firstOutside(pair, after, until, low, high) {
      const isOutside = (ticks: number): boolean => ticks <= low || ticks >= high
      const next = after + 1_000
      if (next > until) return undefined
      if (isOutside(last(pair, next))) return next
      const { at: moments, ticks } = stepsOf(pair)
      for (let i = countUpTo(moments, after); i < moments.length; i++) {
        const moment = moments[i] ?? Infinity
        if (moment > until) return undefined
        if (isOutside(ticks[i] ?? 1)) return moment
      }
      return undefined
    },
    range(pair, from, to) {
      const { at: moments, ticks } = stepsOf(pair)
      const within = ticks.slice(countUpTo(moments, from), countUpTo(moments, to))
      const first = last(pair, from)
      return {
        low: within.reduce((low, price) => Math.min(low, price), first),
        high: within.reduce((high, price) => Math.max(high, price), first),
      }
    },
    volume,
  }
}

/** Number of ascending moments ≤ `at`. */
export function countUpTo(moments: readonly Instant[], at: Instant): number {
  let low = 0
  let high = moments.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((moments[middle] ?? Infinity) <= at) low = middle + 1
    else high = middle
  }
  return low
}
