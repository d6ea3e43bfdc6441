import { compare, type Decimal, placesOf, round, sum } from '#money/decimal.ts'

const DOLLARS = new Set(['USD', 'USDT', 'USDC', 'FDUSD', 'DAI', 'EUR', 'GBP'])
const MOST = 8

/** The decimals an amount of a currency is shown with: cents, or as many as it has up to eight. */
export const moneyPlaces = (currency: string, amount: Decimal): number =>
  DOLLARS.has(currency) ? 2 : Math.min(MOST, placesOf(amount))

/** The fewest decimals, from two, with which the parts shown add up to the total shown. */
export function placesThatAddUp(parts: readonly Decimal[], total: Decimal, from = 2): number {
  for (let places = from; places < MOST; places += 1) {
    const rounded = parts.map((part) => round(part, places, 'half-even'))
    if (compare(sum(rounded), round(total, places, 'half-even')) === 0) return places
  }
  return MOST
}
