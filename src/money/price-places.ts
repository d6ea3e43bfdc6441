import { type Decimal, isZero, placesOf, wholeDigitsOf } from './decimal.ts'
import { countedZeros, figure, formatAmount } from './format.ts'

const LEAST_PLACES = 2
/** Beyond eight decimals those of a quotient are not a tick. */
const MOST_TICK_PLACES = 8
/** Decimals that a column leaves room for; a tiny price takes more. */
const MOST_ROOM = 5
const DIGITS = 5
/** From 1,000, from 1 and from 0.01 on: how many digits stand before the point, or less than none. */
const STEPS = [
  { whole: 4, places: 2 },
  { whole: 1, places: 4 },
  { whole: -1, places: 6 },
] as const

/**
 * How many decimals a price is shown with: an average may carry dozens, of which a trader reads
 * about six digits.
 */
export function pricePlaces(price: Decimal): number {
  if (isZero(price)) return LEAST_PLACES
  const wholeDigits = wholeDigitsOf(price)
  const most = STEPS.find(({ whole }) => wholeDigits >= whole)?.places ?? DIGITS - wholeDigits
  return Math.max(LEAST_PLACES, Math.min(most, placesOf(price)))
}

/**
 * The decimals of a market's tick, as far as its own prices show them: one of them may end in a zero
 * that is not sent, hardly all. `undefined` without any.
 */
export function tickPlaces(prices: readonly (Decimal | null | undefined)[]): number | undefined {
  let most: number | undefined
  for (const price of prices) {
    if (!price) continue
    const own = Math.min(placesOf(price), Math.max(MOST_TICK_PLACES, pricePlaces(price)))
    most = Math.max(most ?? LEAST_PLACES, own)
  }
  return most
}

/** The decimals a column of prices pads to; `tick` are those of a row's market, where they are known. */
export const widestPrice = (prices: Iterable<Decimal | undefined>, tick?: number): number =>
  Math.max(
    0,
    ...Array.from(prices, (price) => (price ? Math.min(MOST_ROOM, tick ?? pricePlaces(price)) : 0)),
  )

/**
 * The decimals of each pair's prices in one column: never 163.8 beside 163.80. The tick of most pairs
 * is not read where their prices are, so it is that of the price written with the most.
 */
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

/** A price as text, with the decimals of its market's tick where they are known. */
export const formatPrice = (price: Decimal, places = pricePlaces(price)): string =>
  formatAmount(price, { places, isPrice: true })

/** The same in the room of a label: many zeros are counted. */
export const shortPrice = (price: Decimal, places = pricePlaces(price)): string =>
  countedZeros(figure(price, { places, isPrice: true })) ?? formatPrice(price, places)
