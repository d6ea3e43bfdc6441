import type { Instant } from '#contract/primitives.ts'
import {
  compare,
  type Decimal,
  isNegative,
  isPositive,
  readDecimal,
  toText,
  ZERO,
} from '#money/decimal.ts'

import { type FeedBook, type FeedCandle, FeedFailure } from './feed.ts'

/** Data of an exchange that cannot be used; the message names field and fault. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}

export type Fields = Readonly<Record<string, unknown>>

/** Text without an end runs to the end of the message, which keeps the search linear. */
const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d[\d.eE+-]*/g

/** Parses JSON with each number as its own text: no amount ever becomes a double. */
export function exactJson(text: string): unknown {
  try {
    const quoted = text.replace(TEXT_OR_NUMBER, (token) =>
      token.startsWith('"') ? token : `"${token}"`,
    )
    return JSON.parse(quoted)
  } catch {
    throw new Unreadable('the message is not JSON')
  }
}

export function fieldsOf(value: unknown, name: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Unreadable(`${name} is not an object`)
  }
  return value as Fields
}

export function rowsOf(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new Unreadable(`${name} is not a list`)
  return value
}

/** Exchange text is shown without control characters, shortened; lists and objects by their kind. */
export const shown = (value: unknown): string =>
  (typeof value === 'string' ? value : typeof value)
    .slice(0, 200)
    .replace(/\p{C}/gu, '')
    .slice(0, 60)

export function textOf(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new Unreadable(`${name} is missing`)
  return value
}

/** Longer amounts are hostile: real ones have at most 20 digits. */
const MAX_DIGITS = 40

function amountOf(value: unknown, name: string): Decimal {
  const amount = readDecimal(textOf(value, name))
  if (!amount || toText(amount).length > MAX_DIGITS) {
    throw new Unreadable(`${name} is “${shown(value)}”, not an amount`)
  }
  return amount
}

export function positive(value: unknown, name: string): Decimal {
  const amount = amountOf(value, name)
  if (!isPositive(amount)) throw new Unreadable(`${name} is ${shown(value)}, not above zero`)
  return amount
}

export function notNegative(value: unknown, name: string): Decimal {
  const amount = amountOf(value, name)
  if (isNegative(amount)) throw new Unreadable(`${name} is ${shown(value)}, below zero`)
  return amount
}

/** Reads a count, an id or a time. */
export function whole(value: unknown, name: string): number {
  const number = /^\d{1,16}$/.test(textOf(value, name)) ? Number(value) : NaN
  if (!Number.isSafeInteger(number)) {
    throw new Unreadable(`${name} is “${shown(value)}”, not a whole number`)
  }
  return number
}

/** The prices of a candle, in the order of all exchanges. */
export function candlePrices(row: readonly unknown[]): Omit<FeedCandle, 'time' | 'volume'> {
  const [open, high, low, close] = ['open', 'high', 'low', 'close'].map((name, index) =>
    positive(row[index], name),
  ) as [Decimal, Decimal, Decimal, Decimal]
  if ([open, close].some((price) => compare(price, high) > 0 || compare(price, low) < 0)) {
    throw new Unreadable('open or close is outside of the candle')
  }
  return { open, high, low, close }
}

/** Best prices; zero, or none, stands for an empty side. */
export function bookSides(
  bid: unknown,
  bidSize: unknown,
  ask: unknown,
  askSize: unknown,
): FeedBook {
  const side = (price: unknown, name: string) =>
    price === undefined || price === null ? ZERO : notNegative(price, name)
  const [highest, lowest] = [side(bid, 'bid'), side(ask, 'ask')]
  const hasBid = isPositive(highest)
  const hasAsk = isPositive(lowest)
  if (hasBid && hasAsk && compare(highest, lowest) > 0) throw new Unreadable('bid is above ask')
  return {
    ...(hasBid && { bid: highest, bidSize: positive(bidSize, 'size of the bid') }),
    ...(hasAsk && { ask: lowest, askSize: positive(askSize, 'size of the ask') }),
  }
}

const BETWEEN_REPORTS_MS = 60_000

export type Faults = ReturnType<typeof faultCounter>

/** Counts dropped data, and reports it at most once a minute. */
export function faultCounter(exchange: string, now: () => Instant) {
  let count = 0
  let reported = -Infinity
  let report = (_count: number, _sentence: string): void => {}
  function add(fault: string): void {
    count += 1
    if (now() - reported < BETWEEN_REPORTS_MS) return
    reported = now()
    report(count, `${exchange}: ${fault}.`)
  }
  return {
    add,
    reportTo: (listener: typeof report) => void (report = listener),
    /** The rows that `read` can read. */
    readable: <T>(rows: readonly unknown[], read: (row: unknown) => T): T[] =>
      rows.flatMap((row) => {
        try {
          return [read(row)]
        } catch (error) {
          if (!(error instanceof Unreadable)) throw error
          add(`unreadable data, ${error.message}`)
          return []
        }
      }),
  }
}

export const unreadable = (exchange: string, { message }: Unreadable): FeedFailure =>
  new FeedFailure('unreadable', `${exchange} sent unreadable data: ${message}.`)

/** Reads an answer of which everything is needed. */
export function strictly<T>(exchange: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof Unreadable ? unreadable(exchange, error) : error
  }
}
