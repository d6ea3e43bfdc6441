import { type Decimal, decimal, isPositive, multiply, round, ZERO } from '#money/decimal.ts'

/**
 * What borrowing costs, in the way of a rollover fee (Kraken charges one every four hours on margin
 * positions): at 00, 04, 08, 12, 16 and 20 o'clock UTC every position that is open on borrowed money
 * of a margin account owes
 *
 *     interest = what it has borrowed, in the quote currency at the last price × 0.004 %
 *
 * rounded up to eight places: 0.024 % a day, 8.76 % a year. What only waits in an order costs nothing,
 * nor is there interest on interest. It is paid when the position is reduced, by its share, or closed.
 */
export const INTEREST_EVERY = 4 * 3_600_000

const RATE = decimal('0.00004')
const PLACES = 8

/** What a position owes more after four hours for what it has borrowed, both in the quote currency. */
export const interestOn = (borrowed: Decimal): Decimal =>
  isPositive(borrowed) ? round(multiply(borrowed, RATE), PLACES, 'up') : ZERO

/** A day of it, as a part of what is borrowed: what the service tells of its rate. */
export const DAILY_INTEREST = multiply(RATE, decimal('6'))
