import { add, type Decimal, isZero, subtract } from '#money/decimal.ts'
import { breakEvenOf, costOfOpen, moveToBreakEven } from '#trading/position-cost.ts'
import { directionOf } from '#trading/profit.ts'

import type { Instrument } from '../market/instruments.ts'
import { quoted } from '../market/quotes.ts'
import type { Order, Trigger } from '../orders/order.ts'
import { cancel, moveThreshold, place } from '../orders/place-orders.ts'
import { instrumentOf, marketOf, type World } from '../world.ts'
import {
  endDelay,
  isDelayed,
  isLong,
  STOP,
  stopOrderOf,
  stopPriceOf,
  stopTriggerOf,
  watcher,
} from './smart-trade-exits.ts'
import { openUnits, positionOf, type SmartTradeRecord } from './smart-trade-record.ts'

/** Break-even of a stop, and its place at a price; `undefined` while it does not move. */
export function breakEvenMove(trade: SmartTradeRecord, instrument: Instrument, now?: Decimal) {
  const { stop, targets, side } = trade
  const isOn = stop?.breakeven === true && targets.some(({ state }) => state === 'finished')
  if (!isOn || !stopOrderOf(trade) || isZero(openUnits(trade))) return undefined
  const { fee, tick } = instrument
  const direction = directionOf(side)
  const cost = costOfOpen(positionOf(trade))
  const price = breakEvenOf({ direction, cost, exitFeeRate: fee }, tick)
  const stands = stopPriceOf(trade, instrument)
  if (!price || !stands) return undefined
  return { price, ...moveToBreakEven({ stop: stands, now }, { direction, price, tick }) }
}

/** Moves the stop to break-even, never back. Call it after units, cost, targets or stop change. */
export function breakEven(world: World, trade: SmartTradeRecord): void {
  const instrument = instrumentOf(world, trade.pair)
  const { type = 'last' } = trade.stop?.trigger ?? {}
  const now = quoted(marketOf(world, trade.accountId), instrument, type, world.meta.now)
  const move = breakEvenMove(trade, instrument, now)
  const order = stopOrderOf(trade)
  const waiting = trade.orders.find(
    ({ owner }) => owner.role === 'stop' && owner.index === STOP.toBreakEven,
  )
  if (trade.stop && order && move && move.stop !== stopPriceOf(trade, instrument)) {
    Object.assign(trade.stop.trigger, { value: move.stop, percent: null })
    armStop(world, trade, order)
  }
  if (move?.state !== 'waiting') {
    if (waiting) cancel(world, waiting)
    return
  }
  const trigger: Trigger = {
    type,
    direction: isLong(trade) ? 'up' : 'down',
    price: (isLong(trade) ? add : subtract)(move.price, instrument.tick),
  }
  if (waiting) moveThreshold(world, waiting, { trigger })
  else
    place(world, { ...watcher(trade, 'stop', STOP.toBreakEven), trigger, trail: null, holds: [] })
}

/** Arms the stop; its delay starts anew when it is triggered again. */
export function armStop(world: World, trade: SmartTradeRecord, order: Order): void {
  if (!trade.stop) return
  if (isDelayed(trade, order)) endDelay(trade)
  moveThreshold(world, order, { trigger: stopTriggerOf(world, trade, trade.stop) })
}
