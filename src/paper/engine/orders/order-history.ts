import type { HistoricalTradeEntity } from '#contract/history.ts'
import type { Instant } from '#contract/primitives.ts'
import { type Decimal, HUNDRED, ZERO, divide, multiply, negate } from '#money/decimal.ts'
import type { Fill as TradeFill } from '#trading/fees.ts'
import { percentOf } from '#trading/profit.ts'

import type { HistoryRecord } from '../past.ts'
import { dollarsPer } from '../market/quotes.ts'
import { marketPrice } from './place-orders.ts'
import { uuidOf } from '../identifiers.ts'
import { type Fill, NOTHING, type Order } from './order.ts'
import { type World, accountOf, instrumentOf, marketOf, touchMeta } from '../world.ts'

type Valued = NonNullable<HistoricalTradeEntity['profit']>
export type Profit = Omit<Valued, 'usd'> | null

const PLACES = 18

const ofOrder = ({ meta }: World, order: Order, closedAt: Instant) => ({
  uuid: uuidOf(meta.user, meta.seed, 'trade', order.id),
  account_id: order.account,
  pair: order.pair,
  created_at: order.createdAt,
  closed_at: closedAt,
  source: { type: order.owner.type, id: order.owner.id },
  order: { type: order.kind, side: order.side, role: order.owner.role },
})

/** A history row without an order of a trade or bot. */
const withoutOrder = (
  { meta }: World,
  kind: 'sale' | 'interest' | 'funding',
  { account, pair }: { account: number; pair: string },
) => ({
  uuid: uuidOf(meta.user, meta.seed, kind, meta.nextOrder++),
  account_id: account,
  pair,
  created_at: meta.now,
  closed_at: meta.now,
})

/** An amount in dollars at the current price of its currency; null without a price. */
export function inDollars(
  world: World,
  account: number,
  { amount, currency }: { amount: Decimal; currency: string },
): Decimal | null {
  const price = dollarsPer(marketOf(world, account), currency, world.meta.now)
  return price ? multiply(amount, price) : null
}

const valued = (world: World, account: number, profit: Profit): Valued | null =>
  profit && { ...profit, usd: inDollars(world, account, profit) }

export function recordFill(world: World, fill: Fill, profit: Profit): void {
  const { order, units, price, total, fee } = fill
  const { quote } = instrumentOf(world, order.pair)
  const asked = order.kind === 'limit' ? order.price : null
  addHistory(world, {
    ...ofOrder(world, order, fill.at),
    units: { value: units },
    price: { value: asked },
    total: { value: total },
    filled: { units, total, price, value: HUNDRED },
    commission: { amount: fee, currency: quote },
    profit: valued(world, order.account, profit),
    status: { value: 'finished', error: null },
  })
}

/** Adds an order that ended unfilled or partly filled. */
export function recordUnfilled(
  world: World,
  order: Order,
  error: string | null,
  profit: Profit = null,
): void {
  const { quote } = instrumentOf(world, order.pair)
  const price = order.kind === 'limit' ? order.price : null
  const known = price ?? marketPrice(world, order.account, order.pair, order.side)
  const { units, total, fee } = order.done ?? NOTHING
  addHistory(world, {
    ...ofOrder(world, order, world.meta.now),
    units: { value: order.units },
    price: { value: price },
    total: { value: multiply(order.units, known) },
    filled: {
      units,
      total,
      price: order.done && divide(total, units, PLACES, 'half-even'),
      value: percentOf(units, order.units, 2),
    },
    commission: { amount: fee, currency: quote },
    profit: valued(world, order.account, profit),
    status: { value: error === null ? 'cancelled' : 'failed', error },
  })
}

/** Adds a market order that belongs to no trade or bot. */
export function recordTrade(world: World, account: number, pair: string, fill: TradeFill): void {
  const { side, units, price, total } = fill
  addHistory(world, {
    ...withoutOrder(world, 'sale', { account, pair }),
    source: { type: 'liquidation', id: null },
    order: { type: 'market', side },
    units: { value: units },
    price: { value: null },
    total: { value: total },
    filled: { units, total, price, value: HUNDRED },
    commission: { amount: fill.commission, currency: instrumentOf(world, pair).quote },
    profit: null,
    status: { value: 'finished', error: null },
  })
}

/** Adds interest or funding paid or received, as an order of no units. */
export function recordCharge(
  world: World,
  debtor: { owner: { type: string; id: string }; account: number; pair: string },
  type: 'interest' | 'funding',
  paid: Decimal,
): void {
  const amount = negate(paid)
  const currency = instrumentOf(world, debtor.pair).quote
  addHistory(world, {
    ...withoutOrder(world, type, debtor),
    source: { type: debtor.owner.type, id: debtor.owner.id },
    order: { type, side: type },
    units: { value: ZERO },
    price: { value: null },
    total: { value: ZERO },
    filled: { units: ZERO, total: ZERO, price: null, value: HUNDRED },
    commission: { amount: ZERO, currency },
    profit: valued(world, debtor.account, { amount, currency, percent: ZERO, fees: ZERO }),
    status: { value: 'finished', error: null },
  })
  touchMeta(world)
}

function addHistory(world: World, row: HistoryRecord): void {
  const account = accountOf(world, Number(row.account_id))
  world.changes.append({
    journal: 'history',
    at: row.closed_at,
    json: JSON.stringify(row),
    mode: account.mode,
    account: account.id,
    pair: row.pair,
    createdAt: row.created_at,
    closedAt: row.closed_at,
  })
}
