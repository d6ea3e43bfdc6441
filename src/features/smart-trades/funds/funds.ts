import { commission } from '#contract/commission.ts'
import { type MarketView, quoteOf } from '#contract/draft-rule.ts'
import { present } from '#contract/read.ts'
import { isFixed } from '#contract/smart-trade-change.ts'
import {
  fundsPrice,
  fundsSide,
  heldUnits,
  reducibleUnits,
  unitsBeingReduced,
  unitsBeingTaken,
} from '#contract/smart-trade-funds-rules.ts'
import { type FundsChange, type PartialFunds } from '#contract/smart-trade-funds.ts'
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
} from '#trading/position-cost.ts'

import { openCostOf, positionDirection, sharedUnits } from '../position.ts'
import { sideOf, stepPrice, stepsOf, stopOf, type Trade } from '../trade-facts.ts'

/** Position with units, prices and totals; unknown ones are `undefined`. */
export type FundsFigures = {
  held: Decimal | undefined
  cost: Decimal | undefined
  average: Decimal | undefined
  /** Price at which closing covers cost and both fees. */
  even: Decimal | undefined
  targets: readonly { number: number; units: Decimal | undefined; price: Decimal | undefined }[]
  stop: Decimal | undefined
  /** Only for a stop that a filled target moves to break-even. */
  breakEven: { price: Decimal; state: 'waiting' | 'moved' } | undefined
  /** Result of closing all open units at the stop, after entry and exit fees. */
  atStop: Decimal | undefined
  atTargets: Decimal | undefined
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
  /** Result of a reduction after the fees of both sides. */
  realised: Decimal | undefined
}

/** A target is partly filled, and the remaining units are unknown. */
export const areTargetsFilling = (trade: Trade): boolean => !unitsBeingTaken(trade)

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
  const cost = openCostOf(trade)
  const position = cost && { basis: cost, open: cost.units }
  const after =
    position && units
      ? isAdded
        ? total && fee && afterAdding(position, { units, total, fee })
        : afterClosing(position, units)
      : undefined
  const part = position && units && !isAdded ? costOfClosing(position, units) : undefined
  const direction = positionDirection(trade)
  const isLimit = draft.order_type === 'limit'
  return {
    side,
    type: draft.order_type,
    units,
    before: fundsNow(trade, market),
    after: figuresOf(
      trade,
      {
        held: held && units && (isAdded ? add : subtract)(held, units),
        position: after,
        ...(isAdded && {
          filledAt: isLimit ? price : quoteOf(market, trade.stop_loss.conditional?.price.type),
        }),
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
  /** Current price, which moves the stop if an addition fills, because the average moves too. */
  filledAt?: Decimal | undefined
}

function figuresOf(
  trade: Trade,
  { held, position, ...added }: KnownPosition,
  market: MarketView,
): FundsFigures {
  const steps = stepsOf(trade).map((step) => ({
    step,
    volume: step.volume,
    isFixed: isFixed(step),
  }))
  const units = sharedUnits(trade, held, steps, market.lot)
  const isMoved = 'filledAt' in added
  const average = isMoved
    ? position && averageOf(position.basis)
    : (trade.data.average_enter_price_without_commission ?? undefined)
  const direction = positionDirection(trade)
  const moved = (price: MovingPrice | undefined, isAbove: boolean) =>
    isMoved && average && price?.follows_average && price.percent
      ? priceAt(average, price.percent, isAbove, market.tick)
      : undefined
  const isLong = direction === 'long'
  const given = moved(trade.stop_loss.conditional?.price, !isLong) ?? stopOf(trade)
  const cost = position && costOfOpen(position)
  const closing = cost && direction && { direction, cost, exitFeeRate: market.feeRate ?? ZERO }
  const breakEven = trade.stop_loss.breakeven_move
  const even = closing && breakEvenOf(closing, market.tick)
  const price = breakEven && even
  const stands =
    price && given && market.tick
      ? moveToBreakEven(
          { stop: given, now: added.filledAt },
          { direction, price, tick: market.tick },
        )
      : undefined
  const stop = stands?.stop ?? given
  const targets = steps.flatMap(({ step, isFixed: isOver }, index) =>
    isOver
      ? []
      : {
          number: index + 1,
          units: units[index],
          price: moved(step.price, isLong) ?? stepPrice(trade, step),
        },
  )
  const results = targets.map(({ units: some, price: at }) => {
    const part = position && some && costOfClosing(position, some)
    return closing && part && at ? resultOfClosing({ ...closing, cost: part }, at) : undefined
  })
  return {
    held,
    cost: cost?.total,
    average,
    even,
    targets,
    stop,
    breakEven: price && stands && { price, state: stands.state },
    atStop: stop && closing && resultOfClosing(closing, stop),
    atTargets:
      results.length > 0 && present(results).length === results.length
        ? sum(present(results))
        : undefined,
  }
}

export function fundsNow(trade: Trade, market: MarketView): FundsFigures {
  const cost = openCostOf(trade)
  return figuresOf(
    trade,
    { held: heldUnits(trade), position: cost && { basis: cost, open: cost.units } },
    market,
  )
}

type MovingPrice = { follows_average?: boolean | undefined; percent?: Decimal | null | undefined }

/** Units shared by targets while orders wait; `undefined` without targets or for the whole position. */
export function coveredMeanwhile(
  trade: Trade,
  { before: { held, targets }, side, type, units }: FundsPreview,
): Decimal | undefined {
  const own = type === 'limit' && side !== undefined && side !== sideOf(trade) ? units : ZERO
  const reducing = add(unitsBeingReduced(trade), own ?? ZERO)
  const isShared = targets.length > 0 && isPositive(reducing)
  return held && isShared ? subtract(held, reducing) : undefined
}

/** Maximum units to add by the free balance, or to close with a part remaining. */
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

export const shareOf = (most: Decimal, percent: string, lot: Decimal | undefined): Decimal =>
  cutToLot(divide(multiply(most, decimal(percent)), HUNDRED, 18, 'down'), lot)
