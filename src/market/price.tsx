import { type Decimal, digitsOf, isZero, placesOf } from '#money/decimal.ts'
import { Amount } from '#ui/amount.tsx'

const LEAST_PLACES = 2
const MOST_PLACES = 8
/** From 1,000, from 1 and from 0.01 on: how many digits stand before the point, or less than none. */
const STEPS = [
  { whole: 4, places: 2 },
  { whole: 1, places: 4 },
  { whole: -1, places: 6 },
] as const

/**
 * How many decimals a price is shown with: an average may carry dozens, of which a trader reads
 * about six digits. `undefined` leaves a tiny price as it is.
 */
export function pricePlaces(price: Decimal): number | undefined {
  if (isZero(price)) return undefined
  const decimals = placesOf(price)
  const digits = digitsOf(price) - decimals
  const most = STEPS.find(({ whole }) => digits >= whole)?.places
  return most === undefined ? undefined : Math.max(LEAST_PLACES, Math.min(most, decimals))
}

/**
 * The decimals of a market's tick, as far as its own prices show them: one of them may end in a zero
 * that is not sent, hardly all. `undefined` without any.
 */
export function tickPlaces(prices: readonly (Decimal | null | undefined)[]): number | undefined {
  let most: number | undefined
  for (const price of prices) {
    if (price !== undefined && price !== null)
      most = Math.max(most ?? LEAST_PLACES, placesOf(price))
  }
  return most === undefined ? undefined : Math.min(MOST_PLACES, most)
}

/** The decimals a column of prices pads to. */
export const widestPrice = (prices: Iterable<Decimal | undefined>): number =>
  Math.max(0, ...Array.from(prices, (price) => (price ? (pricePlaces(price) ?? 0) : 0)))

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
    places.set(pair, Math.max(places.get(pair) ?? 0, pricePlaces(price) ?? 0))
  }
  return Object.fromEntries(places)
}

/** A tiny price is read by its digits, not by its tick. */
const shownPlaces = (price: Decimal, tick: number | undefined): number | undefined => {
  const places = pricePlaces(price)
  return places === undefined && !isZero(price) ? undefined : (tick ?? places)
}

type PriceProps = {
  value: Decimal | undefined
  /** At least this many decimals, as the other prices of the pair have. */
  leastPlaces?: number | undefined
  unit?: string | undefined
  padTo?: number | undefined
  /** Those of its market's tick, to which an average is rounded and a shorter price is filled up. */
  places?: number | undefined
  /** Every digit, as of a price that is about to be sent. */
  isExact?: boolean | undefined
  reason?: string | undefined
}

/** A market price; it stays visible while amounts are hidden. */
export function Price(props: PriceProps) {
  const { value, leastPlaces = 0, unit, padTo, isExact = false, reason } = props
  const places = value && shownPlaces(value, props.places)
  return (
    <Amount
      value={value}
      unit={unit}
      padTo={padTo}
      reason={reason}
      {...(isExact
        ? { minPlaces: LEAST_PLACES }
        : { places: places && Math.max(places, leastPlaces) })}
      isPrice
    />
  )
}
