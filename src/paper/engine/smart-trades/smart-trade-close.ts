import type { TradeEventKind } from '#contract/alerts.ts'
import { withCommission } from '#contract/commission.ts'
import {
  add,
  compare,
  type Decimal,
  isPositive,
  isZero,
  multiply,
  ONE,
  smaller,
  subtract,
  ZERO,
} from '#money/decimal.ts'
import { cutToLot, unitsFor } from '#trading/lots.ts'

import { repay } from '../balances/loans.ts'
import { cancel, freeBalance, marketPrice, place } from '../orders/place-orders.ts'
import { type Profit, recordUnfilled } from '../orders/order-history.ts'
import { type Fill, heldIn, type Hold, type Order } from '../orders/order.ts'
import { recordEvent } from '../trade-events.ts'
import { instrumentOf, nextSecond, type World } from '../world.ts'
import {
  exitPrice,
  exitsOf,
  isFundsOrder,
  isLong,
  orderAt,
  stopPriceOf,
} from './smart-trade-exits.ts'
import { receive, settleInterest } from './smart-trade-loan.ts'
import { exitProfit } from './smart-trade-profit.ts'
import {
  isEntered,
  isOver,
  openUnits,
  type SmartTradeRecord,
  type TradeState,
} from './smart-trade-record.ts'

export function touchTrade(world: World, trade: SmartTradeRecord): void {
  trade.updatedAt = world.meta.now
  trade.revision += 1
  if (isOver(trade)) world.ended.add(trade)
  else world.changes.touch('smart_trade', String(trade.id), () => trade)
}

export type ClosingRole = 'close' | 'stop' | 'liquidation'

export const exitOrder = (trade: SmartTradeRecord, role: Order['owner']['role'], holds: Hold[]) =>
  ({ ...orderAt(trade, role), units: openUnits(trade), holds }) as const

export function heldBy({ orders }: { orders: readonly Pick<Order, 'holds'>[] }): Hold[] {
  const holds = new Map<string, Decimal>()
  for (const { currency, amount } of orders.flatMap((order) => order.holds)) {
    holds.set(currency, add(holds.get(currency) ?? ZERO, amount))
  }
  return [...holds].map(([currency, amount]) => ({ currency, amount }))
}

/** Total hold of a position's exits plus the returned amounts. */
export function heldTogether(trade: SmartTradeRecord, returned: readonly Hold[] = []): Hold | null {
  const [held] = heldBy({ orders: [...exitsOf(trade), { holds: returned }] })
  return held ?? (trade.kept && { ...trade.kept, amount: ZERO })
}

/** Cancels exits and closes what the account can pay; `undefined` if nothing: the trade failed. */
export function placeClose(
  world: World,
  trade: SmartTradeRecord,
  role: ClosingRole,
  holds: Hold[],
): Order | undefined {
  cancelOrders(world, trade)
  const insured = trade.loan !== null && !isLong(trade)
  const received = insured ? receive(world, trade) : ZERO
  const units = insured ? openUnits(trade) : payableUnits(world, trade)
  if (!isPositive(units)) {
    fail(world, trade, lackOf(world, trade))
    return undefined
  }
  const means = isZero(received)
    ? holds
    : withMore(holds, instrumentOf(world, trade.pair).quote, received)
  return place(world, { ...exitOrder(trade, role, means), units, insured })
}

function withMore(holds: readonly Hold[], currency: string, amount: Decimal): Hold[] {
  const others = holds.filter((hold) => hold.currency !== currency)
  return [...others, { currency, amount: add(heldIn(holds, currency), amount) }]
}

/** Filled parts of an entry without an exit are free until it is complete, so they can be spent. */
function payableUnits(world: World, trade: SmartTradeRecord): Decimal {
  const units = openUnits(trade)
  const { base, quote, lot, fee, depth } = instrumentOf(world, trade.pair)
  const free = freeBalance(world, trade.accountId, isLong(trade) ? base : quote)
  if (isLong(trade)) return compare(units, free) <= 0 ? units : cutToLot(free, lot)
  const priceFor = (some: Decimal): Decimal =>
    marketPrice(world, trade.accountId, trade.pair, 'buy', some)
  const inSecond = (some: Decimal): Decimal => (depth ? smaller(some, depth) : some)
  const isCovered = (some: Decimal): boolean =>
    compare(withCommission(multiply(some, priceFor(some)), fee), free) <= 0
  // The fullest second has the worst price: its units must be paid before the average counts.
  const canPay = (some: Decimal): boolean => isCovered(some) && isCovered(inSecond(some))
  if (canPay(units)) return units
  const most = unitsFor(free, multiply(priceFor(inSecond(units)), add(ONE, fee)), lot)
  // The fee is rounded up, which can cost the last lot.
  return canPay(most) ? most : subtract(most, lot)
}

const lackOf = (world: World, trade: SmartTradeRecord): string =>
  isLong(trade)
    ? `There is no ${instrumentOf(world, trade.pair).base} left to sell.`
    : 'There is not enough money left to buy the position back.'

export function fail(world: World, trade: SmartTradeRecord, error: string): void {
  trade.error = error
  if (isZero(trade.entered.units)) trade.entry.state = 'failed'
  end(world, trade, 'failed')
  recordEvent(world, 'smart_trade', trade, ['failed', 'closed'], `failed: ${error}`)
}

const EXITS: Partial<Record<Order['owner']['role'], [string, TradeEventKind[]]>> = {
  target: ['target', ['target_filled']],
  stop: ['stop loss filled', ['stop']],
  liquidation: ['liquidated', ['liquidation']],
  close: ['closed at the market', []],
}

/** Records the event of an exit, after which the trade may have ended. */
export function recordExit(
  world: World,
  trade: SmartTradeRecord,
  { order: { owner }, units, price }: Fill,
  profit: Profit,
): void {
  const [words, kinds] = EXITS[owner.role] ?? ['closed by a reduction', []]
  const isLast = !isPositive(openUnits(trade))
  const ofTarget = ` ${owner.index + 1} of ${trade.targets.length} filled${isLast ? ', trade closed' : ''}`
  const message = owner.role === 'target' ? `${words}${ofTarget}` : words
  const figures = { units, price, profit: profit?.amount }
  const all: TradeEventKind[] = isLast ? [...kinds, 'closed'] : kinds
  recordEvent(world, 'smart_trade', trade, all, message, figures)
}

/** Cancels a trade's orders; entries and partly filled orders go into the history. */
export function cancelOrders(world: World, trade: SmartTradeRecord): void {
  keepStopPrice(world, trade)
  for (const order of trade.orders.slice()) {
    cancel(world, order)
    const isEntry = order.owner.role === 'entry' && !order.tells
    const isFunds = isFundsOrder(order)
    if (isFunds) endFunds(world, trade, order, 'cancelled')
    if (isEntry || isFunds || order.done)
      recordUnfilled(world, order, trade.error, profitOf(world, trade, order))
  }
}

export function cancelFundsOrder(world: World, trade: SmartTradeRecord, order: Order): void {
  cancel(world, order)
  endFunds(world, trade, order, 'cancelled')
  recordUnfilled(world, order, null, profitOf(world, trade, order))
}

export function endFunds(
  world: World,
  trade: SmartTradeRecord,
  { owner }: Pick<Order, 'owner'>,
  state: 'finished' | 'cancelled' | 'failed',
): void {
  const funds = trade.funds[owner.index]
  if (funds) Object.assign(funds, { state, closedAt: world.meta.now })
}

/** Keeps the last price of a trailing stop after its order is cancelled. */
function keepStopPrice(world: World, trade: SmartTradeRecord): void {
  const instrument = instrumentOf(world, trade.pair)
  const now = stopPriceOf(trade, instrument)
  if (!trade.stop || !now || now === exitPrice(trade, instrument, trade.stop.trigger, 'loss'))
    return
  Object.assign(trade.stop.trigger, { value: now, percent: null })
}

export function profitOf(world: World, trade: SmartTradeRecord, order: Order): Profit {
  const { owner, done } = order
  const isEntering = owner.role === 'entry' || owner.role === 'add'
  return isEntering || !done ? null : exitProfit(world, trade, order, done)
}

export function end(world: World, trade: SmartTradeRecord, state: TradeState): void {
  cancelOrders(world, trade)
  if (trade.loan) {
    repay(world, trade.accountId, trade.loan)
    trade.loan = null
  }
  settleInterest(world, trade)
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

export function ask(world: World, trade: SmartTradeRecord, state: TradeState): void {
  trade.state = state
  trade.dueAt = nextSecond(world)
  world.agenda.push({ at: trade.dueAt, kind: 'smart_trade', id: String(trade.id) })
  touchTrade(world, trade)
}
