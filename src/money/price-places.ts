import { type Decimal, isZero, placesOf, wholeDigitsOf } from './decimal.ts'
import { countedZeros, figure, formatAmount } from './format.ts'

const MIN_PLACES = 2
/** More decimals come from a division, not from a tick size. */
const MAX_TICK_PLACES = 8
const MAX_COLUMN_PLACES = 5
const DIGITS = 5
/** Decimals by price: from 1,000, from 1 and from 0.01. `whole` counts as in `wholeDigitsOf`. */
const STEPS = [
  { whole: 4, places: 2 },
  { whole: 1, places: 4 },
  { whole: -1, places: 6 },
] as const

/** Decimals to show of a price, about six digits in total. An average price may have dozens. */
export function pricePlaces(price: Decimal): number {
  if (isZero(price)) return MIN_PLACES
  const wholeDigits = wholeDigitsOf(price)
  const most = STEPS.find(({ whole }) => wholeDigits >= whole)?.places ?? DIGITS - wholeDigits
  return Math.max(MIN_PLACES, Math.min(most, placesOf(price)))
}

/**
 * Infers the decimals of a market's tick size from its prices: trailing zeros are not sent, but
 * hardly all prices end in one. `undefined` without prices.
 */
export function tickPlaces(prices: readonly (Decimal | null | undefined)[]): number | undefined {
  let most: number | undefined
  for (const price of prices) {
    if (!price) continue
    const own = Math.min(placesOf(price), Math.max(MAX_TICK_PLACES, pricePlaces(price)))
    most = Math.max(most ?? MIN_PLACES, own)
  }
  return most
}

/** Number of decimals to pad a column to. `tick`: decimals of the market's tick size, if known. */
export const widestPrice = (prices: Iterable<Decimal | undefined>, tick?: number): number => {
  const places = (price: Decimal) => Math.min(MAX_COLUMN_PLACES, tick ?? pricePlaces(price))
  return Math.max(0, ...Array.from(prices, (price) => (price ? places(price) : 0)))
}

/** Decimals per pair, those of its longest price, so that 163.8 never appears beside 163.85. */
export function placesByPair(
  rows: Iterable<{ pair: string | undefined; price: Decimal | undefined }>,
): Readonly<Record<string, number>> {
  const places = new Map<string, number>()
  for (const { pair, price } of rows) {
    if (pair === undefined || price === undefined) continue
    places.set(pair, Math.max(places.get(pair) ?? 0, pricePlaces(price)))
  }
  return Object.fromEntries(places)
}

/** Formats a price. `places`: decimals of the market's tick size, if known. */
export const formatPrice = (price: Decimal, places = pricePlaces(price)): string =>
  formatAmount(price, { places, isPrice: true })

/** Formats a price for a narrow label: replaces many zeros with their count (`countedZeros`). */
export const shortPrice = (price: Decimal, places = pricePlaces(price)): string =>
  countedZeros(figure(price, { places, isPrice: true })) ?? formatPrice(price, places)
