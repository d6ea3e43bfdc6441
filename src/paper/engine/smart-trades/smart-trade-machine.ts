import { type Decimal, ZERO, add, isPositive, multiply, round, subtract } from '#money/decimal.ts'
import { breakEvenOf } from '#trading/smart-trade-preview.ts'
import { directionOf, roundTrip } from '#trading/profit.ts'

import { cancel, moveThreshold, place } from '../orders/desk.ts'
import { type Profit, recordFill, recordUnfilled } from '../orders/history.ts'
import type { Fill, Order } from '../orders/orders.ts'
import {
  cancelOrders,
  closeRest,
  end,
  exitOrder,
  fail,
  heldBy,
  touchTrade,
} from './smart-trade-close.ts'
import { averageEntry, isLong, openUnits, placeExits } from './smart-trade-exits.ts'
import { liquidationPriceOf, payBack, settleLoan } from './smart-trade-loan.ts'
import { type Flow, type SmartTradeRecord, isOver } from './smart-trade-record.ts'
import { isReached } from '../orders/triggers.ts'
import { type World, instrumentOf, takeId } from '../world.ts'

/** What was due: a fresh trade is taken up, a cancellation or close asked for is done, a stop has waited. */
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
      break
    case 'panic_sell_pending':
      closeNow(world, trade, 'close')
      break
    case 'waiting_targets':
      afterTimeout(world, trade)
      break
    default:
  }
}

/** A skipped entry goes on with what it holds already, any other waits for its order. */
function takeUp(world: World, trade: SmartTradeRecord): void {
  if (!trade.skipEntry) {
    trade.state = 'waiting_position'
    if (trade.entry.orderType === 'limit') trade.entry.state = 'order_placed'
    return
  }
  const [keeper] = trade.orders
  const { units, price } = trade.entry
  trade.entered = { units, total: multiply(units, price), fee: ZERO }
  trade.kept = keeper?.holds[0] ?? null
  trade.entry.state = 'smart_sell'
  if (keeper) cancel(world, keeper)
  waitForTargets(world, trade)
}

/** An order of this trade has been executed. */
export function onTradeFill(world: World, trade: SmartTradeRecord, fill: Fill): void {
  touchTrade(world, trade)
  if (fill.order.owner.role === 'entry') onEntered(world, trade, fill)
  else onExit(world, trade, fill)
}

function onEntered(world: World, trade: SmartTradeRecord, fill: Fill): void {
  recordFill(world, fill, null)
  const instrument = instrumentOf(world, trade.pair)
  trade.entered = flowOf(fill)
  trade.entry.state = 'finished'
  settleLoan(world, trade, fill)
  const proceeds = add(subtract(fill.total, fill.fee), trade.marginUsed ?? ZERO)
  trade.kept = isLong(trade)
    ? { currency: instrument.base, amount: fill.units }
    : { currency: instrument.quote, amount: proceeds }
  const hasExit = trade.targets.length > 0 || trade.stop !== null || trade.loan !== null
  if (trade.instant || !hasExit) {
    end(world, trade, 'finished')
    return
  }
  trade.liquidationPrice = liquidationPriceOf(trade, instrument)
  waitForTargets(world, trade)
}

function waitForTargets(world: World, trade: SmartTradeRecord): void {
  trade.state = 'waiting_targets'
  placeExits(world, trade)
}

function onExit(world: World, trade: SmartTradeRecord, fill: Fill): void {
  const open = openUnits(trade)
  recordFill(world, fill, profitOf(world, trade, fill))
  trade.closed = sumOf(trade.closed, flowOf(fill))
  payBack(world, trade, fill.units, open)
  const { role, index } = fill.order.owner
  if (role === 'target') {
    const target = trade.targets[index]
    if (target) Object.assign(target, { state: 'finished', closedAt: fill.at })
    if (!isPositive(openUnits(trade))) end(world, trade, 'finished')
    else if (index === 0) moveToBreakEven(world, trade)
    return
  }
  if (role === 'close') trade.marketClose = { id: takeId(world), flow: flowOf(fill) }
  end(world, trade, role === 'close' ? 'panic_sold' : 'stop_loss_finished')
}

const flowOf = ({ units, total, fee }: Fill): Flow => ({ units, total, fee })
const sumOf = (a: Flow, b: Flow): Flow => ({
  units: add(a.units, b.units),
  total: add(a.total, b.total),
  fee: add(a.fee, b.fee),
})

/** What an exit earned after the fees of both sides. */
function profitOf(world: World, trade: SmartTradeRecord, fill: Fill): Profit {
  const { fee, quote } = instrumentOf(world, trade.pair)
  const { profit, percent } = roundTrip({
    direction: directionOf(trade.side),
    units: fill.units,
    entryPrice: averageEntry(trade),
    exitPrice: fill.price,
    entryFeeRate: trade.skipEntry ? ZERO : fee,
    exitFeeRate: fee,
  })
  return { amount: profit, currency: quote, usd: profit, percent: round(percent, 2, 'half-even') }
}

const stopOrderOf = ({ orders }: SmartTradeRecord): Order | undefined =>
  orders.find(({ owner }) => owner.role === 'stop' && owner.index === 0)

/** After its first target a trade that breaks even can no longer lose. */
function moveToBreakEven(world: World, trade: SmartTradeRecord): void {
  const order = stopOrderOf(trade)
  if (!trade.stop?.breakeven || !order?.trigger) return
  const { fee, tick } = instrumentOf(world, trade.pair)
  const position = {
    direction: directionOf(trade.side),
    entry: averageEntry(trade),
    units: trade.entered.units,
    tick,
  }
  const rates = { entryFeeRate: trade.skipEntry ? ZERO : fee, exitFeeRate: fee }
  const price: Decimal = breakEvenOf(position, rates) ?? position.entry
  trade.stop.trigger.value = price
  moveThreshold(world, order, { trigger: { ...order.trigger, price } })
}

/** A stop or the liquidation has been set off. */
export function onTradeTold(world: World, trade: SmartTradeRecord, order: Order): void {
  touchTrade(world, trade)
  if (order.owner.role === 'liquidation') {
    trade.isLiquidated = true
    closeNow(world, trade, 'liquidation')
    return
  }
  // The stop that follows the price does not wait: it has moved with every better one.
  if (!trade.stop?.timeout || order.owner.index === 1) {
    stopNow(world, trade)
    return
  }
  moveThreshold(world, order, { trigger: null, trail: null })
  trade.dueAt = world.meta.now + trade.stop.timeout * 1000
  world.agenda.push({ at: trade.dueAt, kind: 'smart_trade', id: String(trade.id) })
}

/** The price has to be beyond the stop still; else the stop is armed again. */
function afterTimeout(world: World, trade: SmartTradeRecord): void {
  const waiting = stopOrderOf(trade)
  const { stop } = trade
  if (!stop || !waiting) return
  const direction = isLong(trade) ? 'down' : 'up'
  const trigger = { type: stop.trigger.type, direction, price: stop.trigger.value ?? ZERO } as const
  const ticks = world.market.last(trade.pair, world.meta.now)
  if (isReached(instrumentOf(world, trade.pair), trigger, ticks)) stopNow(world, trade)
  else moveThreshold(world, waiting, { trigger })
}

function stopNow(world: World, trade: SmartTradeRecord): void {
  const { stop } = trade
  if (stop?.orderType !== 'limit' || stop.limit.value === null) {
    closeNow(world, trade, 'stop')
    return
  }
  const holds = heldBy(trade)
  cancelOrders(world, trade)
  trade.state = 'stop_loss_in_progress'
  stop.state = 'order_placed'
  place(world, { ...exitOrder(trade, 'stop', holds), kind: 'limit', price: stop.limit.value })
}

export function closeNow(
  world: World,
  trade: SmartTradeRecord,
  role: 'close' | 'stop' | 'liquidation',
): void {
  const fill = closeRest(world, trade, role)
  if (fill) onTradeFill(world, trade, fill)
}

/** An order of the trade could not be paid for when it was sent. */
export function onTradeUnfilled(world: World, trade: SmartTradeRecord, order: Order): void {
  const { quote, base } = instrumentOf(world, trade.pair)
  const currency = order.side === 'buy' ? quote : base
  const error = `Insufficient funds: the account had too little ${currency} when the order was sent.`
  recordUnfilled(world, order, error)
  fail(world, trade, error)
}
