import { add, type Decimal, divide, fromNumber, multiply, round } from '#money/decimal.ts'

/** No currency here is counted in smaller parts: what is owed is rounded up to this many places. */
export const MONEY_PLACES = 12

/** The fee of a fill in the quote currency, rounded up as exchanges do. */
export const commission = (total: Decimal, feeRate: Decimal): Decimal =>
  round(multiply(total, feeRate), MONEY_PLACES, 'up')

/** A total with its fee on top, as a buy takes it. */
export const withCommission = (total: Decimal, feeRate: Decimal): Decimal =>
  add(total, commission(total, feeRate))

/** The margin of a position: its total divided by the leverage, rounded up. */
export const marginOf = (total: Decimal, leverage: number): Decimal =>
  divide(total, fromNumber(leverage), MONEY_PLACES, 'up')
