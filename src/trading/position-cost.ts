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

/** Units in the base currency; their total before fees and the fees in the quote currency. */
export type PositionFlow = { units: Decimal; total: Decimal; fee: Decimal }

export const NO_FLOW: PositionFlow = { units: ZERO, total: ZERO, fee: ZERO }

/** A position since it was last added to: what was open then, and how much of that still is. */
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

/** The average price of units before fees; `undefined` without units. */
export const averageOf = ({ units, total }: PositionFlow): Decimal | undefined =>
  isPositive(units) ? quotient(total, units) : undefined

/** What the open units cost, by their moving average: their share of the total and of the entry fees. */
export function costOfOpen({ basis, open: units }: Position): PositionFlow {
  const share = (amount: Decimal): Decimal =>
    units === basis.units
      ? amount
      : divide(multiply(amount, units), basis.units, MONEY_PLACES, 'half-even')
  return { units, total: share(basis.total), fee: share(basis.fee) }
}

/** A position after units were added: the average moves towards the price of the addition. */
export const afterAdding = (position: Position, fill: PositionFlow): Position => ({
  basis: plus(costOfOpen(position), fill),
  open: add(position.open, fill.units),
})

/** A position after a part of it was closed: the average stays. */
export const afterClosing = ({ basis, open }: Position, units: Decimal): Position => ({
  basis,
  open: subtract(open, units),
})

/** What the units of a close cost. The costs of all closes add up to the basis, to the last digit. */
export const costOfClosing = (position: Position, units: Decimal): PositionFlow =>
  minus(costOfOpen(position), costOfOpen(afterClosing(position, units)))

export type Closing = { direction: Direction; cost: PositionFlow; exitFeeRate: Decimal }

/** The result of closing units at a price, after the entry fees they carry and the fee of the exit. */
export function resultOfClosing(
  { direction, cost, exitFeeRate }: Closing,
  price: Decimal,
): Decimal {
  const total = multiply(cost.units, price)
  const gross = direction === 'long' ? subtract(total, cost.total) : subtract(cost.total, total)
  return subtract(gross, add(cost.fee, commission(total, exitFeeRate)))
}

/**
 * The first tick at which closing the units pays what they cost and both fees. Long: (total + fee) ÷
 * (units · (1 − f)), short: (total − fee) ÷ (units · (1 + f)). `undefined` if no price does.
 */
export function breakEvenOf(closing: Closing, tick: Decimal | undefined): Decimal | undefined {
  const { direction, cost, exitFeeRate } = closing
  const isLong = direction === 'long'
  const paid = (isLong ? add : subtract)(cost.total, cost.fee)
  const factor = (isLong ? subtract : add)(ONE, exitFeeRate)
  // A fee of everything leaves nothing to break even with.
  if (!isPositive(factor) || !isPositive(paid) || !isPositive(cost.units)) return undefined
  const rounding = isLong ? 'up' : 'down'
  const exact = quotient(paid, multiply(cost.units, factor), rounding)
  if (!tick) return exact
  const price = roundToStep(exact, tick, rounding)
  // The fee of the exit is rounded up, which can cost more than the tick gains.
  return isNegative(resultOfClosing(closing, price))
    ? (isLong ? add : subtract)(price, tick)
    : price
}

export type BreakEvenMove = { state: 'waiting' | 'moved'; stop: Decimal }

/**
 * Where break-even puts a stop: there once the price is a tick beyond it, and until then where it is. A
 * stop that stands better already stays.
 */
export function moveToBreakEven(
  { stop, now }: { stop: Decimal; now: Decimal | undefined },
  { direction, price, tick }: { direction: Direction; price: Decimal; tick: Decimal },
): BreakEvenMove {
  const [better, next] = direction === 'long' ? [1, add(price, tick)] : [-1, subtract(price, tick)]
  if (compare(stop, price) !== -better) return { state: 'moved', stop }
  const isBeyond = now !== undefined && compare(now, next) !== -better
  return isBeyond ? { state: 'moved', stop: price } : { state: 'waiting', stop }
}

/**
 * What each open target closes of the `units` that no reduction closes: those that a target which is
 * being filled still takes are its own, the rest is split by the volumes in whole lots.
 */
export const targetShares = (
  { units, beingTaken }: { units: Decimal; beingTaken: Decimal },
  volumes: readonly Decimal[],
  lot: Decimal | undefined,
): Decimal[] => splitByWeight(subtract(units, beingTaken), volumes, lot)
