import { type Decimal, placesOf } from '#money/decimal.ts'
import { DOLLARS } from '#trading/dollars.ts'

const WITH_CENTS = new Set([...DOLLARS, 'EUR', 'GBP'])
const MOST = 8

/** The decimals an amount of a currency is shown with: cents, or as many as it has up to eight. */
export const moneyPlaces = (currency: string, amount: Decimal): number =>
  WITH_CENTS.has(currency) ? 2 : Math.min(MOST, placesOf(amount))
