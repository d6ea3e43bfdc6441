import { MONEY_PLACES, commission } from '#contract/commission.ts'
import {
  type Decimal,
  ONE,
  ZERO,
  add,
  divide,
  isPositive,
  isZero,
  multiply,
  roundToStep,
  subtract,
} from '#money/decimal.ts'

import { cancel, execute, freeBalance, marketPrice, place, repay } from '../orders/desk.ts'
import { type Profit, recordUnfilled } from '../orders/history.ts'
import { freeOf, move } from '../balances/ledger.ts'
import type { Fill, Hold, Order } from '../orders/orders.ts'
import { exitProfit } from './exit-profit.ts'
import { isLong, openUnits } from './smart-trade-exits.ts'
import { type SmartTradeRecord, type TradeState, isEntered } from './smart-trade-record.ts'
import { type World, instrumentOf, nextSecond } from '../world.ts'

export function touchTrade(world: World, trade: SmartTradeRecord): void {
  trade.updatedAt = world.meta.now
  world.changes.touch('smart_trade', String(trade.id), () => trade)
}

/** An order that closes what is open. */
export const exitOrder = (trade: SmartTradeRecord, role: Order['owner']['role'], holds: Hold[]) =>
  ({
    account: trade.accountId,
    pair: trade.pair,
    side: isLong(trade) ? 'sell' : 'buy',
    kind: 'market',
    units: openUnits(trade),
    price: null,
    trigger: null,
    trail: null,
    tells: false,
    holds,
    owner: { type: 'smart_trade', id: String(trade.id), role, index: 0 },
  }) as const

/** What all orders of a trade hold together. */
export function heldBy({ orders }: SmartTradeRecord): Hold[] {
  const holds = new Map<string, Decimal>()
  for (const { currency, amount } of orders.flatMap((order) => order.holds)) {
    holds.set(currency, add(holds.get(currency) ?? ZERO, amount))
  }
  return [...holds].map(([currency, amount]) => ({ currency, amount }))
}

/**
 * Takes every exit back and closes what is open at the market, now. `undefined` when the account
 * cannot pay for it: the trade has failed then.
 */
export function closeRest(
  world: World,
  trade: SmartTradeRecord,
  role: 'close' | 'stop' | 'liquidation',
): Fill | undefined {
  cancelOrders(world, trade)
  const price = marketPrice(world, trade.pair, isLong(trade) ? 'sell' : 'buy')
  const units = payableUnits(world, trade, price)
  if (isPositive(units)) {
    const fill = execute(world, place(world, { ...exitOrder(trade, role, []), units }), price)
    if (fill) return fill
  }
  fail(world, trade, 'There is not enough money left to buy the position back.')
  return undefined
}

/** A short without a loan buys back what there is money for; a margin position is closed in full. */
function payableUnits(world: World, trade: SmartTradeRecord, price: Decimal): Decimal {
  const units = openUnits(trade)
  if (isLong(trade)) return units
  const { quote, lot, fee } = instrumentOf(world, trade.pair)
  const total = multiply(units, price)
  const free = freeBalance(world, trade.accountId, quote)
  const missing = subtract(add(total, commission(total, fee)), free)
  if (!isPositive(missing)) return units
  if (!trade.loan) {
    const unitCost = multiply(price, add(ONE, fee))
    return roundToStep(divide(free, unitCost, MONEY_PLACES, 'down'), lot, 'down')
  }
  world.ledger.append({
    at: world.meta.now,
    cause: `insurance ${trade.id}`,
    postings: move(quote, missing, 'insurance', freeOf(trade.accountId)),
  })
  return units
}

export function fail(world: World, trade: SmartTradeRecord, error: string): void {
  trade.error = error
  if (isZero(trade.entered.units)) trade.entry.state = 'failed'
  end(world, trade, 'failed')
}

/** Takes every order of a trade back; an entry stays in the history, and what was partly executed. */
export function cancelOrders(world: World, trade: SmartTradeRecord): void {
  for (const order of trade.orders.slice()) {
    cancel(world, order)
    const isEntry = order.owner.role === 'entry' && !order.tells
    if (isEntry || order.done)
      recordUnfilled(world, order, trade.error, profitOf(world, trade, order))
  }
}

/** What the executed part of an exit has earned. */
function profitOf(world: World, trade: SmartTradeRecord, { owner, done }: Order): Profit {
  if (owner.role === 'entry' || !done) return null
  const price = divide(done.total, done.units, MONEY_PLACES, 'half-even')
  return exitProfit(world, trade, { units: done.units, price })
}

/** The trade is over: nothing of it is left in the book, and no loan unless it was an instant one. */
export function end(world: World, trade: SmartTradeRecord, state: TradeState): void {
  cancelOrders(world, trade)
  const isUnfilled = isZero(trade.entered.units)
  if (trade.loan && (isUnfilled || !trade.instant)) {
    repay(world, trade.accountId, trade.loan)
    trade.loan = null
  }
  trade.state = state
  trade.dueAt = null
  trade.closedAt = world.meta.now
  if (state === 'cancelled' && !isEntered(trade)) trade.entry.state = 'cancelled'
  for (const target of trade.targets) if (target.state !== 'finished') target.state = 'cancelled'
  if (trade.stop) {
    const isHit = state === 'stop_loss_finished' && !trade.isLiquidated
    trade.stop.state = isHit ? 'finished' : 'cancelled'
    trade.stop.closedAt = isHit ? world.meta.now : null
  }
  touchTrade(world, trade)
}

/** Asks for something that the engine does at the next second. */
export function ask(world: World, trade: SmartTradeRecord, state: TradeState): void {
  trade.state = state
  trade.dueAt = nextSecond(world)
  world.agenda.push({ at: trade.dueAt, kind: 'smart_trade', id: String(trade.id) })
  touchTrade(world, trade)
}
