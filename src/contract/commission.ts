import { add, type Decimal, divide, fromNumber, multiply, round } from '#money/decimal.ts'

/** Decimals of an amount; no supported currency has smaller units. */
export const MONEY_PLACES = 12

/** Returns the fee of a fill in the quote currency, rounded up as exchanges do. */
export const commission = (total: Decimal, feeRate: Decimal): Decimal =>
  round(multiply(total, feeRate), MONEY_PLACES, 'up')

export const withCommission = (total: Decimal, feeRate: Decimal): Decimal =>
  add(total, commission(total, feeRate))

/** Returns total ÷ leverage, rounded up. */
export const marginOf = (total: Decimal, leverage: number): Decimal =>
  divide(total, fromNumber(leverage), MONEY_PLACES, 'up')
