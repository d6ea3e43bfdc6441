import { commission, marginOf } from '#contract/commission.ts'
import {
  add,
  type Decimal,
  decimal,
  divide,
  isPositive,
  isZero,
  multiply,
  ONE,
  roundToStep,
  subtract,
} from '#money/decimal.ts'

import type { Direction } from './profit.ts'

/** Maintenance margin rate. */
export const MAINTENANCE = decimal('0.01')

const PLACES = 18

export type BorrowedPosition = {
  direction: Direction
  units: Decimal
  /** Borrowed quote currency of a long, or coins of a short. */
  owed: Decimal
  /** Quote currency of a short: sale proceeds after fee, plus margin. */
  kept: Decimal
  tick?: Decimal | undefined
}

/** Returns the price at which value = debt + 1 % maintenance; `undefined` without debt. */
export function liquidationPrice(position: BorrowedPosition): Decimal | undefined {
  const { direction, units, owed, kept, tick } = position
  if (isZero(owed) || !isPositive(units)) return undefined
  const isLong = direction === 'long'
  const price = isLong
    ? divide(owed, multiply(units, subtract(ONE, MAINTENANCE)), PLACES, 'up')
    : divide(kept, multiply(units, add(ONE, MAINTENANCE)), PLACES, 'down')
  const onTick = tick ? roundToStep(price, tick, isLong ? 'up' : 'down') : price
  return isPositive(onTick) ? onTick : undefined
}

export type PlannedPosition = {
  direction: Direction
  units: Decimal
  total: Decimal
  leverage: number
  feeRate: Decimal
  tick?: Decimal | undefined
}

export function plannedLiquidation(plan: PlannedPosition): Decimal | undefined {
  const { direction, units, total, leverage, feeRate, tick } = plan
  const margin = marginOf(total, leverage)
  return liquidationPrice({
    direction,
    units,
    owed: direction === 'long' ? subtract(total, margin) : units,
    kept: add(subtract(total, commission(total, feeRate)), margin),
    tick,
  })
}
