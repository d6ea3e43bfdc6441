import type { Instant } from '#contract/primitives.ts'
import {
  type Decimal,
  divide,
  fromNumber,
  HUNDRED,
  isPositive,
  multiply,
  ONE,
  round,
  subtract,
} from '#money/decimal.ts'

const DAY = 86_400_000
const PLACES = 18
const PERCENT_PLACES = 4

/**
 * A profit ÷ the days in which it was made, in its own currency: the arithmetic mean. `undefined` for
 * less than one whole day, which would be blown up to a day that never was.
 */
export function profitADay(profit: Decimal, from: Instant, to: Instant): Decimal | undefined {
  if (to - from < DAY) return undefined
  return divide(multiply(profit, fromNumber(DAY)), fromNumber(to - from), PLACES, 'half-even')
}

/**
 * What it would have brought to buy the coins with everything at one price and to hold them until
 * another, in percent points and without fees: (last ÷ start − 1) × 100. `undefined` for a price of 0.
 */
export function buyAndHold(start: Decimal, last: Decimal): Decimal | undefined {
  if (!isPositive(start)) return undefined
  const growth = subtract(divide(last, start, PLACES, 'half-even'), ONE)
  return round(multiply(growth, HUNDRED), PERCENT_PLACES, 'half-even')
}
