import type { MarketView } from '#contract/draft-rule.ts'
import {
  fundsPrice,
  fundsSide,
  heldUnits,
  reducibleUnits,
  unitsBeingReduced,
  unitsBeingTaken,
} from '#contract/smart-trade-funds-rules.ts'
import { type FundsChange, fundsStepsOf, type PartialFunds } from '#contract/smart-trade-funds.ts'
import { isFixed } from '#contract/smart-trade-change.ts'
import {
  add,
  type Decimal,
  decimal,
  divide,
  HUNDRED,
  isPositive,
  multiply,
  ONE,
  subtract,
  sum,
  ZERO,
} from '#money/decimal.ts'
import { commission } from '#contract/commission.ts'
import { priceAt } from '#trading/exits.ts'
import { cutToLot, unitsFor } from '#trading/lots.ts'
import {
  afterAdding,
  afterReducing,
  averageOf,
  costOf,
  type FundedPosition,
  targetShares,
} from '#trading/smart-trade-funds.ts'

import { sideOf, stepsOf, stopOf, type Trade } from '../trade-facts.ts'

/** How a position stands: units, prices and totals, each `undefined` where it is not known. */
export type FundsFigures = {
  held: Decimal | undefined
  average: Decimal | undefined
  /** Units of each open target, under its number. */
  targets: readonly { number: number; units: Decimal | undefined }[]
  stop: Decimal | undefined
  /** What the stop would leave of what the open units cost, without fees. */
  atStop: Decimal | undefined
}

export type FundsPreview = {
  side: 'buy' | 'sell' | undefined
  type: 'market' | 'limit' | undefined
  units: Decimal | undefined
  before: FundsFigures
  after: FundsFigures
  price: Decimal | undefined
  total: Decimal | undefined
  fee: Decimal | undefined
  /** What a reduction realises against the average entry, without fees. */
  realised: Decimal | undefined
}

/** The position as far as the service tells it. */
function positionOf(trade: Trade): FundedPosition | undefined {
  const { entered_amount: units, entered_total: total } = trade.data ?? {}
  const open = heldUnits(trade)
  return units && total && open ? { entered: { units, total, fee: ZERO }, open } : undefined
}

/**
 * Whether the open units cost the average of the entry. Where funds were added and a part was closed,
 * the order of the two decides what the rest cost, and the service does not tell it.
 */
export const isCostKnown = (trade: Trade): boolean =>
  !isPositive(trade.data?.closed_amount ?? ZERO) || fundsStepsOf(trade, 'add').length === 0

/** Whether a target is being filled of which nobody here knows how much it still closes. */
export const areTargetsFilling = (trade: Trade): boolean => unitsBeingTaken(trade) === undefined

/** What adding funds or reducing makes of a trade, once its order is filled in full. */
export function previewFunds(
  change: FundsChange,
  draft: PartialFunds,
  trade: Trade,
  market: MarketView,
): FundsPreview {
  const units = draft.units?.value
  const side = fundsSide(trade, change)
  const price = fundsPrice(draft, side, market)
  const total = units && price && multiply(units, price)
  const fee = total && commission(total, market.feeRate ?? ZERO)
  const before = positionOf(trade)
  const after =
    before && units
      ? change === 'reduce'
        ? afterReducing(before, units)
        : total && afterAdding(before, { units, total, fee: ZERO })
      : undefined
  const part = before && units && isCostKnown(trade) ? costOf(before, units) : undefined
  const gain = total && part && difference(trade, total, part.total)
  return {
    side,
    type: draft.order_type,
    units,
    before: figuresOf(trade, before, market),
    after: figuresOf(trade, after, market),
    price,
    total,
    fee,
    realised: change === 'reduce' ? gain : undefined,
  }
}

/** What a long gets over its cost, and a short the other way round. */
const difference = (trade: Trade, got: Decimal, cost: Decimal): Decimal =>
  sideOf(trade) === 'sell' ? subtract(cost, got) : subtract(got, cost)

function figuresOf(
  trade: Trade,
  position: FundedPosition | undefined,
  { lot, tick }: MarketView,
): FundsFigures {
  const steps = stepsOf(trade)
  const open = steps.flatMap((step, index) => (isFixed(step) ? [] : [{ step, number: index + 1 }]))
  const shared = position && subtract(position.open, unitsBeingReduced(trade))
  const beingTaken = unitsBeingTaken(trade)
  const volumes = open.map(({ step }) => step.volume ?? ZERO)
  const units =
    shared && beingTaken && isPositive(sum(volumes))
      ? targetShares({ units: shared, beingTaken }, volumes, lot)
      : []
  const stop = stopAfter(trade, position, tick)
  const cost = position && isCostKnown(trade) ? costOf(position, position.open) : undefined
  return {
    held: position?.open,
    average: position && averageOf(position.entered),
    targets: open.map(({ number }, index) => ({ number, units: units[index] })),
    stop,
    atStop: stop && cost && difference(trade, multiply(cost.units, stop), cost.total),
  }
}

/** Where the stop stands for a position: one in percent moves with the average of its entry. */
function stopAfter(
  trade: Trade,
  position: FundedPosition | undefined,
  tick: Decimal | undefined,
): Decimal | undefined {
  const { enabled, conditional } = trade.stop_loss ?? {}
  const { percent, follows_average: isMoving } = conditional?.price ?? {}
  if (!enabled || isMoving !== true || !percent) return stopOf(trade)
  const average = position && averageOf(position.entered)
  return average && priceAt(average, percent, sideOf(trade) === 'sell', tick)
}

/** The most that can be added by the free balance, or closed while a part of it stays. */
export function mostUnits(
  change: FundsChange,
  draft: PartialFunds,
  trade: Trade,
  market: MarketView,
): Decimal | undefined {
  if (change === 'reduce') {
    const open = reducibleUnits(trade)
    return open && subtract(open, unitsBeingTaken(trade) ?? ZERO)
  }
  const side = fundsSide(trade, 'add')
  if (side === 'sell') return market.free?.base && cutToLot(market.free.base, market.lot)
  const price = fundsPrice({ ...draft, units: undefined }, side, market)
  const free = market.free?.quote
  if (!price || !free) return undefined
  return unitsFor(free, multiply(price, add(ONE, market.feeRate ?? ZERO)), market.lot)
}

/** A share of the most, in whole lots. */
export const shareOf = (most: Decimal, percent: string, lot: Decimal | undefined): Decimal =>
  cutToLot(divide(multiply(most, decimal(percent)), HUNDRED, 18, 'down'), lot)
