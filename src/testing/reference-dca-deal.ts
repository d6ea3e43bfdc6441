import type { ReferenceIndicator } from './reference-indicators.ts'

/** Prices in cents, units in lots of 0.00001, money in parts of 10⁻¹⁰: every product is exact. */
export type ReferenceDcaSettings = {
  isLong: boolean
  isFutures: boolean
  base: bigint
  safety: bigint
  stepScale: bigint
  volumeScale: bigint
  deviation: bigint
  orders: number
  most: number
  pause: number
  profit: bigint
  ofBase: boolean
  trail: bigint
  stop: bigint
  disables: boolean
  /** Begins with a limit order at the price of then. */
  isLimit: boolean
  /** Opens deals on request, as soon as it can, or on a signal of an indicator. */
  starts: 'alert' | 'asap' | ReferenceIndicator
}

export type Order = { number: number; second: number; price: bigint; units: bigint; hold: bigint }
export type Deal = {
  pending: Order | null
  /** When a limit base order is taken back. */
  until: number
  entries: Order[]
  target: (Order & { extreme: bigint | null }) | null
  stop: Order | null
  /** Where a short is liquidated. */
  ruin: Order | null
  units: bigint
  total: bigint
  fees: bigint
  /** Owed on the coins that a short has sold, or as funding; negative is to be received. */
  interest: bigint
}

export const UNIT = 10n ** 10n
export const HOUR = 3_600
export const QUARTER = 900
/** Of four hours: four hundred-thousandths, rounded up to eight places. */
export const interestOn = (borrowed: bigint): bigint =>
  ((borrowed * 4n + 9_999_999n) / 10_000_000n) * 100n
/**
 * Of eight hours: a twentieth of how far a price is from the mean of the eight before, to millionths
 * and five hundred of them at the most, of what a long is worth; rounded up to eight places.
 */
export function fundingOn(value: bigint, price: bigint, before: bigint[], isLong: boolean): bigint {
  const total = before.reduce((sum, one) => sum + one, 0n)
  const away = 8n * price - total
  const size = nearest((away < 0n ? -away : away) * 1_000_000n, 20n * total)
  const rate = (away < 0n === isLong ? -1n : 1n) * (size < 500n ? size : 500n)
  const exact = value * rate
  const parts = exact / 100_000_000n
  return (exact > 0n && exact % 100_000_000n !== 0n ? parts + 1n : parts) * 100n
}
export const worth = (price: bigint, units: bigint): bigint => price * units * 1_000n
export const fee = (price: bigint, units: bigint): bigint => price * units
export const cost = (price: bigint, units: bigint): bigint =>
  worth(price, units) + fee(price, units)

/** The nearest whole number; of two equally near the even one. */
export function nearest(part: bigint, whole: bigint): bigint {
  const down = part / whole
  const twice = (part - down * whole) * 2n
  return twice < whole || (twice === whole && down % 2n === 0n) ? down : down + 1n
}
