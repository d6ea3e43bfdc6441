import { marginOf } from '#contract/commission.ts'
import {
  type Decimal,
  ZERO,
  add,
  compare,
  divide,
  isPositive,
  isZero,
  multiply,
  negate,
  subtract,
} from '#money/decimal.ts'
import { liquidationPrice } from '#trading/liquidation.ts'
import { directionOf } from '#trading/profit.ts'

import { borrow, repay } from '../balances/loans.ts'
import type { Instrument } from '../market/instruments.ts'
import type { Part } from '../orders/orders.ts'
import { isLong } from './smart-trade-exits.ts'
import type { SmartTradeRecord } from './smart-trade-record.ts'
import type { World } from '../world.ts'

const PLACES = 18

/** The loan was taken for all units at the price expected: it follows what was entered. */
export function settleLoan(world: World, trade: SmartTradeRecord): void {
  if (!trade.leverage || !trade.loan) return
  const { units, total } = trade.entered
  const margin = marginOf(total, trade.leverage.value)
  const wanted = isLong(trade) ? subtract(total, margin) : units
  const { currency, amount } = trade.loan
  const more = subtract(wanted, amount)
  if (isPositive(more)) borrow(world, trade.accountId, { currency, amount: more })
  else repay(world, trade.accountId, { currency, amount: negate(more) })
  trade.loan = isZero(wanted) ? null : { currency, amount: wanted }
}

/**
 * Pays back the share of the loan that the closed units of the `open` ones carried, all of it with the
 * last. Returns what the insurance paid of it.
 */
export function payBack(
  world: World,
  trade: SmartTradeRecord,
  closed: Part,
  open: Decimal,
): Decimal {
  const { loan } = trade
  if (!loan) return ZERO
  const { units, total, fee } = closed
  const isLast = compare(units, open) >= 0
  const amount = isLast ? loan.amount : divide(multiply(loan.amount, units), open, PLACES, 'down')
  const paysAlone = trade.leverage?.type === 'isolated' && isLong(trade)
  const means = paysAlone ? subtract(total, fee) : undefined
  const insured = repay(world, trade.accountId, { currency: loan.currency, amount }, means)
  trade.loan = isLast ? null : { currency: loan.currency, amount: subtract(loan.amount, amount) }
  return insured
}

/** Takes what has been entered as the position: its margin, what it keeps, where it is liquidated. */
export function takePosition(trade: SmartTradeRecord, { base, quote, tick }: Instrument): void {
  const { leverage, loan, side } = trade
  const { units, total, fee } = trade.entered
  const isBorrowed = leverage !== null && loan !== null
  trade.marginUsed = isBorrowed ? marginOf(total, leverage.value) : null
  const margin = trade.marginUsed ?? ZERO
  trade.kept = isLong(trade)
    ? { currency: base, amount: units }
    : { currency: quote, amount: add(subtract(total, fee), margin) }
  const owed = isLong(trade) ? subtract(total, margin) : units
  const position = { direction: directionOf(side), units, owed, kept: trade.kept.amount, tick }
  trade.liquidationPrice = isBorrowed ? (liquidationPrice(position) ?? null) : null
}
