import {
  add,
  type Decimal,
  divide,
  HUNDRED,
  isZero,
  multiply,
  subtract,
  ZERO,
} from '#money/decimal.ts'

import { fillOf } from './fees.ts'

/** Bought first and sold later, or the other way round. */
export type Direction = 'long' | 'short'

/** A trade whose position is a buy is long, a held long that is only sold as well. */
export const directionOf = (positionType: 'buy' | 'sell'): Direction =>
  positionType === 'buy' ? 'long' : 'short'

export type Round = {
  direction: Direction
  units: Decimal
  entryPrice: Decimal
  exitPrice: Decimal
  /** Zero for a position that was held already. */
  entryFeeRate: Decimal
  exitFeeRate: Decimal
}

export type Result = {
  /** Quote currency that the entry moved, its fee included. */
  entered: Decimal
  /** Quote currency that the exit moved, its fee included. */
  closed: Decimal
  profit: Decimal
  /** Of what was entered, in percent points. */
  percent: Decimal
}

const PERCENT_PLACES = 8

/** What entering and leaving a position comes to after both fees, in the quote currency. */
export function roundTrip(round: Round): Result {
  const isLong = round.direction === 'long'
  const entry = fillOf(isLong ? 'buy' : 'sell', round.units, round.entryPrice, round.entryFeeRate)
  const exit = fillOf(isLong ? 'sell' : 'buy', round.units, round.exitPrice, round.exitFeeRate)
  const paid = (fill: typeof entry) => add(fill.total, fill.commission)
  const taken = (fill: typeof entry) => subtract(fill.total, fill.commission)
  const entered = isLong ? paid(entry) : taken(entry)
  const closed = isLong ? taken(exit) : paid(exit)
  const profit = isLong ? subtract(closed, entered) : subtract(entered, closed)
  return { entered, closed, profit, percent: percentOf(profit, entered) }
}

/** A part of a whole in percent points to eight places; zero of nothing. Also the return on a margin. */
export const percentOf = (part: Decimal, whole: Decimal): Decimal =>
  isZero(whole) ? ZERO : divide(multiply(part, HUNDRED), whole, PERCENT_PLACES, 'half-even')
