import type { Instant } from '#contract/primitives.ts'
import {
  type Decimal,
  compare,
  isDecimal,
  decimal,
  isPositive,
  isNegative,
} from '#money/decimal.ts'

import { INSTRUMENTS } from './instruments.ts'

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
export type ReplayFile = { rows: ReplayRow[] } | { fault: string }

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
