import type { Decimal } from '#money/decimal.ts'
import { pricePlaces } from '#money/price-places.ts'
import { Amount } from '#ui/amount.tsx'

const LEAST_PLACES = 2

type PriceProps = {
  value: Decimal | null | undefined
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
  const places = props.places ?? (value && pricePlaces(value)) ?? 0
  return (
    <Amount
      value={value}
      unit={unit}
      padTo={padTo}
      reason={reason}
      {...(isExact ? { minPlaces: LEAST_PLACES } : { places: Math.max(places, leastPlaces) })}
      isPrice
    />
  )
}
