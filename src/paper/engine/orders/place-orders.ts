import { priceWithImpact } from '#contract/impact.ts'
import { type Decimal, ZERO, compare, smaller } from '#money/decimal.ts'

import { type Posting, freeOf, heldOf, move } from '../balances/ledger.ts'
import type { Hold, Order } from './order.ts'
import { quoted } from '../market/quotes.ts'
import {
  type World,
  instrumentOf,
  marketOf,
  nextSecond,
  ownerOf,
  touchMeta,
  touchOwner,
} from '../world.ts'

type Placement = Omit<Order, 'id' | 'createdAt' | 'dueAt' | 'takes' | 'done' | 'insured'> & {
  insured?: boolean
}

export const freeBalance = (world: World, account: number, currency: string): Decimal =>
  world.ledger.balance(freeOf(account), currency)

/** Places an order and holds what is free of its needs; the fill checks the rest. */
export function place(world: World, placement: Placement): Order {
  const { meta } = world
  const isSentNow = placement.trigger === null && placement.trail === null && !placement.tells
  const order: Order = {
    ...placement,
    holds: [],
    insured: placement.insured ?? false,
    done: null,
    id: meta.nextOrder++,
    createdAt: meta.now,
    dueAt: isSentNow && placement.kind === 'market' ? nextSecond(world) : null,
    takes: isSentNow && isMarketable(world, placement),
  }
  hold(world, order, placement.holds)
  ownerOf(world, order.owner).orders.push(order)
  world.book.add(order)
  if (order.dueAt !== null)
    world.agenda.push({ at: order.dueAt, kind: 'order', id: String(order.id) })
  touchOwner(world, order.owner)
  touchMeta(world)
  return order
}

/** The market meets the limit now, so the order does not rest at its own price. */
export const isMarketable = (world: World, { account, pair, price, side }: Placement): boolean =>
  price !== null &&
  compare(marketPrice(world, account, pair, side), price) * (side === 'buy' ? 1 : -1) <= 0

/** Holds amounts for an order without holds, as far as free. */
export function hold(world: World, order: Order, holds: readonly Hold[]): void {
  order.holds = holds.map(({ currency, amount }) => ({
    currency,
    amount: smaller(amount, freeBalance(world, order.account, currency)),
  }))
  world.ledger.append({
    at: world.meta.now,
    cause: `hold ${order.id}`,
    postings: order.holds.flatMap(({ currency, amount }) =>
      move(currency, amount, freeOf(order.account), heldOf(order.account)),
    ),
  })
}

/** Frees an order's holds; the order stays open. */
export function release(world: World, order: Order): void {
  world.ledger.append({
    at: world.meta.now,
    cause: `release ${order.id}`,
    postings: releaseOf(order),
  })
  order.holds = []
  touchOwner(world, order.owner)
}

export function cancel(world: World, order: Order): void {
  withdraw(world, order)
  world.ledger.append({
    at: world.meta.now,
    cause: `cancel ${order.id}`,
    postings: releaseOf(order),
  })
}

const releaseOf = (order: Order): Posting[] =>
  order.holds.flatMap(({ currency, amount }) =>
    move(currency, amount, heldOf(order.account), freeOf(order.account)),
  )

/** Removes an order from book and owner; its holds stay. */
export function withdraw(world: World, order: Order): void {
  world.book.remove(order)
  const owner = ownerOf(world, order.owner)
  owner.orders = owner.orders.filter(({ id }) => id !== order.id)
  touchOwner(world, order.owner)
}

/** Puts an order back after its trigger or trail moved. */
export function moveThreshold(world: World, order: Order, change: Partial<Order>): void {
  world.book.remove(order)
  Object.assign(order, change)
  world.book.add(order)
  touchOwner(world, order.owner)
}

/** Price of a market order now: ask or bid, moved by its own units. */
export function marketPrice(
  world: World,
  account: number,
  pair: string,
  side: 'buy' | 'sell',
  units: Decimal = ZERO,
): Decimal {
  const instrument = instrumentOf(world, pair)
  const type = side === 'buy' ? 'ask' : 'bid'
  const best = quoted(marketOf(world, account), instrument, type, world.meta.now)
  return priceWithImpact(side, units, best, instrument)
}
