import type { SmartTradeEntity } from '#contract/smart-trades.ts'
import { add, type Decimal, isPositive, isZero, multiply, subtract, ZERO } from '#money/decimal.ts'
import { DOLLARS } from '#trading/dollars.ts'
import { costOfClosing, costOfOpen, minus, NO_FLOW, plus } from '#trading/position-cost.ts'
import { percentOf } from '#trading/profit.ts'

import type { Instrument } from '../market/instruments.ts'
import type { Profit } from '../orders/order-history.ts'
import type { Order, Part } from '../orders/order.ts'
import { instrumentOf, type World } from '../world.ts'
import { isLong } from './smart-trade-exits.ts'
import { isOver, openUnits, positionOf, type SmartTradeRecord } from './smart-trade-record.ts'

const NONE = { volume: null, usd: null, percent: ZERO, roe: null }

/**
 * Profit after fees, interest and funding, in the quote currency and in percent of entry and
 * margin. Open units count at the last price, units kept after the end not at all.
 */
export function profitOf(
  trade: SmartTradeRecord,
  last: Decimal,
  { quote }: Instrument,
): SmartTradeEntity['profit'] {
  const { closed, marginUsed } = trade
  if (!isPositive(trade.entered.units) || hasNoExit(trade)) return NONE
  const entered = isOver(trade)
    ? minus(trade.entered, costOfOpen(positionOf(trade)))
    : trade.entered
  const open = isOver(trade) ? ZERO : multiply(openUnits(trade), last)
  const gross = isLong(trade)
    ? subtract(add(closed.total, open), entered.total)
    : subtract(entered.total, add(closed.total, open))
  // The insurance's payments are no loss of the account.
  const result = add(subtract(gross, add(entered.fee, closed.fee)), closed.insured)
  const volume = subtract(result, add(trade.interest.owed, trade.interest.paid))
  const { total, fee } = isPositive(closed.units) ? entered : trade.entered
  const base = (isLong(trade) ? add : subtract)(total, fee)
  return {
    volume,
    usd: DOLLARS.has(quote) ? volume : null,
    percent: percentOf(volume, base, 2),
    roe: marginUsed ? percentOf(volume, marginUsed, 2) : null,
  }
}

/** A simple trade and a cancelled position end without an exit; funding may still be paid. */
const hasNoExit = ({ closedAt, closed, interest }: SmartTradeRecord): boolean =>
  closedAt !== null && isZero(closed.units) && isZero(interest.paid)

/** Adds the units' cost to their closing order's. Call it before they are closed. */
export function bookCost(trade: SmartTradeRecord, { id }: Pick<Order, 'id'>, units: Decimal): void {
  const cost = costOfClosing(positionOf(trade), units)
  trade.costs = { ...trade.costs, [id]: plus(trade.costs[id] ?? NO_FLOW, cost) }
}

/** Profit of an ended exit, after fees of both sides, against its units' cost. */
export function exitProfit(
  world: World,
  trade: SmartTradeRecord,
  { id }: Pick<Order, 'id'>,
  exit: Part,
): Profit {
  const { [id]: cost = NO_FLOW, ...others } = trade.costs
  trade.costs = others
  const { total, fee: entryFee } = cost
  const [paid, taken] = isLong(trade)
    ? [add(total, entryFee), subtract(exit.total, exit.fee)]
    : [subtract(total, entryFee), add(exit.total, exit.fee)]
  const gross = isLong(trade) ? subtract(taken, paid) : subtract(paid, taken)
  const amount = add(gross, exit.insured)
  const percent = percentOf(amount, paid, 2)
  const fees = add(entryFee, exit.fee)
  return { amount, currency: instrumentOf(world, trade.pair).quote, percent, fees }
}
