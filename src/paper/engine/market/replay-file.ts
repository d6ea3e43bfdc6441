import type { Instant } from '#contract/primitives.ts'
import {
  add,
  compare,
  type Decimal,
  decimal,
  isDecimal,
  isNegative,
  isPositive,
} from '#money/decimal.ts'

import { INSTRUMENTS } from './instruments.ts'
import type { ReplayRow } from './replay-market.ts'

const SECOND = 1_000
const MINUTE = 60_000

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
