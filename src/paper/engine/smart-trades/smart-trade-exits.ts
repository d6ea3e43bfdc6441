import {
  type Decimal,
  ZERO,
  divide,
  isPositive,
  isZero,
  multiply,
  round,
  subtract,
} from '#money/decimal.ts'
import { priceAt } from '#trading/exits.ts'
import { splitUnits } from '#trading/lots.ts'
import { percentOf } from '#trading/profit.ts'

import { place } from '../orders/desk.ts'
import type { Instrument } from '../market/instruments.ts'
import type { Hold, Owner } from '../orders/orders.ts'
import { priceOf } from '../market/quotes.ts'
import type { SmartTradeRecord, Target } from './smart-trade-record.ts'
import { type World, instrumentOf } from '../world.ts'

const PLACES = 18

export const isLong = ({ side }: SmartTradeRecord): boolean => side === 'buy'
const exitSide = (trade: SmartTradeRecord): 'buy' | 'sell' => (isLong(trade) ? 'sell' : 'buy')
const ownerOf = (trade: SmartTradeRecord, role: Owner['role'], index: number): Owner => ({
  type: 'smart_trade',
  id: String(trade.id),
  role,
  index,
})

/** The average price of what went in, without fees. */
export const averageEntry = ({ entered, entry }: SmartTradeRecord): Decimal =>
  isZero(entered.units) ? entry.price : divide(entered.total, entered.units, PLACES, 'half-even')

/** Units that are still in the position. */
export const openUnits = ({ entered, closed }: SmartTradeRecord): Decimal =>
  subtract(entered.units, closed.units)

type Given = { value: Decimal | null; percent: Decimal | null }

const liesAbove = (trade: SmartTradeRecord, towards: 'profit' | 'loss'): boolean =>
  isLong(trade) === (towards === 'profit')

/** The price of an exit: as it was given, or its percent away from the entry, on the tick. */
export function exitPrice(
  trade: SmartTradeRecord,
  { tick }: Instrument,
  { value, percent }: Given,
  towards: 'profit' | 'loss',
): Decimal | null {
  if (value !== null || percent === null) return value
  return priceAt(averageEntry(trade), percent, liesAbove(trade, towards), tick)
}

/** How far a price lies from the entry, towards profit or towards loss, in percent of it. */
export function percentFromEntry(
  trade: SmartTradeRecord,
  price: Decimal,
  towards: 'profit' | 'loss',
): Decimal {
  const entry = averageEntry(trade)
  const distance = liesAbove(trade, towards) ? subtract(price, entry) : subtract(entry, price)
  return round(percentOf(distance, entry), 2, 'half-even')
}

/** Places targets, stop and liquidation of a position that has been entered. */
export function placeExits(world: World, trade: SmartTradeRecord): void {
  const instrument = instrumentOf(world, trade.pair)
  const volumes = trade.targets.map(({ volume }) => volume)
  const shares = splitUnits(trade.entered.units, volumes, instrument.lot)
  const holds = splitHold(trade, shares)
  trade.targets.forEach((target, index) => {
    target.units = shares[index] ?? ZERO
    target.value = exitPrice(trade, instrument, target, 'profit') ?? ZERO
    target.total = multiply(target.units, target.value)
    if (isPositive(target.units)) placeTarget(world, trade, target, index, holds[index])
    else target.state = 'cancelled'
  })
  const isHeld = trade.targets.length > 0
  placeStop(world, trade, isHeld ? null : trade.kept)
  if (trade.liquidationPrice) {
    placeLiquidation(world, trade, isHeld || trade.stop ? null : trade.kept)
  }
}

/** What each target holds of what the position keeps, in proportion to its units. */
function splitHold({ kept, entered }: SmartTradeRecord, shares: readonly Decimal[]): Hold[] {
  if (!kept) return []
  let left = kept.amount
  return shares.map((units, index) => {
    const part =
      index === shares.length - 1
        ? left
        : divide(multiply(kept.amount, units), entered.units, PLACES, 'down')
    left = subtract(left, part)
    return { currency: kept.currency, amount: part }
  })
}

function placeTarget(
  world: World,
  trade: SmartTradeRecord,
  target: Target,
  index: number,
  hold: Hold | undefined,
): void {
  const price = target.value ?? ZERO
  const isLimit = target.orderType === 'limit'
  target.state = isLimit ? 'order_placed' : 'to_process'
  place(world, {
    account: trade.accountId,
    pair: trade.pair,
    side: exitSide(trade),
    kind: target.orderType,
    units: target.units ?? ZERO,
    price: isLimit ? price : null,
    trigger: isLimit
      ? null
      : { type: target.priceType, direction: isLong(trade) ? 'up' : 'down', price },
    trail: target.trailing
      ? { follows: isLong(trade) ? 'up' : 'down', percent: target.trailing, extreme: null }
      : null,
    tells: false,
    holds: hold ? [hold] : [],
    owner: ownerOf(trade, 'target', index),
  })
}

/** An order that only watches the price and tells when it is there. */
export const watcher = (trade: SmartTradeRecord, role: Owner['role'], index: number) =>
  ({
    account: trade.accountId,
    pair: trade.pair,
    side: exitSide(trade),
    kind: 'market',
    units: ZERO,
    price: null,
    tells: true,
    owner: ownerOf(trade, role, index),
  }) as const

/** Which of its orders a stop tells by. */
export const STOP = { atPrice: 0, trailing: 1, toBreakEven: 2 } as const

/** The stop at its price, and the one that follows the price when it trails. */
export function placeStop(world: World, trade: SmartTradeRecord, hold: Hold | null): void {
  const { stop } = trade
  if (!stop) return
  const instrument = instrumentOf(world, trade.pair)
  for (const price of [stop.trigger, stop.limit]) {
    price.value = exitPrice(trade, instrument, price, 'loss')
  }
  stop.state = 'to_process'
  const direction = isLong(trade) ? 'down' : 'up'
  const price = stop.trigger.value ?? ZERO
  place(world, {
    ...watcher(trade, 'stop', STOP.atPrice),
    trigger: { type: stop.trigger.type, direction, price },
    trail: null,
    holds: hold ? [hold] : [],
  })
  if (!stop.trailing) return
  const now = priceOf(instrument, world.market.last(trade.pair, world.meta.now))
  place(world, {
    ...watcher(trade, 'stop', STOP.trailing),
    trigger: null,
    trail: { follows: isLong(trade) ? 'up' : 'down', percent: stop.trailing, extreme: now },
    holds: [],
  })
}

function placeLiquidation(world: World, trade: SmartTradeRecord, hold: Hold | null): void {
  place(world, {
    ...watcher(trade, 'liquidation', 0),
    trigger: {
      type: 'last',
      direction: isLong(trade) ? 'down' : 'up',
      price: trade.liquidationPrice ?? ZERO,
    },
    trail: null,
    holds: hold ? [hold] : [],
  })
}
