import { add, type Decimal, divide, isPositive, multiply, subtract } from '#money/decimal.ts'

import { splitByWeight } from './lots.ts'

const PLACES = 18

/** Units in the base currency; their total without fees and the fees in the quote currency. */
export type PositionFlow = { units: Decimal; total: Decimal; fee: Decimal }

/** A position by what went into it so far and how much of it is still open. */
export type FundedPosition = {
  entered: PositionFlow
  open: Decimal
  /** What the open units cost, where funds were added after a part had been closed. */
  basis?: PositionFlow | undefined
}

/** The average price of units without fees; `undefined` of none. */
export const averageOf = ({ units, total }: PositionFlow): Decimal | undefined =>
  isPositive(units) ? divide(total, units, PLACES, 'half-even') : undefined

const plus = (a: PositionFlow, b: PositionFlow): PositionFlow => ({
  units: add(a.units, b.units),
  total: add(a.total, b.total),
  fee: add(a.fee, b.fee),
})

/** What some units of a position cost by its average: closing some of them leaves the average as it is. */
export function costOf({ entered, basis }: FundedPosition, units: Decimal): PositionFlow {
  const from = basis ?? entered
  const share = (amount: Decimal): Decimal =>
    units === from.units || !isPositive(from.units)
      ? amount
      : divide(multiply(amount, units), from.units, PLACES, 'half-even')
  return { units, total: share(from.total), fee: share(from.fee) }
}

/** A position after funds were added: the average moves towards the price of the addition. */
export function afterAdding(position: FundedPosition, fill: PositionFlow): FundedPosition {
  return {
    entered: plus(position.entered, fill),
    open: add(position.open, fill.units),
    basis: plus(costOf(position, position.open), fill),
  }
}

/** A position after a part of it was closed: its average stays. */
export const afterReducing = (position: FundedPosition, units: Decimal): FundedPosition => ({
  ...position,
  open: subtract(position.open, units),
})

/**
 * What each open target closes of the `units` that no reduction closes: those that a target which is
 * being filled still takes are its own, the rest is split by the volumes in whole lots.
 */
export const targetShares = (
  { units, beingTaken }: { units: Decimal; beingTaken: Decimal },
  volumes: readonly Decimal[],
  lot: Decimal | undefined,
): Decimal[] => splitByWeight(subtract(units, beingTaken), volumes, lot)
