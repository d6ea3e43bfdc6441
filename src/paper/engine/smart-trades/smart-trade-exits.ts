import {
  type Decimal,
  ZERO,
  add,
  divide,
  isPositive,
  larger,
  multiply,
  roundToStep,
  smaller,
  subtract,
  sum,
} from '#money/decimal.ts'
import { priceAt } from '#trading/exits.ts'
import { afterAdding, averageOf, targetShares } from '#trading/position-cost.ts'
import { trailingPrice } from '#trading/trailing.ts'

import { cancel, hold, moveThreshold, place, release } from '../orders/place-orders.ts'
import type { Instrument } from '../market/instruments.ts'
import {
  type Hold,
  leftOf,
  type Order,
  type Owner,
  type Part,
  sumOf,
  type Trigger,
} from '../orders/order.ts'
import { isReached } from '../orders/triggers.ts'
import {
  isEntered,
  openUnits,
  positionOf,
  type SmartTradeRecord,
  type Stop,
  type Target,
} from './smart-trade-record.ts'
import { type World, instrumentOf, lastPriceOf, marketOf } from '../world.ts'

const PLACES = 18

export const isLong = ({ side }: SmartTradeRecord): boolean => side === 'buy'
const exitSide = (trade: SmartTradeRecord): 'buy' | 'sell' => (isLong(trade) ? 'sell' : 'buy')
const ownerOf = ({ id }: SmartTradeRecord, role: Owner['role'], index: number) =>
  ({ type: 'smart_trade', id: String(id), role, index }) as const

/** A market order of zero units on the exit side. */
const emptyOrder = (trade: SmartTradeRecord) =>
  ({
    account: trade.accountId,
    pair: trade.pair,
    side: exitSide(trade),
    kind: 'market',
    units: ZERO,
    price: null,
  }) as const

/** An order to send at once, before its units are set. */
export const orderAt = (trade: SmartTradeRecord, role: Owner['role'], index = 0) =>
  ({
    ...emptyOrder(trade),
    trigger: null,
    trail: null,
    tells: false,
    holds: [] as Hold[],
    owner: ownerOf(trade, role, index),
  }) as const

/** Average cost of the open units before fees; the entry price before the first fill. */
export const averageEntry = ({ basis, entry }: SmartTradeRecord): Decimal =>
  averageOf(basis) ?? entry.price

const FUNDS: ReadonlySet<Owner['role']> = new Set(['add', 'reduce'])

/** An order that adds or reduces, not an exit. */
export const isFundsOrder = ({ owner }: Pick<Order, 'owner'>): boolean => FUNDS.has(owner.role)

const isExit = (order: Order): boolean => order.owner.role !== 'entry' && !isFundsOrder(order)

/** Targets, stop and liquidation. */
export const exitsOf = ({ orders }: SmartTradeRecord): Order[] => orders.filter(isExit)

/** Units shared by the exits, without a part that is being reduced. */
export const exitUnits = (trade: SmartTradeRecord): Decimal =>
  trade.orders
    .filter(({ owner }) => owner.role === 'reduce')
    .reduce((rest, order) => subtract(rest, leftOf(order)), openUnits(trade))

/** The exits' share of what the entry received. */
export const keptForExits = (trade: SmartTradeRecord): Hold | null => {
  const { kept, entered } = trade
  const share = multiply(kept?.amount ?? ZERO, exitUnits(trade))
  return kept && { ...kept, amount: divide(share, entered.units, PLACES, 'down') }
}

/** Adds filled units. The average moves, and with it every exit in percent that has not begun. */
export function takeIn(trade: SmartTradeRecord, instrument: Instrument, part: Part): void {
  for (const target of trade.targets) {
    if (hasBegun(trade, target)) target.value = exitPrice(trade, instrument, target, 'profit')
  }
  trade.basis = afterAdding(positionOf(trade), part).basis
  trade.entered = sumOf(trade.entered, part)
}

/** The target's order is partly filled, trailing, or gone. */
function hasBegun(trade: SmartTradeRecord, target: Target): boolean {
  const order = orderOf(trade, 'target', trade.targets.indexOf(target))
  const isSent = order?.done || (order?.kind === 'market' && !order.trigger)
  return !isAhead(target) || Boolean(isSent)
}

type Given = { value: Decimal | null; percent: Decimal | null }

const liesAbove = (trade: SmartTradeRecord, towards: 'profit' | 'loss'): boolean =>
  isLong(trade) === (towards === 'profit')

/** The price of an exit: as given, or its percentage from the entry, rounded to the tick. */
export function exitPrice(
  trade: SmartTradeRecord,
  { tick }: Instrument,
  { value, percent }: Given,
  towards: 'profit' | 'loss',
): Decimal | null {
  if (value !== null || percent === null) return value
  return priceAt(averageEntry(trade), percent, liesAbove(trade, towards), tick)
}

/** Fits targets, stop and liquidation to the position. `kept` bounds their holds together. */
export function placeExits(world: World, trade: SmartTradeRecord, kept = trade.kept): void {
  const instrument = instrumentOf(world, trade.pair)
  for (const order of exitsOf(trade)) release(world, order)
  const open = trade.targets.filter(isAhead)
  const units = exitUnits(trade)
  const shares = sharesOf(trade, open, units, instrument)
  const holds = splitHold(kept, units, shares)
  open.forEach((target, place) => {
    const filling = orderBeingFilled(trade, target)
    if (filling) {
      target.units = add(shares[place] ?? ZERO, filling.done?.units ?? ZERO)
      follow(world, filling, { ...filling, units: target.units }, holds.slice(place, place + 1))
      return
    }
    target.units = shares[place] ?? ZERO
    target.total = multiply(target.units, exitPrice(trade, instrument, target, 'profit') ?? ZERO)
    const index = trade.targets.indexOf(target)
    if (isPositive(target.units)) placeTarget(world, trade, index, holds[place])
    else if (isEntered(trade)) dropTarget(world, trade, index)
  })
  const isHeld = open.length > 0
  placeStop(world, trade, isHeld ? null : kept)
  placeLiquidation(world, trade, isHeld || trade.stop ? null : kept)
}

/** Drops a target whose share is below one lot. */
function dropTarget(world: World, trade: SmartTradeRecord, index: number): void {
  const target = trade.targets[index]
  const waiting = orderOf(trade, 'target', index)
  if (waiting) cancel(world, waiting)
  if (target) target.state = 'cancelled'
}

/** Neither filled nor ended. */
export const isAhead = ({ state }: Target): boolean => state !== 'finished' && state !== 'cancelled'

/** A target or stop will close units added from now on. */
export const hasExitAhead = ({ targets, stop }: SmartTradeRecord): boolean =>
  stop !== null || targets.some(isAhead)

/** The order of a partly filled target, which stays unchanged. */
export function orderBeingFilled(trade: SmartTradeRecord, target: Target): Order | undefined {
  const order = orderOf(trade, 'target', trade.targets.indexOf(target))
  return order?.done ? order : undefined
}

const unitsBeingClosed = (trade: SmartTradeRecord): Decimal =>
  sum(
    trade.targets.flatMap((target) => {
      const filling = isAhead(target) ? orderBeingFilled(trade, target) : undefined
      return filling ? leftOf(filling) : []
    }),
  )

/** Units of each target: a partly filled one keeps its rest, the others share the remainder. */
function sharesOf(
  trade: SmartTradeRecord,
  open: readonly Target[],
  units: Decimal,
  { lot }: Instrument,
): Decimal[] {
  const left = open.map((target) => {
    const filling = orderBeingFilled(trade, target)
    return filling && leftOf(filling)
  })
  const volumes = open.flatMap(({ volume }, place) => (left[place] ? [] : [volume]))
  const beingTaken = unitsBeingClosed(trade)
  const shares = targetShares({ units, beingTaken }, volumes, lot)
  // If all targets are being filled, the last one takes the added units.
  const more = volumes.length === 0 ? subtract(units, beingTaken) : ZERO
  return left.map((own, place) => {
    if (!own) return shares.shift() ?? ZERO
    return place === left.length - 1 ? add(own, more) : own
  })
}

/** Hold of each target: its share, by `units`, of the position's hold. */
function splitHold(kept: Hold | null, units: Decimal, shares: readonly Decimal[]): Hold[] {
  if (!kept) return []
  let left = kept.amount
  return shares.map((share, index) => {
    const part =
      index === shares.length - 1
        ? left
        : divide(multiply(kept.amount, share), units, PLACES, 'down')
    left = subtract(left, part)
    return { currency: kept.currency, amount: part }
  })
}

const orderOf = (
  { orders }: SmartTradeRecord,
  role: Owner['role'],
  index: number,
): Order | undefined => orders.find(({ owner }) => owner.role === role && owner.index === index)

function placeTarget(
  world: World,
  trade: SmartTradeRecord,
  index: number,
  held: Hold | undefined,
): void {
  const target = trade.targets[index]
  if (!target?.units) return
  const price = exitPrice(trade, instrumentOf(world, trade.pair), target, 'profit') ?? ZERO
  const isLimit = target.orderType === 'limit'
  const direction: Trigger['direction'] = isLong(trade) ? 'up' : 'down'
  const shape = {
    units: target.units,
    price: isLimit ? price : null,
    trigger: isLimit ? null : { type: target.priceType, direction, price },
  } as const
  const holds = held ? [held] : []
  target.state = isLimit ? 'order_placed' : 'to_process'
  const waiting = orderOf(trade, 'target', index)
  if (waiting) {
    follow(world, waiting, shape, holds)
    return
  }
  place(world, {
    ...orderAt(trade, 'target', index),
    kind: target.orderType,
    ...shape,
    trail: target.trailing ? { follows: direction, percent: target.trailing, extreme: null } : null,
    holds,
  })
}

/** Changes size and price of a pending order; a trail that has started continues. */
function follow(
  world: World,
  order: Order,
  { units, price, trigger }: Pick<Order, 'units' | 'price' | 'trigger'>,
  holds: readonly Hold[],
): void {
  moveThreshold(world, order, { units, price, trigger: order.trigger && trigger })
  hold(world, order, holds)
}

/** An order that only watches the price and then calls the trade. */
export const watcher = (trade: SmartTradeRecord, role: Owner['role'], index: number) =>
  ({ ...emptyOrder(trade), tells: true, owner: ownerOf(trade, role, index) }) as const

/** Index of a stop's order, by its trigger. */
export const STOP = { atPrice: 0, trailing: 1, toBreakEven: 2 } as const

/** The order that waits for the stop's price; the closing order follows when it triggers. */
export function stopOrderOf(trade: SmartTradeRecord): Order | undefined {
  const order = orderOf(trade, 'stop', STOP.atPrice)
  return order?.tells ? order : undefined
}

export function stopTriggerOf(world: World, trade: SmartTradeRecord, stop: Stop): Trigger {
  const price = exitPrice(trade, instrumentOf(world, trade.pair), stop.trigger, 'loss') ?? ZERO
  return { type: stop.trigger.type, direction: isLong(trade) ? 'down' : 'up', price }
}

/** Limit of a stop, never better than its trigger: it would rest while the price runs away. */
export function stopLimitOf(
  trade: SmartTradeRecord,
  instrument: Instrument,
  { limit, trigger }: Stop,
): Decimal | null {
  const asked = exitPrice(trade, instrument, limit, 'loss')
  const sets = exitPrice(trade, instrument, trigger, 'loss')
  return asked && sets && (isLong(trade) ? smaller : larger)(asked, sets)
}

/** Price at which the stop acts now: its own, or a trailing stop's turning price. */
export function stopPriceOf(trade: SmartTradeRecord, instrument: Instrument): Decimal | null {
  const own = trade.stop && exitPrice(trade, instrument, trade.stop.trigger, 'loss')
  const trail = orderOf(trade, 'stop', STOP.trailing)?.trail
  if (!own || !trail?.extreme) return own
  const { percent, extreme: best } = trail
  const { tick } = instrument
  return isLong(trade)
    ? larger(own, roundToStep(trailingPrice({ side: 'below', percent, best }), tick, 'down'))
    : smaller(own, roundToStep(trailingPrice({ side: 'above', percent, best }), tick, 'up'))
}

/** The stop was triggered and waits for its delay, or for the price to recover. */
export const isDelayed = (trade: SmartTradeRecord, { trigger }: Order): boolean =>
  trigger?.direction !== (isLong(trade) ? 'down' : 'up')

/** The next trigger starts the delay anew. A requested close or cancellation stays due. */
export function endDelay(trade: SmartTradeRecord): void {
  if (trade.state === 'waiting_position' || trade.state === 'waiting_targets') trade.dueAt = null
}

export const isStopReached = (world: World, trade: SmartTradeRecord, stop: Trigger): boolean =>
  isReached(
    instrumentOf(world, trade.pair),
    stop,
    marketOf(world, trade.accountId).last(trade.pair, world.meta.now),
  )

export function recoveryOf(world: World, trade: SmartTradeRecord, stop: Trigger): Trigger {
  const { tick } = instrumentOf(world, trade.pair)
  return isLong(trade)
    ? { ...stop, direction: 'up', price: add(stop.price, tick) }
    : { ...stop, direction: 'down', price: subtract(stop.price, tick) }
}

/** Places the stop at its price, and the trailing order. */
function placeStop(world: World, trade: SmartTradeRecord, held: Hold | null): void {
  const { stop } = trade
  if (!stop) return
  stop.state = 'to_process'
  const trigger = stopTriggerOf(world, trade, stop)
  const holds = held ? [held] : []
  const waiting = stopOrderOf(trade)
  if (waiting) {
    const wasDelayed = isDelayed(trade, waiting)
    const isBeyond = wasDelayed && isStopReached(world, trade, trigger)
    if (wasDelayed && !isBeyond) endDelay(trade)
    const now = isBeyond ? recoveryOf(world, trade, trigger) : trigger
    follow(world, waiting, { ...waiting, trigger: now }, holds)
    return
  }
  place(world, { ...watcher(trade, 'stop', STOP.atPrice), trigger, trail: null, holds })
  if (!stop.trailing) return
  const now = lastPriceOf(world, trade.accountId, trade.pair)
  place(world, {
    ...watcher(trade, 'stop', STOP.trailing),
    trigger: null,
    trail: { follows: isLong(trade) ? 'up' : 'down', percent: stop.trailing, extreme: now },
    holds: [],
  })
}

export function moveLiquidation(world: World, trade: SmartTradeRecord): void {
  const order = orderOf(trade, 'liquidation', 0)
  const price = trade.liquidationPrice
  if (order?.trigger && price) {
    moveThreshold(world, order, { trigger: { ...order.trigger, price } })
  }
}

export function placeLiquidation(world: World, trade: SmartTradeRecord, held: Hold | null): void {
  const price = trade.liquidationPrice
  if (!price) return
  const direction = isLong(trade) ? 'down' : 'up'
  const trigger = { type: 'last', direction, price } as const
  const holds = held ? [held] : []
  const waiting = orderOf(trade, 'liquidation', 0)
  if (waiting) follow(world, waiting, { ...waiting, trigger }, holds)
  else place(world, { ...watcher(trade, 'liquidation', 0), trigger, trail: null, holds })
}
