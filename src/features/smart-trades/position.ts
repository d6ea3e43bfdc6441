// Cost, result and break-even of a position, from the totals that the service reports.

import { heldUnits, unitsBeingReduced, unitsBeingTaken } from '#contract/smart-trade-funds-rules.ts'
import { fundsStepsOf } from '#contract/smart-trade-funds.ts'
import {
  absolute,
  type Decimal,
  isPositive,
  multiply,
  ONE,
  subtract,
  sum,
  ZERO,
} from '#money/decimal.ts'
import { type PositionFlow, resultOfClosing, targetShares } from '#trading/position-cost.ts'
import { type Direction, directionOf as directionOfSide } from '#trading/profit.ts'
import type { OpenPosition } from '#trading/smart-trade-preview.ts'

import { sideOf, stopOf, type Trade } from './trade-facts.ts'

export function positionDirection(trade: Trade): Direction | undefined {
  const side = sideOf(trade)
  return side && directionOfSide(side)
}

export function openCostOf(trade: Trade): PositionFlow | undefined {
  const units = heldUnits(trade)
  if (!units) return undefined
  const { total, commission: fee } = trade.data.open_cost ?? {}
  if (total && fee) return { units, total, fee }
  const { average_enter_price: paid, average_enter_price_without_commission: average } = trade.data
  if (!average || !isCostKnown(trade)) return undefined
  const ofEach = absolute(subtract(paid ?? average, average))
  return { units, total: multiply(units, average), fee: multiply(units, ofEach) }
}

/**
 * The open units cost the average entry. After funds were added and a part was closed, the
 * remaining cost depends on their order, which only our service reports.
 */
export const isCostKnown = (trade: Trade): boolean =>
  trade.data.open_cost !== undefined ||
  !isPositive(trade.data.closed_amount ?? ZERO) ||
  fundsStepsOf(trade, 'add').length === 0

/**
 * Result of the closed units after the fees of both sides, from the service's totals. Interest
 * counts in full, as in the trade's profit.
 */
export function realisedOf({ data, position }: Trade): Decimal | undefined {
  const { entered_total: entered, closed_total: closed, open_cost: open, interest = ZERO } = data
  const { commission_paid: fees } = data
  if (!isPositive(data.closed_amount ?? ONE)) return ZERO
  if (!entered || !closed || !open?.total || !open.commission || !fees) return undefined
  const cost = subtract(entered, open.total)
  const gross = position.type === 'sell' ? subtract(cost, closed) : subtract(closed, cost)
  return subtract(subtract(gross, subtract(fees, open.commission)), interest)
}

/** Units of each target that still closes a part; fixed targets share none. */
export function sharedUnits(
  trade: Trade,
  held: Decimal | undefined,
  steps: readonly { volume: Decimal | undefined; isFixed: boolean }[],
  lot: Decimal | undefined,
): (Decimal | undefined)[] {
  const volumes = steps.flatMap(({ volume, isFixed }) => (isFixed ? [] : [volume ?? ZERO]))
  const units = held && subtract(held, unitsBeingReduced(trade))
  const beingTaken = unitsBeingTaken(trade)
  const shares =
    units && beingTaken && isPositive(sum(volumes))
      ? targetShares({ units, beingTaken }, volumes, lot)
      : []
  return steps.map(({ isFixed }) => (isFixed ? undefined : shares.shift()))
}

/** Position of a trade whose exits are edited; `undefined` without one. */
export function openPositionOf(
  trade: Trade,
  steps: Parameters<typeof sharedUnits>[2],
  lot: Decimal | undefined,
): OpenPosition | undefined {
  const cost = openCostOf(trade)
  if (!cost || !isPositive(cost.units)) return undefined
  return { cost, units: sharedUnits(trade, cost.units, steps, lot) }
}

/** Break-even of a stop, its current place, and the result of closing all open units there. */
export type BreakEven = {
  state: string
  price: Decimal
  stop: Decimal
  atStop: Decimal | undefined
}

export function breakEvenOf(trade: Trade): BreakEven | undefined {
  const { breakeven_move: move } = trade.stop_loss
  const stop = stopOf(trade)
  if (!move?.price || !stop || move.state === '') return undefined
  const cost = openCostOf(trade)
  const direction = positionDirection(trade)
  const exitFeeRate = trade.data.commission
  return {
    state: move.state,
    price: move.price,
    stop,
    atStop:
      cost && direction && exitFeeRate
        ? resultOfClosing({ direction, cost, exitFeeRate }, stop)
        : undefined,
  }
}
