import {
  type Decimal,
  ZERO,
  add,
  compare,
  divide,
  isPositive,
  isZero,
  negate,
  smaller,
  subtract,
} from '#money/decimal.ts'
import { fillOf } from '#trading/fees.ts'

import { type Posting, freeOf, heldOf, loansOf, move } from '../balances/ledger.ts'
import { type Fill, type Hold, type Order, type Part, leftOf, sumOf } from './orders.ts'
import { offsetOf, priceOf } from '../market/quotes.ts'
import { isReached } from './triggers.ts'
import { type World, instrumentOf, nextSecond, ownerOf, touchMeta, touchOwner } from '../world.ts'

type Placement = Omit<Order, 'id' | 'createdAt' | 'dueAt' | 'takes' | 'done'>

const PLACES = 18

/** What an account can spend of a currency. */
export const freeBalance = (world: World, account: number, currency: string): Decimal =>
  world.ledger.balance(freeOf(account), currency)

/**
 * Places an order and holds what it needs, as far as that is free. Whether the account can pay is
 * seen when the order is executed.
 */
export function place(world: World, placement: Placement): Order {
  const { meta, ledger, market } = world
  const instrument = instrumentOf(world, placement.pair)
  const isSentNow = placement.trigger === null && placement.trail === null && !placement.tells
  const order: Order = {
    ...placement,
    holds: placement.holds.map(({ currency, amount }) => ({
      currency,
      amount: smaller(amount, freeBalance(world, placement.account, currency)),
    })),
    done: null,
    id: meta.nextOrder++,
    createdAt: meta.now,
    dueAt: isSentNow && placement.kind === 'market' ? nextSecond(world) : null,
    takes: isSentNow && isMarketable(placement, market.last(placement.pair, meta.now), instrument),
  }
  ledger.append({
    at: meta.now,
    cause: `hold ${order.id}`,
    postings: order.holds.flatMap(({ currency, amount }) =>
      move(currency, amount, freeOf(order.account), heldOf(order.account)),
    ),
  })
  ownerOf(world, order.owner).orders.push(order)
  world.book.add(order)
  if (order.dueAt !== null)
    world.agenda.push({ at: order.dueAt, kind: 'order', id: String(order.id) })
  touchOwner(world, order.owner)
  touchMeta(world)
  return order
}

const isMarketable = (
  { price, side }: Placement,
  ticks: number,
  instrument: ReturnType<typeof instrumentOf>,
): boolean =>
  price !== null &&
  (side === 'buy'
    ? isReached(instrument, { price, type: 'ask', direction: 'down' }, ticks)
    : isReached(instrument, { price, type: 'bid', direction: 'up' }, ticks))

/** Takes an order back and frees what it held. */
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

/** Takes an order out of the book and away from its owner; what it holds stays held. */
function withdraw(world: World, order: Order): void {
  world.book.remove(order)
  const owner = ownerOf(world, order.owner)
  owner.orders = owner.orders.filter(({ id }) => id !== order.id)
  touchOwner(world, order.owner)
}

/** Puts an order back whose trigger or trail has moved. */
export function moveThreshold(world: World, order: Order, change: Partial<Order>): void {
  world.book.remove(order)
  Object.assign(order, change)
  world.book.add(order)
  touchOwner(world, order.owner)
}

/** The price a market order gets now: the ask for a buy, the bid for a sell. */
export function marketPrice(world: World, pair: string, side: 'buy' | 'sell'): Decimal {
  const instrument = instrumentOf(world, pair)
  const ticks = world.market.last(pair, world.meta.now)
  return priceOf(
    instrument,
    Math.max(1, ticks + offsetOf(instrument, side === 'buy' ? 'ask' : 'bid')),
  )
}

/**
 * Executes what is left of an order at a price: what it held is freed and both sides change hands.
 * `undefined`, with nothing changed but the hold freed and the order gone, when the account cannot pay.
 */
export function execute(world: World, order: Order, price: Decimal): Fill | undefined {
  const last = change(world, order, { units: leftOf(order), price, freed: order.holds })
  if (!last) {
    cancel(world, order)
    return undefined
  }
  withdraw(world, order)
  const { units, total, fee } = order.done ? sumOf(order.done, last) : last
  const average = order.done ? divide(total, units, PLACES, 'half-even') : price
  return { order, at: world.meta.now, units, price: average, total, fee, last }
}

/** Executes some units of an order. The rest keeps what it still needs; `undefined` as above. */
export function executePart(
  world: World,
  order: Order,
  units: Decimal,
  price: Decimal,
): Part | undefined {
  const needed = neededFor(world, order, units, price)
  const freed = order.holds
    .filter(({ currency }) => currency === needed.currency)
    .map((hold) => ({ ...hold, amount: smaller(hold.amount, needed.amount) }))
  const part = change(world, order, { units, price, freed })
  if (!part) {
    cancel(world, order)
    return undefined
  }
  order.holds = order.holds.map((hold) => ({
    ...hold,
    amount: subtract(hold.amount, heldIn(freed, hold.currency)),
  }))
  order.done = order.done ? sumOf(order.done, part) : part
  touchOwner(world, order.owner)
  return part
}

/** What units of an order take from the account: a buy its total and fee, a sell the coins. */
function neededFor(world: World, { pair, side }: Order, units: Decimal, price: Decimal): Hold {
  const { base, quote, fee: rate } = instrumentOf(world, pair)
  if (side === 'sell') return { currency: base, amount: units }
  const { total, commission: fee } = fillOf(side, units, price, rate)
  return { currency: quote, amount: add(total, fee) }
}

type Execution = { units: Decimal; price: Decimal; freed: readonly Hold[] }

/** Both sides change hands, if what is free and what is freed for it can pay. */
function change(world: World, order: Order, { units, price, freed }: Execution): Part | undefined {
  const { base, quote, fee: rate } = instrumentOf(world, order.pair)
  const { total, commission: fee } = fillOf(order.side, units, price, rate)
  const account = freeOf(order.account)
  const [from, to] =
    order.side === 'buy' ? (['market', account] as const) : ([account, 'market'] as const)
  const needed = neededFor(world, order, units, price)
  const free = freeBalance(world, order.account, needed.currency)
  if (compare(add(free, heldIn(freed, needed.currency)), needed.amount) < 0) return undefined
  world.ledger.append({
    at: world.meta.now,
    cause: `fill ${order.id}`,
    postings: [
      ...freed.flatMap(({ currency, amount }) =>
        move(currency, amount, heldOf(order.account), account),
      ),
      ...move(quote, total, to, from),
      ...move(base, units, from, to),
      ...move(quote, fee, account, 'fees'),
    ],
  })
  return { units, total, fee }
}

const heldIn = (holds: readonly Hold[], currency: string): Decimal =>
  holds.reduce((sum, hold) => (hold.currency === currency ? add(sum, hold.amount) : sum), ZERO)

/** Borrows for an account; what it owes is what its loans have given out. */
export function borrow(world: World, account: number, { currency, amount }: Hold): void {
  world.ledger.append({
    at: world.meta.now,
    cause: 'borrow',
    postings: move(currency, amount, loansOf(account), freeOf(account)),
  })
}

/** Pays a loan back from what is free; the exchange's insurance pays what a liquidation left open. */
export function repay(world: World, account: number, { currency, amount }: Hold): void {
  const own = smaller(amount, freeBalance(world, account, currency))
  world.ledger.append({
    at: world.meta.now,
    cause: 'repay',
    postings: [
      ...move(currency, own, freeOf(account), loansOf(account)),
      ...move(currency, subtract(amount, own), 'insurance', loansOf(account)),
    ],
  })
}

/** What an account owes of a currency. */
export const owed = (world: World, account: number, currency: string): Decimal =>
  negate(world.ledger.balance(loansOf(account), currency))

export const isAny = (amount: Decimal | undefined): amount is Decimal =>
  amount !== undefined && !isZero(amount) && isPositive(amount)
