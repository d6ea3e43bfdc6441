import { compare, type Decimal, decimal, quotient, round, wholeDigitsOf } from '#money/decimal.ts'
import { countedZeros, figure } from '#money/format.ts'

import { splitPair } from './pair.ts'

type NamedGrid = {
  pair: string
  lower: Decimal
  upper: Decimal
  isFutures: boolean | undefined
  /** Names of the other bots. */
  taken: Iterable<string>
}

/** Default name of a grid bot, "BTC 78.7k–106k"; with a number if another bot has it already. */
export function gridBotName({ pair, lower, upper, isFutures, taken }: NamedGrid): string {
  const coin = splitPair(pair).base + (isFutures === true ? ' futures' : '')
  const name = `${coin} ${rangeName(lower, upper)}`
  const others = new Set(taken)
  let number = 1
  let free = name
  while (others.has(free)) free = `${name} (${(number += 1)})`
  return free
}

const DIGITS = 3
const MOST_DIGITS = 12

/** With more digits if the bounds would look alike. */
function rangeName(lower: Decimal, upper: Decimal): string {
  let digits = DIGITS
  const bound = (price: Decimal) => shortBound(price, digits)
  while (bound(lower) === bound(upper) && digits < MOST_DIGITS) digits += 1
  return `${bound(lower)}–${bound(upper)}`
}

const UNITS = [
  { from: decimal('1000000'), by: decimal('1000000'), word: 'M' },
  { from: decimal('10000'), by: decimal('1000'), word: 'k' },
]

/** "78.7k", "2,876", "18.8", "0.0(9)64": at least the whole digits. */
function shortBound(price: Decimal, digits: number): string {
  const unit = UNITS.find(({ from }) => compare(price, from) >= 0)
  const value = unit ? quotient(price, unit.by) : price
  const parts = figure(round(value, Math.max(0, digits - wholeDigitsOf(value)), 'half-even'))
  return (countedZeros(parts) ?? parts.main + parts.minor) + (unit?.word ?? '')
}
