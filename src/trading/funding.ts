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
 * What positions of futures accounts exchange at 00, 08 and 16 o'clock UTC. Longs pay it when the rate
 * is positive and shorts receive it, and the reverse:
 *
 *     funding = position value at the last price × rate
 *     rate = (P − M) ÷ M ÷ 20, within ±0.05 %, to six places
 *
 * P is the last price and M the mean of the last prices one, two, … and eight hours before.
 */
export const FUNDING_EVERY = 8 * 3_600_000

/** How many hours the mean goes back. */
export const FUNDING_HOURS = 8

const MOST = decimal('0.0005')
/** Ours: how much of the distance from the mean is the premium of the future over its coin. */
const SHARE = decimal('20')
const RATE_PLACES = 6
const PLACES = 8

/** The rate of a price after the `FUNDING_HOURS` prices before it, in any unit. */
export function fundingRateOf(last: Decimal, before: readonly Decimal[]): Decimal {
  const total = sum(before)
  const distance = subtract(multiply(last, decimal(String(before.length))), total)
  const rate = divide(distance, multiply(total, SHARE), RATE_PLACES, 'half-even')
  return smaller(MOST, larger(negate(MOST), rate))
}

/** What a position pays, negative when it receives; rounded so that it never gets a fraction more. */
export function fundingOn(value: Decimal, rate: Decimal, direction: Direction): Decimal {
  const exact = multiply(value, direction === 'long' ? rate : negate(rate))
  return round(exact, PLACES, isPositive(exact) ? 'up' : 'down')
}

/** A day of a rate, as a part of the value of a long position: what the service tells. */
export const dailyFunding = (rate: Decimal): Decimal => multiply(rate, decimal('3'))
