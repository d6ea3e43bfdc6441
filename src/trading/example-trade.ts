import { entryPriceOf, type MarketView, type PartialDraft } from '#contract/draft-rule.ts'
import { SHAPE_OF_TYPE, type SmartTradeType } from '#contract/smart-trade-type.ts'
import {
  add,
  compare,
  decimal,
  type Decimal,
  divide,
  HUNDRED,
  isMultipleOf,
  isPositive,
  larger,
  multiply,
  ONE,
  roundToStep,
  subtract,
  ZERO,
} from '#money/decimal.ts'

import { takenCurrency, unitsOfFree } from './units-of-free.ts'

export type ExampleTrade = {
  /** Price of a pending entry; `undefined` for a held position or a market order. */
  price: Decimal | undefined
  trigger: Decimal | undefined
  units: Decimal
  /** Empty for a type without exits. */
  targets: { price: Decimal; volume: Decimal }[]
  stop: Decimal | undefined
  stopLimit: Decimal | undefined
}

type Plan = {
  type: SmartTradeType
  orderType: 'market' | 'limit' | 'conditional'
  price?: Decimal | undefined
  trigger?: Decimal | undefined
}

/** Percent of the free balance. */
const SHARE = decimal('10')
/** Percent of the entry. */
const ENTRY = decimal('0.2')
const TARGETS = [decimal('2'), decimal('4')]
const STOP = decimal('2')
/** Percent of the stop. */
const STOP_LIMIT = decimal('0.5')

const MIN_LOT = decimal('0.00000001')
const PLACES = 18

/** Returns an example with a tenth of the free balance, or the reason if there is none. */
export function exampleTrade(plan: Plan, market: MarketView): ExampleTrade | { cannot: string } {
  const { type, orderType } = plan
  const { instant, skip_enter_step: isHeld, position } = SHAPE_OF_TYPE[type]
  const { price: last } = market
  if (last === undefined || !isPositive(last))
    return { cannot: 'The price of this pair is unknown.' }
  const tick = roundStep(last, market.tick)
  const isLong = position.type === 'buy'
  /** Returns a price `percent` away, rounded outwards to a tick; `undefined` unless positive. */
  const away = (from: Decimal, percent: Decimal, isUp: boolean): Decimal | undefined => {
    const exact = multiply(
      from,
      divide((isUp ? add : subtract)(HUNDRED, percent), HUNDRED, 6, 'down'),
    )
    const there = roundToStep(exact, tick, isUp ? 'up' : 'down')
    return isPositive(there) ? there : undefined
  }

  const waits = !instant && !isHeld && orderType !== 'market'
  const isConditional = waits && orderType === 'conditional'
  // A limit must be better than the market price, a trigger worse.
  const price = waits
    ? (plan.price ?? away(last, ENTRY, isConditional ? isLong : !isLong))
    : undefined
  const trigger = isConditional ? (plan.trigger ?? price) : undefined
  if (waits && price === undefined) return { cannot: TOO_COARSE }

  const draft = { ...SHAPE_OF_TYPE[type], position: { type: position.type, order_type: 'market' } }
  const entryAt = (units?: Decimal): Decimal | undefined =>
    price ??
    (isHeld
      ? last
      : entryPriceOf(
          {
            ...draft,
            position: { ...draft.position, units: units && { value: units } },
          } as PartialDraft,
          market,
        ))
  const best = entryAt()
  const tenth = unitsOfFree(type, SHARE, best, market, price === undefined && !isHeld)
  if (tenth === undefined) return { cannot: 'The free balance is not known here.' }
  const units = enoughUnits(type, tenth, best ?? last, market)
  if (units === undefined)
    return { cannot: 'The free balance is below the minimum of the exchange.' }

  const none = { price, trigger, units, targets: [], stop: undefined, stopLimit: undefined }
  if (instant) return none
  // Exits of a held position are judged against the current price.
  const entry = (isHeld ? last : entryAt(units)) ?? last
  const first = away(entry, TARGETS[0] ?? ONE, isLong)
  const second = away(entry, TARGETS[1] ?? ONE, isLong)
  const stop = away(entry, STOP, !isLong)
  const stopLimit = stop && away(stop, STOP_LIMIT, !isLong)
  if (!first || !second || !stop || !stopLimit) return { cannot: TOO_COARSE }
  const lot = market.lot ?? MIN_LOT
  const canSplit = compare(units, add(lot, lot)) >= 0
  const half = divide(HUNDRED, decimal('2'), 0, 'down')
  return {
    ...none,
    targets: canSplit
      ? [
          { price: first, volume: half },
          { price: second, volume: half },
        ]
      : [{ price: first, volume: HUNDRED }],
    stop,
    stopLimit,
  }
}

const TOO_COARSE = 'The price step of this pair is too large for an example.'

/** Returns the units, at least the exchange's minimum; `undefined` beyond the balance. */
function enoughUnits(
  type: SmartTradeType,
  tenth: Decimal,
  price: Decimal,
  { lot = MIN_LOT, minTotal = ZERO, free, feeRate = ZERO, bid }: MarketView,
): Decimal | undefined {
  // A market sell gets less than the last price.
  const worst = bid && compare(bid, price) < 0 ? bid : price
  const spare = multiply(minTotal, decimal('1.02'))
  const least = larger(roundToStep(divide(spare, worst, PLACES, 'up'), lot, 'up'), lot)
  const units = larger(tenth, least)
  const most = free?.[takenCurrency(type)]
  if (most === undefined) return undefined
  const taken =
    takenCurrency(type) === 'base' ? units : multiply(multiply(units, price), add(ONE, feeRate))
  return units === tenth || compare(multiply(taken, decimal('1.02')), most) <= 0 ? units : undefined
}

const TEN = decimal('10')
const TENTH = decimal('0.1')
/** Maximum rounding of a price, as a fraction of it. */
const MAX_ROUNDING = decimal('0.0005')

/** Returns a power of ten for round prices such as 92,400, or the tick if it doesn't fit. */
function roundStep(price: Decimal, tick: Decimal | undefined): Decimal {
  const wanted = multiply(price, MAX_ROUNDING)
  let step = ONE
  while (compare(step, wanted) > 0) step = multiply(step, TENTH)
  while (compare(multiply(step, TEN), wanted) <= 0) step = multiply(step, TEN)
  return tick && !isMultipleOf(step, tick) ? tick : step
}
