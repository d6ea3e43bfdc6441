import { type Decimal, placesOf } from './decimal.ts'

const WITH_CENTS = new Set(['USD', 'USDT', 'USDC', 'FDUSD', 'DAI', 'EUR', 'GBP'])
const MOST = 8

/**
 * The decimals an amount of a currency is shown with: cents, or as many as it has up to eight. Where
 * nobody knows the currency ("") none are cut that could matter.
 */
export function moneyPlaces(currency: string, amount: Decimal): number {
  return hasCents(currency) ? 2 : Math.min(MOST, placesOf(amount))
}

/** A pair such as "BTC/USDT:USDT" names what it is settled in after its quote. */
const hasCents = (currency: string): boolean => WITH_CENTS.has(currency.split(':')[0] ?? '')

/** The same without cents, for a round figure; what is counted in coins loses none. */
export const roundPlaces = (currency: string, amount: Decimal): number =>
  hasCents(currency) ? 0 : moneyPlaces(currency, amount)

/** The decimals that show every one of these amounts of a currency. */
export const widestMoney = (currency: string, amounts: Iterable<Decimal | undefined>): number => {
  let widest = hasCents(currency) ? 2 : 0
  for (const amount of amounts) {
    if (amount) widest = Math.max(widest, moneyPlaces(currency, amount))
  }
  return widest
}
