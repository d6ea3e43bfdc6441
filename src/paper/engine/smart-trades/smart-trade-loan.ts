import { marginOf } from '#contract/commission.ts'
import {
  type Decimal,
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
import { isLong } from './smart-trade-exits.ts'
import type { SmartTradeRecord } from './smart-trade-record.ts'
import type { World } from '../world.ts'

const PLACES = 18

/** The loan was taken for all units at the price expected: it follows what was entered. */
export function settleLoan(world: World, trade: SmartTradeRecord): void {
  if (!trade.leverage || !trade.loan) return
  const { units, total } = trade.entered
  const margin = marginOf(total, trade.leverage.value)
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

/** Where a position is liquidated; null when nothing was borrowed. */
export function liquidationPriceOf(
  { loan, kept, entered, side }: SmartTradeRecord,
  { tick }: Instrument,
): Decimal | null {
  if (!loan || !kept) return null
  const position = {
    units: entered.units,
    owed: loan.amount,
    kept: kept.amount,
    tick,
  }
  return liquidationPrice({ direction: directionOf(side), ...position }) ?? null
}
