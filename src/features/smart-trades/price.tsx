import { absolute, compare, type Decimal, decimal, placesOf } from '#money/decimal.ts'
import { Amount } from '#ui/amount.tsx'

const LEAST_PLACES = 2
const STEPS = [
  { from: decimal('1000'), places: 2 },
  { from: decimal('1'), places: 4 },
  { from: decimal('0.01'), places: 6 },
] as const

/**
 * How many decimals a price is shown with: an average may carry dozens, of which a trader reads
 * about six digits. `undefined` leaves a tiny price as it is.
 */
export function pricePlaces(price: Decimal): number | undefined {
  const most = STEPS.find(({ from }) => compare(absolute(price), from) >= 0)?.places
  return most === undefined ? undefined : Math.max(LEAST_PLACES, Math.min(most, placesOf(price)))
}

/** The decimals a column of prices pads to. */
export const widestPrice = (prices: Iterable<Decimal | undefined>): number =>
  Math.max(0, ...Array.from(prices, (price) => (price ? (pricePlaces(price) ?? 0) : 0)))

type PriceProps = {
  value: Decimal | undefined
  unit?: string | undefined
  padTo?: number | undefined
  reason?: string | undefined
}

/** A market price; it stays visible while amounts are hidden. */
export function Price({ value, unit, padTo, reason }: PriceProps) {
  return (
    <Amount
      value={value}
      unit={unit}
      padTo={padTo}
      reason={reason}
      places={value && pricePlaces(value)}
      isPrice
    />
  )
}
