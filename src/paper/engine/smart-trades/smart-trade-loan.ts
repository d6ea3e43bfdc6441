import { MONEY_PLACES } from '#contract/commission.ts'
import {
  type Decimal,
  ONE,
  add,
  compare,
  decimal,
  divide,
  fromNumber,
  isPositive,
  isZero,
  multiply,
  negate,
  roundToStep,
  subtract,
} from '#money/decimal.ts'

import { borrow, repay } from '../orders/desk.ts'
import type { Instrument } from '../market/instruments.ts'
import { isLong } from './smart-trade-exits.ts'
import type { SmartTradeRecord } from './smart-trade-record.ts'
import type { World } from '../world.ts'

/** The part of what a position is worth that has to be left beyond what it owes. */
export const MAINTENANCE = decimal('0.01')
const PLACES = 18

/** The loan was taken for all units at the price expected: it follows what was entered. */
export function settleLoan(world: World, trade: SmartTradeRecord): void {
  if (!trade.leverage || !trade.loan) return
  const { units, total } = trade.entered
  const margin = divide(total, fromNumber(trade.leverage.value), MONEY_PLACES, 'up')
  trade.marginUsed = margin
  const wanted = isLong(trade) ? subtract(total, margin) : units
  const { currency, amount } = trade.loan
  const more = subtract(wanted, amount)
  if (isPositive(more)) borrow(world, trade.accountId, { currency, amount: more })
  else repay(world, trade.accountId, { currency, amount: negate(more) })
  trade.loan = isZero(wanted) ? null : { currency, amount: wanted }
}

/** Pays back the share of the loan that `units` of the `open` ones carried, all of it with the last. */
export function payBack(
  world: World,
  trade: SmartTradeRecord,
  units: Decimal,
  open: Decimal,
): void {
  const { loan } = trade
  if (!loan) return
  const isLast = compare(units, open) >= 0
  const amount = isLast ? loan.amount : divide(multiply(loan.amount, units), open, PLACES, 'down')
  repay(world, trade.accountId, { currency: loan.currency, amount })
  trade.loan = isLast ? null : { currency: loan.currency, amount: subtract(loan.amount, amount) }
}

/**
 * The price at which what a margin position is worth no longer covers what it owes and one percent
 * more: isolated-margin liquidation with a maintenance rate of 1 %. Null when nothing was borrowed.
 */
export function liquidationPriceOf(
  { loan, kept, entered, side }: SmartTradeRecord,
  { tick }: Instrument,
): Decimal | null {
  if (!loan || !kept || isZero(loan.amount)) return null
  const isUp = side === 'buy'
  const price = isUp
    ? divide(loan.amount, multiply(entered.units, subtract(ONE, MAINTENANCE)), PLACES, 'up')
    : divide(kept.amount, multiply(entered.units, add(ONE, MAINTENANCE)), PLACES, 'down')
  const onTick = roundToStep(price, tick, isUp ? 'up' : 'down')
  return isPositive(onTick) ? onTick : null
}
