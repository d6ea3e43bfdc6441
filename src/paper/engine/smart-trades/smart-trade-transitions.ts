import type { TradeEventKind } from '#contract/alerts.ts'
import { add, type Decimal, isPositive, multiply, quotient, subtract } from '#money/decimal.ts'

import { cancel, moveThreshold, place } from '../orders/place-orders.ts'
import { execute, type Pace } from '../orders/fill-orders.ts'
import { recordFill, recordUnfilled } from '../orders/order-history.ts'
import {
  type Execution,
  type Fill,
  type Hold,
  movedBy,
  NOTHING,
  type Order,
  sumOf,
} from '../orders/order.ts'
import { recordEvent } from '../trade-events.ts'
import { haltOf, instrumentOf, takeId, type World } from '../world.ts'
import { armStop, breakEven } from './smart-trade-break-even.ts'
import {
  cancelFundsOrder,
  cancelOrders,
  type ClosingRole,
  end,
  endFunds,
  exitOrder,
  fail,
  heldBy,
  heldTogether,
  placeClose,
  profitOf,
  recordExit,
  touchTrade,
} from './smart-trade-close.ts'
import {
  hasExitAhead,
  isDelayed,
  isFundsOrder,
  isLong,
  isStopReached,
  keptForExits,
  placeExits,
  placeLiquidation,
  recoveryOf,
  STOP,
  stopLimitOf,
  stopOrderOf,
  stopTriggerOf,
  takeIn,
} from './smart-trade-exits.ts'
import { payBack, settleLoan, takePosition } from './smart-trade-loan.ts'
import { bookCost, exitProfit } from './smart-trade-profit.ts'
import {
  type Flow,
  isOver,
  isPartlyEntered,
  openUnits,
  type SmartTradeRecord,
} from './smart-trade-record.ts'

/** Starts a trade, runs a requested cancellation or close, or ends a stop's delay. */
export function onTradeDue(world: World, trade: SmartTradeRecord): void {
  if (trade.dueAt === null || trade.dueAt > world.meta.now || isOver(trade)) return
  trade.dueAt = null
  touchTrade(world, trade)
  switch (trade.state) {
    case 'created':
      takeUp(world, trade)
      break
    case 'cancellation_pending':
      end(world, trade, 'cancelled')
      recordEvent(world, 'smart_trade', trade, ['closed'], 'cancelled')
      break
    case 'panic_sell_pending':
      closeNow(world, trade, 'close')
      break
    case 'waiting_position':
    case 'waiting_targets':
      afterTimeout(world, trade)
      break
    default:
  }
}

/** A skipped entry is complete at once; others wait for their order. */
function takeUp(world: World, trade: SmartTradeRecord): void {
  if (!trade.skipEntry) {
    trade.state = 'waiting_position'
    if (trade.entry.orderType === 'limit') trade.entry.state = 'order_placed'
    return
  }
  const [keeper] = trade.orders
  const { units, price } = trade.entry
  takeIn(trade, instrumentOf(world, trade.pair), {
    ...NOTHING,
    units,
    total: multiply(units, price),
  })
  trade.kept = keeper?.holds[0] ?? null
  trade.entry.state = 'smart_sell'
  if (keeper) cancel(world, keeper)
  waitForTargets(world, trade)
}

/** An order of this trade was filled, partly or completely, or could not be paid. */
export function onTradeExecuted(
  world: World,
  trade: SmartTradeRecord,
  order: Order,
  execution: Execution,
): void {
  touchTrade(world, trade)
  if (!execution) onUnpaid(world, trade, order)
  else if (order.owner.role === 'add') onAdded(world, trade, order, execution)
  else if ('part' in execution) onPart(world, trade, order, execution.part)
  else if (order.owner.role === 'entry') onEntered(world, trade, execution.fill)
  else onExit(world, trade, execution.fill)
  breakEven(world, trade)
}

/** Handles a partial fill. A part of an entry is protected at once. */
function onPart(world: World, trade: SmartTradeRecord, order: Order, part: Flow): void {
  if (order.owner.role !== 'entry') {
    endEntry(world, trade)
    const insured = takeOut(world, trade, order, part)
    onReduced(trade, order, part)
    if (order.done) order.done = { ...order.done, insured: add(order.done.insured, insured) }
    return
  }
  takeIn(trade, instrumentOf(world, trade.pair), part)
  trade.entry.state = 'order_placed'
  if (hasExit(trade)) protectPart(world, trade)
}

/** Places the exits of the entry's filled part. */
export function protectPart(world: World, trade: SmartTradeRecord): void {
  takePosition(trade, instrumentOf(world, trade.pair))
  placeExits(world, trade, keptForExits(trade))
}

/** An older program protected no partial entries. */
export const lacksExits = (trade: SmartTradeRecord): boolean =>
  trade.state === 'waiting_position' &&
  isPartlyEntered(trade) &&
  hasExit(trade) &&
  trade.kept === null

/** An instant trade with a loan stays open: the loan must be repaid. */
const hasExit = ({ targets, stop, loan }: SmartTradeRecord): boolean =>
  targets.length > 0 || stop !== null || loan !== null

/** Cancels the rest of the entry once a part of the position is closed. */
export function endEntry(world: World, trade: SmartTradeRecord): void {
  if (!isPartlyEntered(trade)) return
  for (const order of trade.orders.filter(({ owner }) => owner.role === 'entry')) {
    cancel(world, order)
    recordUnfilled(world, order, trade.error)
  }
  completeEntry(world, trade)
  if (trade.state === 'waiting_position') trade.state = 'waiting_targets'
}

function completeEntry(world: World, trade: SmartTradeRecord): void {
  trade.entry.state = 'finished'
  takePosition(trade, instrumentOf(world, trade.pair))
  settleLoan(world, trade)
}

function onEntered(world: World, trade: SmartTradeRecord, fill: Fill): void {
  recordFill(world, fill, null)
  takeIn(trade, instrumentOf(world, trade.pair), fill.last)
  goOn(world, trade)
}

/** Waits for exits, or ends a trade without any. A requested close stays due. */
function goOn(world: World, trade: SmartTradeRecord): void {
  completeEntry(world, trade)
  const { units, total } = trade.entered
  const kinds: TradeEventKind[] = hasExit(trade) ? ['entry_filled'] : ['entry_filled', 'closed']
  const price = quotient(total, units)
  recordEvent(world, 'smart_trade', trade, kinds, 'entry filled', { units, price })
  if (trade.state === 'panic_sell_pending') return
  if (hasExit(trade)) waitForTargets(world, trade)
  else end(world, trade, 'finished')
}

function waitForTargets(world: World, trade: SmartTradeRecord): void {
  trade.state = 'waiting_targets'
  placeExits(world, trade)
}

function onExit(world: World, trade: SmartTradeRecord, fill: Fill): void {
  endEntry(world, trade)
  const insured = takeOut(world, trade, fill.order, fill.last)
  const flow = { ...flowOf(fill), insured: add(fill.insured, insured) }
  const profit = exitProfit(world, trade, fill.order, flow)
  recordFill(world, fill, profit)
  const { role, index } = fill.order.owner
  recordExit(world, trade, fill, profit)
  if (role === 'reduce') {
    onReduced(trade, fill.order, fill.last)
    endFunds(world, trade, fill.order, 'finished')
    if (!isPositive(openUnits(trade))) end(world, trade, 'finished')
    return
  }
  if (role === 'target') {
    const target = trade.targets[index]
    if (target) Object.assign(target, { state: 'finished', closedAt: fill.at })
    if (!isPositive(openUnits(trade))) end(world, trade, 'finished')
    else takeBackAdditions(world, trade)
    return
  }
  if (role === 'close') trade.marketClose = { id: takeId(world), flow }
  end(world, trade, role === 'close' ? 'panic_sold' : 'stop_loss_finished')
}

/** Added units would have no exit once the last target is filled and no stop is set. */
function takeBackAdditions(world: World, trade: SmartTradeRecord): void {
  if (hasExitAhead(trade)) return
  for (const order of trade.orders.filter(({ owner }) => owner.role === 'add')) {
    cancelFundsOrder(world, trade, order)
  }
}

/** Repays the closed share of the loan; returns the insurance's payment. */
function takeOut(world: World, trade: SmartTradeRecord, order: Order, part: Flow): Decimal {
  const insured = payBack(world, trade, part, openUnits(trade))
  bookCost(trade, order, part.units)
  trade.closed = sumOf(trade.closed, { ...part, insured: add(part.insured, insured) })
  return insured
}

/** Funds were added: the exits grow with the position, and prices in percent follow its average. */
function onAdded(
  world: World,
  trade: SmartTradeRecord,
  order: Order,
  execution: NonNullable<Execution>,
): void {
  const part = movedBy(execution)
  const instrument = instrumentOf(world, trade.pair)
  const held = heldTogether(trade)
  takeIn(trade, instrument, part)
  growFunds(trade, order, part)
  if ('fill' in execution) {
    endFunds(world, trade, order, 'finished')
    recordFill(world, execution.fill, null)
  }
  takePosition(trade, instrument)
  const more = isLong(trade) ? part.units : subtract(part.total, part.fee)
  placeExits(world, trade, held && { ...held, amount: add(held.amount, more) })
}

/** Hold for the exit, without the money of a pending addition. */
const heldToClose = ({ orders }: SmartTradeRecord): Hold[] =>
  heldBy({ orders: orders.filter(({ owner }) => owner.role !== 'add') })

function growFunds(trade: SmartTradeRecord, { owner }: Order, part: Flow): void {
  const funds = trade.funds[owner.index]
  if (funds) funds.filled = sumOf(funds.filled, part)
}

function onReduced(trade: SmartTradeRecord, order: Order, part: Flow): void {
  if (order.owner.role === 'reduce') growFunds(trade, order, part)
}

const flowOf = ({ units, total, fee, insured }: Fill): Flow => ({ units, total, fee, insured })

export function onTradeReached(world: World, trade: SmartTradeRecord, order: Order): void {
  touchTrade(world, trade)
  if (order.owner.role === 'liquidation') {
    trade.isLiquidated = true
    closeNow(world, trade, 'liquidation')
    return
  }
  if (order.owner.index === STOP.toBreakEven) {
    cancel(world, order)
    breakEven(world, trade)
    return
  }
  if (order.owner.index === STOP.atPrice && isDelayed(trade, order)) {
    armStop(world, trade, order)
    return
  }
  // A trailing stop has no delay: it moved with every better price.
  if (
    trade.stop?.timeout == null ||
    trade.stop.timeout === 0 ||
    order.owner.index === STOP.trailing
  ) {
    stopNow(world, trade)
    return
  }
  const stop = stopTriggerOf(world, trade, trade.stop)
  moveThreshold(world, order, { trigger: recoveryOf(world, trade, stop) })
  trade.dueAt = world.meta.now + Math.ceil(trade.stop.timeout) * 1000
  world.agenda.push({ at: trade.dueAt, kind: 'smart_trade', id: String(trade.id) })
}

/** Closes if the price is still beyond the stop; otherwise arms the stop again. */
function afterTimeout(world: World, trade: SmartTradeRecord): void {
  const waiting = stopOrderOf(trade)
  const { stop } = trade
  if (!stop || !waiting || !isDelayed(trade, waiting)) return
  if (isStopReached(world, trade, stopTriggerOf(world, trade, stop))) stopNow(world, trade)
  else armStop(world, trade, waiting)
}

function stopNow(world: World, trade: SmartTradeRecord): void {
  const { stop } = trade
  const price = stop && stopLimitOf(trade, instrumentOf(world, trade.pair), stop)
  if (stop?.orderType !== 'limit' || !price) {
    closeNow(world, trade, 'stop')
    return
  }
  endEntry(world, trade)
  const holds = heldToClose(trade)
  cancelOrders(world, trade)
  trade.state = 'stop_loss_in_progress'
  stop.state = 'order_placed'
  place(world, { ...exitOrder(trade, 'stop', holds), kind: 'limit', price })
  // The price may never return to the limit.
  placeLiquidation(world, trade, null)
}

/** Closes the position at the market: the first units now, the rest as depth allows. */
export function closeNow(
  world: World,
  trade: SmartTradeRecord,
  role: ClosingRole,
  pace?: Pace,
): void {
  endEntry(world, trade)
  const held = heldToClose(trade)
  // Without an exit nothing has been held.
  const holds = held.length === 0 && trade.kept ? [trade.kept] : held
  trade.state = role === 'close' ? 'panic_sell_pending' : 'stop_loss_in_progress'
  if (role === 'stop' && trade.stop) trade.stop.state = 'order_placed'
  const order = placeClose(world, trade, role, holds)
  if (!order || haltOf(world, trade) !== undefined) return
  onTradeExecuted(world, trade, order, execute(world, order, null, pace))
}

/** An order of the trade, or its rest, could not be paid. */
function onUnpaid(world: World, trade: SmartTradeRecord, order: Order): void {
  const { role } = order.owner
  if (order.done && order.kind === 'market' && (role === 'close' || role === 'stop')) {
    recordUnfilled(world, order, null, profitOf(world, trade, order))
    closeNow(world, trade, role)
    return
  }
  const { quote, base } = instrumentOf(world, trade.pair)
  const currency = order.side === 'buy' ? quote : base
  const error = `Insufficient funds: the account had too little ${currency} when the order was sent.`
  recordUnfilled(world, order, error, profitOf(world, trade, order))
  if (isFundsOrder(order)) {
    endFunds(world, trade, order, 'failed')
    if (role === 'reduce') placeExits(world, trade, heldTogether(trade, order.holds))
    return
  }
  if (isPartlyEntered(trade)) goOn(world, trade)
  // Borrowed coins are bought back in any case.
  else if (trade.loan && isPositive(openUnits(trade))) closeNow(world, trade, 'close')
  else fail(world, trade, error)
}
