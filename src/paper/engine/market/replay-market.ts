import * as z from 'zod/mini'

import type { Instant } from '#contract/primitives.ts'
import {
  add,
  compare,
  type Decimal,
  decimal,
  divide,
  isDecimal,
  isNegative,
  isPositive,
  toNumber,
} from '#money/decimal.ts'

import { amount, text, whole } from '../record-parts.ts'
import { type Instrument, INSTRUMENTS } from './instruments.ts'
import type { Market } from './market.ts'

const SECOND = 1_000
const MINUTE = 60_000

/**
 * Replays rows from `start`. A rising candle goes open, low, high, close; a falling one to its high
 * first. The last price in a second counts, until the next row. Other pairs are not traded.
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

/** Rows by time, or the first wrong line with its fault. */
type ReplayFile = { rows: ReplayRow[] } | { fault: string }

const CANDLE = 7
const KLINE = 12
/** Number of columns: time, pair, price, volume. */
const TICK_COLUMNS = 4
const HIGHEST = decimal('1000000000')
const PAIRS: ReadonlySet<string> = new Set(INSTRUMENTS.map(({ pair }) => pair))

/**
 * Reads `time,pair,open,high,low,close,volume`, `time,pair,price,volume` for trades, or Binance
 * klines with the pair in the file name, in either order and with an optional heading. Time: ISO
 * 8601 or UNIX seconds, milliseconds or microseconds. Trades of one second merge at the last price.
 * A candle lasts the shortest distance between two of its pair, so gaps stay gaps.
 */
export function readReplay(text: string, name = ''): ReplayFile {
  const pairs = new Map<string, ReadRow[]>()
  const lines = Array.from(
    text
      .replace(/^\uFEFF/, '')
      .split(/\r?\n/)
      .entries(),
  ).filter(([index, line]) => line.trim() !== '' && !(index === 0 && /^(open_)?time/.test(line)))
  const timeOf = (line: [number, string] | undefined) => readTime(line?.[1].split(',')[0] ?? '')
  // Exchanges may list the newest first.
  if ((timeOf(lines[0]) ?? 0) >= (timeOf(lines.at(-1)) ?? Infinity) + SECOND) lines.reverse()
  for (const [index, line] of lines) {
    const cells = line.split(',').map((cell) => cell.trim())
    const row = readRow(cells.length === KLINE ? candleOf(cells, name) : cells)
    if (typeof row === 'string') return { fault: `Line ${index + 1}: ${row}` }
    const own = pairs.get(row.pair) ?? []
    pairs.set(row.pair, own)
    const before = own.at(-1)
    const isSameSecond = before?.isTick === true && row.isTick && before.time === row.time
    if (before && (row.at < before.at || (row.time === before.time && !isSameSecond))) {
      return { fault: `Line ${index + 1}: the times of ${row.pair} do not ascend here.` }
    }
    if (isSameSecond) own.pop()
    own.push(isSameSecond ? { ...row, volume: add(row.volume, before.volume) } : row)
  }
  if (pairs.size === 0) return { fault: 'The file holds no prices.' }
  const rows = [...pairs.values()].flatMap(withLengths)
  return { rows: rows.toSorted((a, b) => a.time - b.time) }
}

/** `at` includes milliseconds. */
type ReadRow = Omit<ReplayRow, 'length'> & { at: Instant; isTick: boolean }

function withLengths(rows: readonly ReadRow[]): ReplayRow[] {
  const begins = rows.filter(({ isTick }) => !isTick).map(({ time }) => time)
  const usual = begins.reduce(
    (least, time, index) => Math.min(least, time - (begins[index - 1] ?? -Infinity)),
    Infinity,
  )
  const candle = Number.isFinite(usual) ? usual : MINUTE
  return rows.map(({ isTick, time, pair, open, high, low, close, volume }, index) => {
    const next = rows[index + 1]?.time ?? Infinity
    const length = Math.min(isTick ? SECOND : candle, next - time)
    return { time, length, pair, open, high, low, close, volume }
  })
}

/** A Binance kline: open time, four prices and volume first. */
function candleOf([time = '', ...figures]: string[], name: string): string[] {
  const symbol = /(?:^|[\\/])([A-Z\d]+)-\d+\w+-[^\\/]*$/.exec(name)?.[1]
  const pair = [...PAIRS].find((known) => known.split('_').toReversed().join('') === symbol)
  return [time, pair ?? symbol ?? '', ...figures.slice(0, CANDLE - 2)]
}

function readRow(cells: string[]): ReadRow | string {
  if (cells.length !== CANDLE && cells.length !== TICK_COLUMNS) {
    return `${cells.length} values where a candle has ${CANDLE} and a tick ${TICK_COLUMNS}.`
  }
  const [when = '', pair = '', ...figures] = cells
  const at = readTime(when)
  if (at === undefined) return `${when} is no time: send ISO 8601 with Z, or UNIX time.`
  if (pair === '') return 'name the file as Binance does, such as BTCUSDT-1m-2026-01.csv.'
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
  const time = Math.floor(at / SECOND) * SECOND
  return { at, time, isTick: cells.length === TICK_COLUMNS, pair, open, high, low, close, volume }
}

/** The four prices and the volume of either kind of row. */
function pricesOf(figures: readonly Decimal[]): readonly (Decimal | undefined)[] {
  const [price, traded] = figures
  return figures.length === TICK_COLUMNS - 2 ? [price, price, price, price, traded] : figures
}

const ISO = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/

const UNIX = /^(\d{9,10})(\d{3})?(\d{3})?$/

function readTime(text: string): Instant | undefined {
  const [, seconds, milliseconds = '000'] = UNIX.exec(text) ?? []
  if (seconds !== undefined) return Number(seconds + milliseconds)
  const day = text.slice(0, 10)
  // `Date` reads 30 February as a day in March.
  const isDay = ISO.test(text) && new Date(day).toISOString().startsWith(day)
  const at = isDay ? Date.parse(text) : NaN
  return Number.isNaN(at) ? undefined : at
}

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
