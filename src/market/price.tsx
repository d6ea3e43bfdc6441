import type { Decimal } from '#money/decimal.ts'
import { pricePlaces } from '#money/format.ts'
import { Amount } from '#ui/amount.tsx'

const LEAST_PLACES = 2

type PriceProps = {
  value: Decimal | null | undefined
  /** Minimum of decimals, as the pair's other prices have. */
  leastPlaces?: number | undefined
  unit?: string | undefined
  padTo?: number | undefined
  /** Decimals of the tick: rounds averages and pads shorter prices. */
  places?: number | undefined
  /** Shows every digit, as of a price about to be sent. */
  isExact?: boolean | undefined
  reason?: string | undefined
}

/** A market price; stays visible while amounts are hidden. */
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
