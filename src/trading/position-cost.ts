import { commission, MONEY_PLACES } from '#contract/commission.ts'
import {
  add,
  compare,
  type Decimal,
  divide,
  isNegative,
  isPositive,
  multiply,
  ONE,
  quotient,
  roundToStep,
  subtract,
  ZERO,
} from '#money/decimal.ts'

import { splitByWeight } from './lots.ts'
import type { Direction } from './profit.ts'

/** Units in the base currency; total before fees and fees in the quote currency. */
export type PositionFlow = { units: Decimal; total: Decimal; fee: Decimal }

export const NO_FLOW: PositionFlow = { units: ZERO, total: ZERO, fee: ZERO }

/** Units and cost after the last addition, and the units still open. */
export type Position = { basis: PositionFlow; open: Decimal }

export const plus = (a: PositionFlow, b: PositionFlow): PositionFlow => ({
  units: add(a.units, b.units),
  total: add(a.total, b.total),
  fee: add(a.fee, b.fee),
})

export const minus = (a: PositionFlow, b: PositionFlow): PositionFlow => ({
  units: subtract(a.units, b.units),
  total: subtract(a.total, b.total),
  fee: subtract(a.fee, b.fee),
})

/** Returns the average price before fees; `undefined` without units. */
export const averageOf = ({ units, total }: PositionFlow): Decimal | undefined =>
  isPositive(units) ? quotient(total, units) : undefined

/** Returns the cost of the open units by moving average: their share of total and entry fees. */
export function costOfOpen({ basis, open: units }: Position): PositionFlow {
  const share = (amount: Decimal): Decimal =>
    units === basis.units
      ? amount
      : divide(multiply(amount, units), basis.units, MONEY_PLACES, 'half-even')
  return { units, total: share(basis.total), fee: share(basis.fee) }
}

/** Adds a fill; the average moves towards its price. */
export const afterAdding = (position: Position, fill: PositionFlow): Position => ({
  basis: plus(costOfOpen(position), fill),
  open: add(position.open, fill.units),
})

/** Closes units; the average stays. */
export const afterClosing = ({ basis, open }: Position, units: Decimal): Position => ({
  basis,
  open: subtract(open, units),
})

/** Returns the cost of closed units. The costs of all closes add up to the basis exactly. */
export const costOfClosing = (position: Position, units: Decimal): PositionFlow =>
  minus(costOfOpen(position), costOfOpen(afterClosing(position, units)))

export type Closing = { direction: Direction; cost: PositionFlow; exitFeeRate: Decimal }

/** Returns the profit of closing, after entry and exit fees. */
export function resultOfClosing(
  { direction, cost, exitFeeRate }: Closing,
  price: Decimal,
): Decimal {
  const total = multiply(cost.units, price)
  const gross = direction === 'long' ? subtract(total, cost.total) : subtract(cost.total, total)
  return subtract(gross, add(cost.fee, commission(total, exitFeeRate)))
}

/**
 * Returns the first tick that covers cost and both fees f. Long: (total + fee) ÷ (units · (1 − f));
 * short: (total − fee) ÷ (units · (1 + f)). `undefined` if there is none.
 */
export function breakEvenOf(closing: Closing, tick: Decimal | undefined): Decimal | undefined {
  const { direction, cost, exitFeeRate } = closing
  const isLong = direction === 'long'
  const paid = (isLong ? add : subtract)(cost.total, cost.fee)
  const factor = (isLong ? subtract : add)(ONE, exitFeeRate)
  // With a fee of 100 % nothing is left.
  if (!isPositive(factor) || !isPositive(paid) || !isPositive(cost.units)) return undefined
  const rounding = isLong ? 'up' : 'down'
  const exact = quotient(paid, multiply(cost.units, factor), rounding)
  if (!tick) return exact
  const price = roundToStep(exact, tick, rounding)
  // The exit fee is rounded up, which can exceed the gain of one tick.
  return isNegative(resultOfClosing(closing, price))
    ? (isLong ? add : subtract)(price, tick)
    : price
}

export type BreakEvenMove = { state: 'waiting' | 'moved'; stop: Decimal }

/** Moves the stop to break-even once the price is a tick beyond it. A better stop stays. */
export function moveToBreakEven(
  { stop, now }: { stop: Decimal; now: Decimal | undefined },
  { direction, price, tick }: { direction: Direction; price: Decimal; tick: Decimal },
): BreakEvenMove {
  const [better, next] = direction === 'long' ? [1, add(price, tick)] : [-1, subtract(price, tick)]
  if (compare(stop, price) !== -better) return { state: 'moved', stop }
  const isBeyond = now !== undefined && compare(now, next) !== -better
  return isBeyond ? { state: 'moved', stop: price } : { state: 'waiting', stop }
}

/** Splits the rest by volume, in whole lots, without reductions and partly filled targets. */
export const targetShares = (
  { units, beingTaken }: { units: Decimal; beingTaken: Decimal },
  volumes: readonly Decimal[],
  lot: Decimal | undefined,
): Decimal[] => splitByWeight(subtract(units, beingTaken), volumes, lot)
