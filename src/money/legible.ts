import { type Decimal, placesOf, toText } from './decimal.ts'

const DIGITS = 8
const LEAST = 2

/**
 * How many decimals of an amount are worth a column's room: eight digits in all, at least two
 * decimals, never more than the value has. The whole value belongs in its title.
 */
export function legiblePlaces(value: Decimal): number {
  const [whole = '0'] = toText(value).replace('-', '').split('.')
  const wholeDigits = whole === '0' ? 0 : whole.length
  return Math.min(placesOf(value), Math.max(LEAST, DIGITS - wholeDigits))
}

/** The most decimals that any of these values is written with. */
export function widestLegible(values: Iterable<Decimal | null | undefined>): number {
  let widest = 0
  for (const value of values) if (value) widest = Math.max(widest, legiblePlaces(value))
  return widest
}
