import { commission } from '#contract/commission.ts'
import type { MarketView } from '#contract/draft-rule.ts'
import { isFixed } from '#contract/smart-trade-change.ts'
import {
  fundsPrice,
  fundsSide,
  heldUnits,
  reducibleUnits,
  unitsBeingReduced,
  unitsBeingTaken,
} from '#contract/smart-trade-funds-rules.ts'
import { type FundsChange, fundsStepsOf, type PartialFunds } from '#contract/smart-trade-funds.ts'
import {
  absolute,
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
import { priceAt } from '#trading/exits.ts'
import { cutToLot, unitsFor } from '#trading/lots.ts'
import {
  afterAdding,
  afterClosing,
  averageOf,
  breakEvenOf,
  costOfClosing,
  costOfOpen,
  moveToBreakEven,
  type Position,
  resultOfClosing,
  targetShares,
} from '#trading/position-cost.ts'
import { type Direction, directionOf } from '#trading/profit.ts'

import { sideOf, stepPrice, stepsOf, stopOf, type Trade } from '../trade-facts.ts'

/** How a position stands: units, prices and totals, each `undefined` where it is not known. */
export type FundsFigures = {
  held: Decimal | undefined
  /** Before fees. */
  average: Decimal | undefined
  /** Each open target, under its number. */
  targets: readonly { number: number; units: Decimal | undefined; price: Decimal | undefined }[]
  stop: Decimal | undefined
  /** Only of a stop that a filled target has set on its way to break-even. */
  breakEven: { price: Decimal; state: 'waiting' | 'moved' } | undefined
  /** The result of closing all open units at the stop, after the fees they carry and the fee of the exit. */
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
  /** The result of a reduction after the fees of both sides. */
  realised: Decimal | undefined
}

/** The cost of the position, as far as the service reports it. */
function positionOf(trade: Trade): Position | undefined {
  const units = heldUnits(trade)
  if (!units) return undefined
  const { total, commission: fee } = trade.data?.open_cost ?? {}
  if (total && fee) return { basis: { units, total, fee }, open: units }
  const { average_enter_price: paid, average_enter_price_without_commission: average } =
    trade.data ?? {}
  if (!average || !isCostKnown(trade)) return undefined
  const ofEach = absolute(subtract(paid ?? average, average))
  return {
    basis: { units, total: multiply(units, average), fee: multiply(units, ofEach) },
    open: units,
  }
}

/**
 * Whether the open units cost the average of the entry. Where funds were added and a part was closed,
 * the order of the two decides what the rest cost, and only our service reports it.
 */
export const isCostKnown = (trade: Trade): boolean =>
  trade.data?.open_cost !== undefined ||
  !isPositive(trade.data?.closed_amount ?? ZERO) ||
  fundsStepsOf(trade, 'add').length === 0

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
  const feeRate = market.feeRate ?? ZERO
  const fee = total && commission(total, feeRate)
  const isAdded = change === 'add'
  const held = heldUnits(trade)
  const position = positionOf(trade)
  const after =
    position && units
      ? isAdded
        ? total && fee && afterAdding(position, { units, total, fee })
        : afterClosing(position, units)
      : undefined
  const part = position && units && !isAdded ? costOfClosing(position, units) : undefined
  const direction = directionIn(trade)
  const isLimit = draft.order_type === 'limit'
  return {
    side,
    type: draft.order_type,
    units,
    before: figuresOf(trade, { held, position }, market),
    after: figuresOf(
      trade,
      {
        held: held && units && (isAdded ? add : subtract)(held, units),
        position: after,
        ...(isAdded && { filledAt: isLimit ? price : stopQuote(trade, market) }),
      },
      market,
    ),
    price,
    total,
    fee,
    realised:
      part && price && direction
        ? resultOfClosing({ direction, cost: part, exitFeeRate: feeRate }, price)
        : undefined,
  }
}

type KnownPosition = {
  held: Decimal | undefined
  position: Position | undefined
  /** The price of now, by which the stop moves, once an addition is filled: the average moves as well. */
  filledAt?: Decimal | undefined
}

const directionIn = (trade: Trade): Direction | undefined => {
  const side = sideOf(trade)
  return side && directionOf(side)
}

function figuresOf(
  trade: Trade,
  { held, position, ...added }: KnownPosition,
  market: MarketView,
): FundsFigures {
  const open = stepsOf(trade).flatMap((step, index) =>
    isFixed(step) ? [] : [{ step, number: index + 1 }],
  )
  const shared = held && subtract(held, unitsBeingReduced(trade))
  const beingTaken = unitsBeingTaken(trade)
  const volumes = open.map(({ step }) => step.volume ?? ZERO)
  const units =
    shared && beingTaken && isPositive(sum(volumes))
      ? targetShares({ units: shared, beingTaken }, volumes, market.lot)
      : []
  const isMoved = 'filledAt' in added
  const average = isMoved
    ? position && averageOf(position.basis)
    : (trade.data?.average_enter_price_without_commission ?? undefined)
  const direction = directionIn(trade)
  const moved = (price: MovingPrice | undefined, isAbove: boolean) =>
    isMoved && average && price?.follows_average && price.percent
      ? priceAt(average, price.percent, isAbove, market.tick)
      : undefined
  const isLong = direction === 'long'
  const given = moved(trade.stop_loss?.conditional?.price, !isLong) ?? stopOf(trade)
  const cost = position && costOfOpen(position)
  const closing = cost && direction && { direction, cost, exitFeeRate: market.feeRate ?? ZERO }
  const breakEven = trade.stop_loss?.breakeven_move
  const price = breakEven && closing && breakEvenOf(closing, market.tick)
  const stands =
    price && given && direction && market.tick
      ? moveToBreakEven(
          { stop: given, now: added.filledAt },
          { direction, price, tick: market.tick },
        )
      : undefined
  const stop = stands?.stop ?? given
  return {
    held,
    average,
    targets: open.map(({ number, step }, index) => ({
      number,
      units: units[index],
      price: moved(step.price, isLong) ?? stepPrice(trade, step),
    })),
    stop,
    breakEven: price && stands && { price, state: stands.state },
    atStop: stop && closing && resultOfClosing(closing, stop),
  }
}

type MovingPrice = { follows_average?: boolean | undefined; percent?: Decimal | null | undefined }

/** The price that sets the stop off. */
function stopQuote({ stop_loss }: Trade, { price, bid, ask }: MarketView): Decimal | undefined {
  const type = stop_loss?.conditional?.price?.type
  return type === 'bid' ? bid : type === 'ask' ? ask : price
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
