import { type Decimal, placesOf, wholeDigitsOf } from './decimal.ts'

const MAX_DIGITS = 8
const MIN_PLACES = 2

/**
 * Decimals to show in a table: eight digits in total, but at least two decimals if the value has
 * them. The tooltip has the full value.
 */
export function legiblePlaces(value: Decimal): number {
  const wholeDigits = Math.max(0, wholeDigitsOf(value))
  return Math.min(placesOf(value), Math.max(MIN_PLACES, MAX_DIGITS - wholeDigits))
}

/** Largest `legiblePlaces` of a column. */
export const widestLegible = (values: Iterable<Decimal | null | undefined>): number =>
  Math.max(0, ...Array.from(values, (value) => (value ? legiblePlaces(value) : 0)))
