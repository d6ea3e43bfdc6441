import {
  type Decimal,
  decimal,
  divide,
  isPositive,
  larger,
  multiply,
  negate,
  round,
  smaller,
  subtract,
  sum,
} from '#money/decimal.ts'

import type { Direction } from './profit.ts'

/**
 * Funding of futures at 00, 08 and 16 UTC: position value at the last price × rate, from longs to
 * shorts if positive. rate = (P − M) ÷ M ÷ 20, within ±0.05 %, to six decimals; P is the last
 * price, M the mean of those one to eight hours before.
 */
export const FUNDING_EVERY = 8 * 3_600_000

export const FUNDING_HOURS = 8

const MAX_RATE = decimal('0.0005')
/** Our choice: one twentieth of the distance from the mean is the future's premium. */
const PREMIUM_DIVISOR = decimal('20')
const RATE_PLACES = 6
const PLACES = 8

/** Returns the rate for a price and the hourly prices before it, in any unit. */
export function fundingRateOf(last: Decimal, before: readonly Decimal[]): Decimal {
  const total = sum(before)
  const distance = subtract(multiply(last, decimal(String(before.length))), total)
  const rate = divide(distance, multiply(total, PREMIUM_DIVISOR), RATE_PLACES, 'half-even')
  return smaller(MAX_RATE, larger(negate(MAX_RATE), rate))
}

/** Returns the payment of a position, negative if received; rounded against the position. */
export function fundingOn(value: Decimal, rate: Decimal, direction: Direction): Decimal {
  const exact = multiply(value, direction === 'long' ? rate : negate(rate))
  return round(exact, PLACES, isPositive(exact) ? 'up' : 'down')
}

/** Returns the daily rate, as a fraction of a long position's value. */
export const dailyFunding = (rate: Decimal): Decimal => multiply(rate, decimal('3'))
