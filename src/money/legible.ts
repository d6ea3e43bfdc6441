import { type Decimal, placesOf, wholeDigitsOf } from './decimal.ts'
import { fixedPlaces } from './format.ts'

const MAX_DIGITS = 8
const MIN_PLACES = 2

/**
 * Decimals to show in a table: those of money, else eight digits in total, but at least two decimals
 * if the value has them. The tooltip has the full value.
 */
export function legiblePlaces(value: Decimal, currency = ''): number {
  const places = fixedPlaces(currency)
  if (places !== undefined) return places
  const wholeDigits = Math.max(0, wholeDigitsOf(value))
  return Math.min(placesOf(value), Math.max(MIN_PLACES, MAX_DIGITS - wholeDigits))
}

/** Largest `legiblePlaces` of a column. */
export const widestLegible = (values: Iterable<Decimal | null | undefined>): number =>
  Math.max(0, ...Array.from(values, (value) => (value ? legiblePlaces(value) : 0)))
