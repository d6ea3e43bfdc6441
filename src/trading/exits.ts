import {
  type GivenPrice,
  type MarketView,
  type PartialDraft,
  stepsOf,
  stopOf,
} from '#contract/draft-rule.ts'
import {
  add,
  type Decimal,
  divide,
  HUNDRED,
  multiply,
  round,
  subtract,
  ZERO,
} from '#money/decimal.ts'

import { nearestTick, splitUnits } from './lots.ts'
import { type Direction, percentOf } from './profit.ts'

/** A take-profit step, with `undefined` for unknown values. */
export type Target = {
  orderType: 'market' | 'limit' | undefined
  price: Decimal | undefined
  /** Distance beyond the entry in percent, positive. */
  percent: Decimal | undefined
  volume: Decimal | undefined
  units: Decimal | undefined
  /** Trailing distance in percent. */
  trailing: Decimal | undefined
}

export type Stop = {
  orderType: 'market' | 'limit' | undefined
  trigger: Decimal | undefined
  /** Limit price of a limit stop. */
  limit: Decimal | undefined
  /** Distance of the trigger from the entry in percent, positive. */
  percent: Decimal | undefined
  trailing: Decimal | undefined
}

export type Position = {
  direction: Direction
  entry: Decimal | undefined
  units: Decimal | undefined
  tick?: Decimal | undefined
  lot?: Decimal | undefined
}

const PLACES = 18

/** Returns the price `percent` above or below the entry, on a tick. */
export function priceAt(
  entry: Decimal,
  percent: Decimal,
  isAbove: boolean,
  tick: Decimal | undefined,
): Decimal {
  const distance = divide(multiply(entry, percent), HUNDRED, PLACES, 'half-even')
  return nearestTick(isAbove ? add(entry, distance) : subtract(entry, distance), tick)
}

export function targetsOf(draft: PartialDraft, position: Position): Target[] {
  const isAbove = position.direction === 'long'
  const steps = stepsOf(draft).map(({ step }) => step)
  const volumes = steps.map(({ volume }) => volume ?? ZERO)
  const parts = position.units && splitUnits(position.units, volumes, position.lot)
  return steps.map((step, index) => ({
    orderType: step.order_type,
    ...placed(step.price, isAbove, position),
    volume: step.volume,
    units: step.volume && parts?.[index],
    trailing: step.trailing?.enabled ? step.trailing.percent : undefined,
  }))
}

type DraftStop = NonNullable<ReturnType<typeof stopOf>>

/** Returns trigger and limit of a stop; a market stop may have its trigger in `price`. */
export function pricesOfStop({ order_type: orderType, price, conditional }: DraftStop): {
  trigger: GivenPrice
  limit: GivenPrice
} {
  if (orderType === 'limit') return { trigger: conditional?.price, limit: price }
  const { value, percent } = conditional?.price ?? {}
  const isBare = value === undefined && percent === undefined
  return { trigger: isBare ? price : conditional?.price, limit: undefined }
}

export function stopAt(
  draft: PartialDraft,
  position: Position,
  { stopTrailsAtItsDistance }: Pick<MarketView, 'stopTrailsAtItsDistance'> = {},
): Stop | undefined {
  const stop = stopOf(draft)
  if (!stop) return undefined
  const isAbove = position.direction === 'short'
  const prices = pricesOfStop(stop)
  const trigger = placed(prices.trigger, isAbove, position)
  const trailing = stop.conditional?.trailing
  return {
    orderType: stop.order_type,
    trigger: trigger.price,
    percent: trigger.percent,
    limit: placed(prices.limit, isAbove, position).price,
    trailing: !trailing?.enabled
      ? undefined
      : stopTrailsAtItsDistance
        ? trigger.percent && round(trigger.percent, 1, 'half-even')
        : trailing.percent,
  }
}

function placed(given: GivenPrice, isAbove: boolean, { entry, tick }: Position) {
  const { value, percent } = given ?? {}
  if (value !== undefined) {
    const distance = entry && (isAbove ? subtract(value, entry) : subtract(entry, value))
    return { price: value, percent: entry && distance && percentOf(distance, entry) }
  }
  const price = entry && percent && priceAt(entry, percent, isAbove, tick)
  return { price, percent }
}
