import { type Decimal, multiply, round } from '#money/decimal.ts'

/** No currency here is counted in smaller parts: what is owed is rounded up to this many places. */
export const MONEY_PLACES = 12

/** The fee of a fill in the quote currency, rounded up as exchanges do. */
export const commission = (total: Decimal, feeRate: Decimal): Decimal =>
  round(multiply(total, feeRate), MONEY_PLACES, 'up')
