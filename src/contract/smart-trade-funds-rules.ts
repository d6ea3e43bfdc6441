import {
  add,
  compare,
  type Decimal,
  isMultipleOf,
  isPositive,
  multiply,
  subtract,
  sum,
  ZERO,
} from '#money/decimal.ts'

import { commission } from './commission.ts'
import { balanceProblem, marketPriceOf, type MarketView, written } from './draft-rule.ts'
import { priceWithImpact } from './impact.ts'
import { type Attributes, say } from './sentences.ts'
import {
  type FundsChange,
  type FundsStep,
  fundsStepsOf,
  type PartialFunds,
} from './smart-trade-funds.ts'
import { isBeingFilled } from './smart-trade-change.ts'
import type { SmartTrade } from './smart-trades.ts'

const OVER: readonly string[] = ['finished', 'cancelled', 'failed']

/** Returns true unless filled, over or without a status. */
export const isStepOpen = ({ status }: FundsStep): boolean =>
  status?.type !== undefined && !OVER.includes(status.type)

/** Returns the size of the position in the base currency; `undefined` if not reported. */
export function heldUnits({ data }: SmartTrade): Decimal | undefined {
  if (data.entered_amount === undefined || data.closed_amount === undefined) return undefined
  return subtract(data.entered_amount, data.closed_amount)
}

/** Returns the size of the position minus pending reductions. */
export function reducibleUnits(trade: SmartTrade): Decimal | undefined {
  const held = heldUnits(trade)
  return held && subtract(held, unitsBeingReduced(trade))
}

/** Returns the unfilled units of pending reductions. */
export const unitsBeingReduced = (trade: SmartTrade): Decimal =>
  sum(
    fundsStepsOf(trade, 'reduce')
      .filter(isStepOpen)
      .map(({ units, filled_units: filled }) => subtract(units.value ?? ZERO, filled ?? ZERO)),
  )

/** Returns the unfilled units of partly filled targets; `undefined` if not reported. */
export function unitsBeingTaken({ take_profit }: SmartTrade): Decimal | undefined {
  const left = take_profit.steps
    .filter(isBeingFilled)
    .map(({ units, filled_units: filled }) =>
      filled && units?.value ? subtract(units.value, filled) : undefined,
    )
  const known = left.filter((units) => units !== undefined)
  return known.length === left.length ? sum(known) : undefined
}

/** Returns the side of the order: adding to a long buys, reducing it sells. */
export function fundsSide(trade: SmartTrade, change: FundsChange): 'buy' | 'sell' | undefined {
  const side = trade.position.type
  if (side !== 'buy' && side !== 'sell') return undefined
  return (side === 'buy') === (change === 'add') ? 'buy' : 'sell'
}

/** Returns the fill price: the limit, or the market price including price impact. */
export function fundsPrice(
  draft: PartialFunds,
  side: 'buy' | 'sell' | undefined,
  market: MarketView,
): Decimal | undefined {
  if (draft.order_type === 'limit') return draft.price?.value
  const now = marketPriceOf(side, market)?.price
  const units = draft.units?.value
  return now && side && units ? priceWithImpact(side, units, now, market.book) : now
}

/** Returns the free balance needed: total and fee for a buy, units for a sell. */
export function addedFundsNeed(
  draft: PartialFunds,
  trade: SmartTrade,
  market: MarketView,
): { currency: 'base' | 'quote'; amount: Decimal } | undefined {
  const side = fundsSide(trade, 'add')
  const price = fundsPrice(draft, side, market)
  const units = draft.units?.value
  if (side === undefined || units === undefined) return undefined
  if (side === 'sell') return { currency: 'base', amount: units }
  const total = price && multiply(units, price)
  return (
    total && { currency: 'quote', amount: add(total, commission(total, market.feeRate ?? ZERO)) }
  )
}

/** Returns the problems of adding or reducing funds by dotted path. Shared by form and service. */
export function judgeFunds(
  change: FundsChange,
  draft: PartialFunds,
  trade: SmartTrade,
  market: MarketView,
): Attributes {
  const issues: Attributes = {}
  const units = draft.units?.value
  const limit = draft.order_type === 'limit' ? draft.price?.value : undefined
  if (draft.order_type === 'limit' && limit === undefined) {
    say(issues, 'price.value', 'A limit order needs a price.')
  }
  if (limit !== undefined && !isPositive(limit)) {
    say(issues, 'price.value', 'The price must be more than 0.')
  } else if (limit && market.tick && !isMultipleOf(limit, market.tick)) {
    say(issues, 'price.value', `The price must be a multiple of ${written(market.tick)}.`)
  }
  if (units === undefined) return issues
  if (!isPositive(units)) {
    say(issues, 'units.value', 'Units must be more than 0.')
    return issues
  }
  if (market.lot && !isMultipleOf(units, market.lot)) {
    say(issues, 'units.value', `Units must be a multiple of ${written(market.lot)}.`)
  }
  const price = fundsPrice(draft, fundsSide(trade, change), market)
  if (price && market.minTotal && compare(multiply(units, price), market.minTotal) < 0) {
    say(issues, 'units.value', `The total must be at least ${written(market.minTotal)}.`)
  }
  const sentence =
    change === 'add' ? tooMuch(draft, trade, market) : tooLittleLeft(units, trade, market)
  if (sentence !== undefined) say(issues, 'units.value', sentence)
  return issues
}

const tooMuch = (draft: PartialFunds, trade: SmartTrade, market: MarketView): string | undefined =>
  balanceProblem(addedFundsNeed(draft, trade, market), market, trade.pair)

/** The remaining position must be large enough to sell. */
function tooLittleLeft(
  units: Decimal,
  trade: SmartTrade,
  { price, minTotal, areAmountsHidden }: MarketView,
): string | undefined {
  const most = reducibleUnits(trade)
  if (most === undefined) return undefined
  const left = subtract(most, units)
  const isSellable =
    isPositive(left) && (!price || !minTotal || compare(multiply(left, price), minTotal) >= 0)
  if (isSellable)
    return takenByTarget(units, subtract(most, unitsBeingTaken(trade) ?? ZERO), areAmountsHidden)
  return areAmountsHidden
    ? 'Too little would be left of the position. Close the trade instead.'
    : `Too little of ${written(most)} would be left. Close the trade instead.`
}

function takenByTarget(
  units: Decimal,
  most: Decimal,
  areAmountsHidden: boolean | undefined,
): string | undefined {
  if (compare(units, most) <= 0) return undefined
  return areAmountsHidden
    ? 'A target is being filled. Until it is, you cannot reduce by this much.'
    : `A target is being filled. Until it is, you can reduce by at most ${written(most)}.`
}
