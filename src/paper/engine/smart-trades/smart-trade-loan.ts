import { MONEY_PLACES, marginOf } from '#contract/commission.ts'
import {
  type Decimal,
  ZERO,
  add,
  compare,
  divide,
  isNegative,
  isPositive,
  isZero,
  larger,
  multiply,
  negate,
  subtract,
} from '#money/decimal.ts'
import { liquidationPrice } from '#trading/liquidation.ts'
import { directionOf } from '#trading/profit.ts'

import { borrow, charge, debtorOf, payCharge, repay } from '../balances/loans.ts'
import type { Instrument } from '../market/instruments.ts'
import type { Part } from '../orders/order.ts'
import { isLong, moveLiquidation } from './smart-trade-exits.ts'
import { isEntered, isOver, openUnits, type SmartTradeRecord } from './smart-trade-record.ts'
import { type World, instrumentOf } from '../world.ts'

const PLACES = 18

/** Adjusts the loan, taken for all units at the expected price, to the filled entry. */
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

/** Repays the closed units' share of the loan. Returns the insurance's payment. */
export function payBack(
  world: World,
  trade: SmartTradeRecord,
  closed: Part,
  open: Decimal,
): Decimal {
  const { loan } = trade
  const { owed } = trade.interest
  const { units, total, fee } = closed
  const isLast = compare(units, open) >= 0
  const share = isLast ? owed : divide(multiply(owed, units), open, MONEY_PLACES, 'down')
  // Funding to be received helps to pay the loan.
  if (isNegative(share)) settleInterest(world, trade, share)
  const left = larger(share, ZERO)
  if (!loan) {
    settleInterest(world, trade, left)
    return ZERO
  }
  const amount = isLast ? loan.amount : divide(multiply(loan.amount, units), open, PLACES, 'down')
  const isIsolated = trade.leverage?.type === 'isolated'
  const own = subtract(add(total, subtract(left, share)), fee)
  const isPaidFrom = isIsolated && isLong(trade) ? own : undefined
  const insured = repay(world, trade.accountId, { currency: loan.currency, amount }, isPaidFrom)
  trade.loan = isLast ? null : { currency: loan.currency, amount: subtract(loan.amount, amount) }
  const means = isIsolated ? meansAfter(trade, closed, amount) : undefined
  settleInterest(world, trade, left, means)
  return insured
}

/** Own funds left in an isolated position after a part is closed and its loan repaid. */
function meansAfter(trade: SmartTradeRecord, closed: Part, repaid: Decimal): Decimal {
  const { entered, kept } = trade
  const { units, total, fee, insured } = closed
  if (isLong(trade)) return larger(ZERO, subtract(subtract(total, fee), repaid))
  const share = divide(multiply(kept?.amount ?? ZERO, units), entered.units, PLACES, 'down')
  return larger(ZERO, subtract(add(share, insured), add(total, fee)))
}

/** Sets margin, holds and liquidation from the filled entry. */
export function takePosition(trade: SmartTradeRecord, { base, quote, tick }: Instrument): void {
  const { leverage, loan } = trade
  const { units, total, fee } = trade.entered
  const isBorrowed = leverage !== null && loan !== null
  trade.marginUsed = isBorrowed ? marginOf(total, leverage.value) : null
  const margin = trade.marginUsed ?? ZERO
  trade.kept = isLong(trade)
    ? { currency: base, amount: units }
    : { currency: quote, amount: add(subtract(total, fee), margin) }
  trade.liquidationPrice = isBorrowed ? liquidationPriceOf(trade, { tick }) : null
}

/** Price at which the position no longer covers its debt with interest. */
function liquidationPriceOf(
  trade: SmartTradeRecord,
  { tick }: Pick<Instrument, 'tick'>,
): Decimal | null {
  const { entered, kept, marginUsed, interest, side } = trade
  const units = openUnits(trade)
  const shareOf = (amount: Decimal): Decimal =>
    divide(multiply(amount, units), entered.units, PLACES, 'half-even')
  const position = isLong(trade)
    ? { owed: add(shareOf(subtract(entered.total, marginUsed ?? ZERO)), interest.owed), kept: ZERO }
    : { owed: units, kept: subtract(shareOf(kept?.amount ?? ZERO), interest.owed) }
  return liquidationPrice({ direction: directionOf(side), units, ...position, tick }) ?? null
}

/** Charges an open position interest or funding, and moves its liquidation. */
export function accrueTrade(world: World, trade: SmartTradeRecord): void {
  const { loan, leverage, entered, marginUsed } = trade
  if (isOver(trade) || !leverage || isZero(entered.units)) return
  const ofEntry = subtract(entered.total, marginUsed ?? ZERO)
  const ofLong = isEntered(trade) ? (loan?.amount ?? ZERO) : ofEntry
  const units = openUnits(trade)
  const charged = charge(world, debtorOf('smart_trade', trade), {
    direction: directionOf(trade.side),
    units,
    borrowed: (last) => (isLong(trade) ? ofLong : multiply(units, last)),
  })
  if (isZero(charged)) return
  trade.interest = { ...trade.interest, owed: add(trade.interest.owed, charged) }
  if (loan) trade.liquidationPrice = liquidationPriceOf(trade, instrumentOf(world, trade.pair))
  moveLiquidation(world, trade)
  world.changes.touch('smart_trade', String(trade.id), () => trade)
}

/** Pays owed interest or funding. */
export function settleInterest(
  world: World,
  trade: SmartTradeRecord,
  amount = trade.interest.owed,
  means?: Decimal,
): void {
  const { owed, paid } = trade.interest
  const more = payCharge(world, debtorOf('smart_trade', trade), amount, means)
  trade.interest = { owed: subtract(owed, amount), paid: add(paid, more) }
}

/** Pays out funding to be received before a debt that may need it. Returns it. */
export function receive(world: World, trade: SmartTradeRecord): Decimal {
  const { owed } = trade.interest
  if (!isNegative(owed)) return ZERO
  settleInterest(world, trade)
  return negate(owed)
}
