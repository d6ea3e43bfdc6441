import {
  type Decimal,
  ZERO,
  divide,
  isPositive,
  isZero,
  multiply,
  subtract,
} from '#money/decimal.ts'
import { priceAt } from '#trading/exits.ts'
import { splitUnits } from '#trading/lots.ts'

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

/** A price `percent` away from the entry, towards profit or towards loss, on the tick. */
const awayFromEntry = (
  trade: SmartTradeRecord,
  { tick }: Instrument,
  percent: Decimal,
  towards: 'profit' | 'loss',
): Decimal => priceAt(averageEntry(trade), percent, isLong(trade) === (towards === 'profit'), tick)

/** Places targets, stop and liquidation of a position that has been entered. */
export function placeExits(world: World, trade: SmartTradeRecord): void {
  const instrument = instrumentOf(world, trade.pair)
  const volumes = trade.targets.map(({ volume }) => volume)
  const shares = splitUnits(trade.entered.units, volumes, instrument.lot)
  const holds = splitHold(trade, shares)
  trade.targets.forEach((target, index) => {
    target.units = shares[index] ?? ZERO
    target.value ??= awayFromEntry(trade, instrument, target.percent ?? ZERO, 'profit')
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

const watcher = (trade: SmartTradeRecord, role: Owner['role'], index: number) =>
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

/** The stop at its price, and the one that follows the price when it trails. */
export function placeStop(world: World, trade: SmartTradeRecord, hold: Hold | null): void {
  const { stop } = trade
  if (!stop) return
  const instrument = instrumentOf(world, trade.pair)
  if (stop.trigger.value === null && stop.trigger.percent !== null) {
    stop.trigger.value = awayFromEntry(trade, instrument, stop.trigger.percent, 'loss')
  }
  if (stop.limit.value === null && stop.limit.percent !== null) {
    stop.limit.value = awayFromEntry(trade, instrument, stop.limit.percent, 'loss')
  }
  stop.state = 'to_process'
  const direction = isLong(trade) ? 'down' : 'up'
  const price = stop.trigger.value ?? ZERO
  place(world, {
    ...watcher(trade, 'stop', 0),
    trigger: { type: stop.trigger.type, direction, price },
    trail: null,
    holds: hold ? [hold] : [],
  })
  if (!stop.trailing) return
  const now = priceOf(instrument, world.market.last(trade.pair, world.meta.now))
  place(world, {
    ...watcher(trade, 'stop', 1),
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
