import { add, compare, type Decimal, subtract, ZERO } from '#money/decimal.ts'
import { directionOf } from '#trading/profit.ts'
import { breakEvenOf } from '#trading/smart-trade-preview.ts'

import type { Order, Trigger } from '../orders/order.ts'
import { cancel, moveThreshold, place } from '../orders/place-orders.ts'
import { isReached } from '../orders/triggers.ts'
import { instrumentOf, marketOf, type World } from '../world.ts'
import {
  averageEntry,
  exitPrice,
  isDelayed,
  isLong,
  STOP,
  stopOrderOf,
  stopTriggerOf,
  watcher,
} from './smart-trade-exits.ts'
import type { SmartTradeRecord } from './smart-trade-record.ts'

/**
 * Once a target was filled a trade that breaks even can no longer lose: its stop moves to where both
 * fees are paid, unless it stands better already. Where the price is not beyond that yet the stop waits for it, since it would sell
 * at a loss at once.
 */
export function breakEven(world: World, trade: SmartTradeRecord): void {
  const order = stopOrderOf(trade)
  if (!trade.stop?.breakeven || !order) return
  const instrument = instrumentOf(world, trade.pair)
  const { fee, tick } = instrument
  const position = {
    direction: directionOf(trade.side),
    entry: averageEntry(trade),
    units: trade.entered.units,
    tick,
  }
  const rates = { entryFeeRate: trade.skipEntry ? ZERO : fee, exitFeeRate: fee }
  const price: Decimal = breakEvenOf(position, rates) ?? position.entry
  const now = exitPrice(trade, instrument, trade.stop.trigger, 'loss')
  // The trader may have moved it to where it secures more.
  if (now && compare(now, price) === (isLong(trade) ? 1 : -1)) return
  const beyond = {
    type: trade.stop.trigger.type,
    direction: isLong(trade) ? 'up' : 'down',
    price: (isLong(trade) ? add : subtract)(price, tick),
  } as const
  const ticks = marketOf(world, trade.accountId).last(trade.pair, world.meta.now)
  if (!isReached(instrument, beyond, ticks)) {
    waitToBreakEven(world, trade, beyond)
    return
  }
  Object.assign(trade.stop.trigger, { value: price, percent: null })
  armStop(world, trade, order)
}

/** The stop waits for its price; a delay counts anew when it is set off again. */
export function armStop(world: World, trade: SmartTradeRecord, order: Order): void {
  if (!trade.stop) return
  if (isDelayed(trade, order)) trade.dueAt = null
  moveThreshold(world, order, { trigger: stopTriggerOf(world, trade, trade.stop) })
}

/** Waits, once, for the price beyond which the stop may move to break-even. */
function waitToBreakEven(world: World, trade: SmartTradeRecord, trigger: Trigger): void {
  const isWaiting = trade.orders.some(
    ({ owner }) => owner.role === 'stop' && owner.index === STOP.toBreakEven,
  )
  if (isWaiting) return
  place(world, { ...watcher(trade, 'stop', STOP.toBreakEven), trigger, trail: null, holds: [] })
}

/** A stop that waits to break even waits for the price of the new average. */
export function moveBreakEven(world: World, trade: SmartTradeRecord): void {
  const waiting = trade.orders.find(
    ({ owner }) => owner.role === 'stop' && owner.index === STOP.toBreakEven,
  )
  if (!waiting) return
  cancel(world, waiting)
  breakEven(world, trade)
}
