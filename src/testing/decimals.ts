import * as fc from 'fast-check'
import { decimal, type Decimal, type Rounding, toText } from '#money/decimal.ts'

/** Up to 40 digits with the point anywhere between 10^−18 and 10^18 and beyond. */
export const amounts = fc
  .record({
    digits: fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
    places: fc.integer({ min: 0, max: 22 }),
  })
  .map(({ digits, places }) => decimal(plain(digits, places)))

/** Short enough for a fraction of two of them to stay readable in a failure. */
export const smallAmounts = fc
  .record({
    digits: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
    places: fc.integer({ min: 0, max: 8 }),
  })
  .map(({ digits, places }) => decimal(plain(digits, places)))

/** Positive steps, such as ticks and lots. */
export const steps = fc
  .record({
    digits: fc.bigInt({ min: 1n, max: 10n ** 9n }),
    places: fc.integer({ min: 0, max: 18 }),
  })
  .map(({ digits, places }) => decimal(plain(digits, places)))

const ROUNDINGS: readonly Rounding[] = ['down', 'up', 'half-up', 'half-even']
export const roundings = fc.constantFrom(...ROUNDINGS)
export const manyPlaces = fc.integer({ min: 0, max: 20 })

/** A fraction in lowest terms: the slow and obvious model the decimals are held against. */
export type Rational = { top: bigint; bottom: bigint }

/** Writes whole digits with a point, the slow and obvious way. */
export function plain(digits: bigint, places: number): string {
  const text = (digits < 0n ? -digits : digits).toString().padStart(places + 1, '0')
  const whole = text.slice(0, text.length - places)
  const fraction = text.slice(text.length - places)
  return `${digits < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`
}

/** A whole number of the last of so many places as a decimal. */
export const exact = (units: bigint, places: number): Decimal => decimal(plain(units, places))

/** The fraction a decimal stands for. */
export function rational(value: Decimal): Rational {
  const [whole = '', fraction = ''] = toText(value).split('.')
  return reduced(BigInt(whole + fraction), 10n ** BigInt(fraction.length))
}

/** A fraction in lowest terms, with a positive bottom. */
export function reduced(top: bigint, bottom: bigint): Rational {
  let [a, b] = [top < 0n ? -top : top, bottom < 0n ? -bottom : bottom]
  while (b > 0n) [a, b] = [b, a % b]
  const sign = bottom < 0n ? -1n : 1n
  return { top: (sign * top) / (a || 1n), bottom: (sign * bottom) / (a || 1n) }
}

export const signOf = (value: bigint): number => (value < 0n ? -1 : value > 0n ? 1 : 0)

/** Rounding by its definition: compare the two neighbours. */
export function reference({ top, bottom }: Rational, places: number, rounding: Rounding): Decimal {
  const scaled = (top < 0n ? -top : top) * 10n ** BigInt(places)
  const near = scaled / bottom
  const toNear = scaled - near * bottom
  const toFar = (near + 1n) * bottom - scaled
  const isFar =
    toNear !== 0n &&
    (rounding === 'up' ||
      (rounding !== 'down' &&
        (toFar < toNear || (toFar === toNear && (rounding === 'half-up' || near % 2n === 1n)))))
  return decimal(plain((top < 0n ? -1n : 1n) * (isFar ? near + 1n : near), places))
}
