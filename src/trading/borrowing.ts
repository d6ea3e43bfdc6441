import { type Decimal, decimal, isPositive, multiply, round, ZERO } from '#money/decimal.ts'

/**
 * Interest, like Kraken's rollover fee on margin: every four hours from 00 UTC, borrowed amount (in
 * quote currency at the last price) × 0.004 %, rounded up to 8 decimals. That is 0.024 % per day.
 * Orders and interest bear none. Paid at the close, in proportion for a part.
 */
export const INTEREST_EVERY = 4 * 3_600_000

const RATE = decimal('0.00004')
const PLACES = 8

export const interestOn = (borrowed: Decimal): Decimal =>
  isPositive(borrowed) ? round(multiply(borrowed, RATE), PLACES, 'up') : ZERO

/** Fraction of the borrowed amount. */
export const DAILY_INTEREST = multiply(RATE, decimal('6'))
