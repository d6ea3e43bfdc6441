import type { Instant } from '#contract/primitives.ts'
import {
  compare,
  type Decimal,
  decimal,
  divide,
  isDecimal,
  isNegative,
  isPositive,
  toNumber,
} from '#money/decimal.ts'

import { type Instrument, INSTRUMENTS } from './instruments.ts'
import type { Market } from './market.ts'

const MINUTE = 60_000

/**
 * Plays rows again, the first of them at `start`. What a candle does inside is not known: a rising
 * one goes from its open to its low, its high and its close, a falling one to its high first. After
 * the last row its price stays. Pairs without rows are not traded.
 */
export function replayMarket(rows: readonly ReplayRow[], start: Instant): Market {
  const shift = start - (rows[0]?.time ?? start)
  const played = new Map<string, Played>()
  const instruments = INSTRUMENTS.filter((instrument) => {
    const own = rows.filter(({ pair }) => pair === instrument.pair)
    if (own.length > 0) played.set(instrument.pair, playedPair(own, instrument, shift))
    return own.length > 0
  })
  const of = (pair: string): Played => {
    const found = played.get(pair)
    if (!found) throw new RangeError(`no such pair: ${pair}`)
    return found
  }
  return steppedMarket(
    instruments,
    (pair) => of(pair).steps,
    (pair, from, to) => volumeUpTo(of(pair), to) - volumeUpTo(of(pair), from),
  )
}

type Played = {
  steps: Steps
  /** When each row begins, how long it lasts, and what was traded before it. */
  begins: Instant[]
  lengths: number[]
  before: number[]
}

function playedPair(rows: readonly ReplayRow[], instrument: Instrument, shift: number): Played {
  const at: Instant[] = []
  const ticks: number[] = []
  const begins = rows.map(({ time }) => time + shift)
  const lengths = begins.map((begin, index) => lengthOf(begins, index, begin))
  const before: number[] = [0]
  for (const [index, row] of rows.entries()) {
    const begin = begins[index] ?? 0
    const length = lengths[index] ?? MINUTE
    for (const [share, price] of courseOf(row)) {
      const moment = begin + Math.min(Math.floor((share * length) / 1000) * 1000, length - 1_000)
      const value = ticksOf(price, instrument)
      if (ticks.at(-1) === value || at.at(-1) === moment) continue
      at.push(moment)
      ticks.push(value)
    }
    before.push((before.at(-1) ?? 0) + toNumber(row.volume))
  }
  return { steps: { at, ticks }, begins, lengths, before }
}

/** Up to the next row; the last one lasts as long as the one before it. */
function lengthOf(begins: readonly Instant[], index: number, begin: Instant): number {
  const next = begins[index + 1]
  if (next !== undefined) return next - begin
  const earlier = begins[index - 1]
  return earlier === undefined ? MINUTE : begin - earlier
}

/** The prices of a candle in the order in which it takes them, each with its share of the time. */
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

/** A price that is not on a tick of the pair goes to the nearest. */
const ticksOf = (price: Decimal, { tick }: Instrument): number =>
  Math.max(1, toNumber(divide(price, tick, 0, 'half-even')))

function volumeUpTo({ begins, lengths, before }: Played, at: Instant): number {
  const index = countUpTo(begins, at) - 1
  if (index < 0) return 0
  const begin = begins[index] ?? at
  const traded = (before[index + 1] ?? 0) - (before[index] ?? 0)
  const share = Math.min(1, (at - begin) / (lengths[index] ?? MINUTE))
  return (before[index] ?? 0) + traded * share
}

/** A candle that is played again, or a single price: a candle without extent. */
export type ReplayRow = {
  time: Instant
  pair: string
  open: Decimal
  high: Decimal
  low: Decimal
  close: Decimal
  volume: Decimal
}

/** Rows in the order of their times, or the first line that is wrong and why. */
type ReplayFile = { rows: ReplayRow[] } | { fault: string }

const CANDLE = 7
/** Time, pair, price and volume. */
const TICK = 4
const HIGHEST = decimal('1000000000')
const PAIRS: ReadonlySet<string> = new Set(INSTRUMENTS.map(({ pair }) => pair))

/**
 * Reads lines of `time,pair,open,high,low,close,volume`, or `time,pair,price,volume` for single
 * trades. Time is ISO 8601 or UNIX seconds. A first line that begins with `time` is a heading.
 */
export function readReplay(text: string): ReplayFile {
  const rows: ReplayRow[] = []
  const latest = new Map<string, Instant>()
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || (index === 0 && line.startsWith('time'))) continue
    const row = readRow(line.split(',').map((cell) => cell.trim()))
    const fault = typeof row === 'string' ? row : orderFault(row, latest)
    if (fault !== undefined) return { fault: `Line ${index + 1}: ${fault}` }
    if (typeof row !== 'string') rows.push(row)
  }
  if (rows.length === 0) return { fault: 'The file holds no prices.' }
  return { rows: rows.toSorted((a, b) => a.time - b.time) }
}

function orderFault({ pair, time }: ReplayRow, latest: Map<string, Instant>): string | undefined {
  const before = latest.get(pair)
  latest.set(pair, time)
  return before !== undefined && time <= before
    ? `the times of ${pair} do not ascend here.`
    : undefined
}

/** A row, or what is wrong with it. */
function readRow(cells: string[]): ReplayRow | string {
  if (cells.length !== CANDLE && cells.length !== TICK) {
    return `${cells.length} values where a candle has ${CANDLE} and a tick ${TICK}.`
  }
  const [when = '', pair = '', ...figures] = cells
  const time = readTime(when)
  if (time === undefined) return `${when} is no time: send ISO 8601 with Z, or UNIX seconds.`
  if (!PAIRS.has(pair)) return `${pair} is not a pair of this exchange.`
  const wrong = figures.findIndex((figure) => !isDecimal(figure))
  if (wrong >= 0) return `${figures[wrong] ?? ''} is not a number.`
  const [open, high = open, low = open, close = open, volume] = pricesOf(figures.map(decimal))
  if (!open || !high || !low || !close || !volume) return 'a value is missing.'
  if (!isPositive(low) || compare(high, HIGHEST) > 0) {
    return 'prices are more than 0 and at most 1,000,000,000.'
  }
  if (isNegative(volume)) return 'the volume is less than 0.'
  if ([open, close].some((price) => compare(price, high) > 0 || compare(price, low) < 0)) {
    return 'open and close have to lie between low and high.'
  }
  return { time, pair, open, high, low, close, volume }
}

/** The four prices and the volume, whichever kind of row it was. */
function pricesOf(figures: readonly Decimal[]): readonly (Decimal | undefined)[] {
  const [price, traded] = figures
  return figures.length === TICK - 2 ? [price, price, price, price, traded] : figures
}

const ISO = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/

/** Whole seconds: prices change at nothing finer. */
function readTime(text: string): Instant | undefined {
  const at = /^\d{9,10}$/.test(text) ? Number(text) * 1000 : ISO.test(text) ? Date.parse(text) : NaN
  return Number.isNaN(at) ? undefined : Math.floor(at / 1000) * 1000
}

/** One pair's prices: each holds from its moment, a whole second, until the next one. */
export type Steps = { at: readonly Instant[]; ticks: readonly number[] }

/** A market whose prices are known step by step; before the first step its price holds already. */
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

/** How many of these ascending moments are not after `at`. */
function countUpTo(moments: readonly Instant[], at: Instant): number {
  let low = 0
  let high = moments.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((moments[middle] ?? Infinity) <= at) low = middle + 1
    else high = middle
  }
  return low
}
