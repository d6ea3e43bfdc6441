import { type Decimal, decimal, isPositive, multiply, round, ZERO } from '#money/decimal.ts'

/**
 * Interest like a rollover fee (Kraken charges one every four hours on margin positions): at 00,
 * 04, 08, 12, 16 and 20 o'clock UTC each open margin position owes interest = borrowed amount in
 * quote currency at the last price × 0.004 %, rounded up to 8 decimals. This is 0.024 % per day or
 * 8.76 % per year. Pending orders and interest itself bear no interest. It is paid when the
 * position is closed, or in proportion when it is reduced.
 */
export const INTEREST_EVERY = 4 * 3_600_000

const RATE = decimal('0.00004')
const PLACES = 8

/** Returns four hours of interest, in the quote currency. */
export const interestOn = (borrowed: Decimal): Decimal =>
  isPositive(borrowed) ? round(multiply(borrowed, RATE), PLACES, 'up') : ZERO

/** Fraction of the borrowed amount. */
export const DAILY_INTEREST = multiply(RATE, decimal('6'))
