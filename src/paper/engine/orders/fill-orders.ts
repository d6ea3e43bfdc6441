import type { Instant } from '#contract/primitives.ts'
import {
  type Decimal,
  ZERO,
  add,
  compare,
  divide,
  isPositive,
  larger,
  multiply,
  smaller,
  subtract,
} from '#money/decimal.ts'
import { fillOf } from '#trading/fees.ts'

import { freeOf, heldOf, move } from '../balances/ledger.ts'
import { raise } from '../balances/loans.ts'
import { cancel, freeBalance, marketPrice, moveThreshold, withdraw } from './place-orders.ts'
import { type Execution, type Hold, type Order, type Part, heldIn, leftOf, sumOf } from './order.ts'
import { type World, instrumentOf, nextSecond, touchOwner } from '../world.ts'

const PLACES = 18

/** By the depth of each second, or completely now. */
export type Pace = 'by depth' | 'at once'

/**
 * Fills an order up to the depth of a second, at its `limit` if it rests. `undefined`, and the
 * order is gone, if the account cannot pay.
 */
export function execute(
  world: World,
  order: Order,
  limit: Decimal | null,
  pace: Pace = 'by depth',
): Execution {
  const { depth } = instrumentOf(world, order.pair)
  const isWhole = pace === 'at once' || !depth || compare(leftOf(order), depth) <= 0
  const price = limit ?? metPrice(world, order, isWhole ? leftOf(order) : depth)
  return isWhole ? executeRest(world, order, price) : executeSome(world, order, price, depth)
}

/** The market's price; never worse than the limit. */
function metPrice(
  world: World,
  { account, pair, side, takes, price }: Order,
  units: Decimal,
): Decimal {
  const market = marketPrice(world, account, pair, side, units)
  if (!takes || !price) return market
  return side === 'buy' ? smaller(price, market) : larger(price, market)
}

function executeRest(world: World, order: Order, price: Decimal): Execution {
  const last = change(world, order, { units: leftOf(order), price, freed: order.holds })
  if (!last) {
    cancel(world, order)
    return undefined
  }
  withdraw(world, order)
  const all = order.done ? sumOf(order.done, last) : last
  const average = order.done ? divide(all.total, all.units, PLACES, 'half-even') : price
  return { fill: { ...all, order, at: world.meta.now, price: average, last } }
}

/** Fills a part: the rest keeps the holds it needs; a market order continues at the next second. */
function executeSome(world: World, order: Order, price: Decimal, units: Decimal): Execution {
  const needed = neededFor(world, order, units, price)
  const left = leftOf(order)
  // Other holds, such as a short's margin, are freed in proportion.
  const freed = order.holds.map(({ currency, amount }) => ({
    currency,
    amount:
      currency === needed.currency
        ? smaller(amount, needed.amount)
        : divide(multiply(amount, units), left, PLACES, 'down'),
  }))
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
  if (order.kind === 'market') putOff(world, order, nextSecond(world))
  touchOwner(world, order.owner)
  return { part }
}

/** Fills a market order, or its rest, at a later second. */
export function putOff(world: World, order: Order, dueAt: Instant): void {
  if (order.dueAt === dueAt) return
  moveThreshold(world, order, { trigger: null, trail: null, dueAt })
  world.agenda.push({ at: dueAt, kind: 'order', id: String(order.id) })
}

/** Cost of a fill to the account: total and fee of a buy, coins of a sell. */
function neededFor(world: World, { pair, side }: Order, units: Decimal, price: Decimal): Hold {
  const { base, quote, fee: rate } = instrumentOf(world, pair)
  if (side === 'sell') return { currency: base, amount: units }
  const { total, commission: fee } = fillOf(side, units, price, rate)
  return { currency: quote, amount: add(total, fee) }
}

type Exchange = { units: Decimal; price: Decimal; freed: readonly Hold[] }

/**
 * Books both currencies from freed holds and free balance. A closing order of a borrowed position
 * also sells the account's other coins and uses the insurance; an isolated one only uses those holds.
 */
function change(world: World, order: Order, { units, price, freed }: Exchange): Part | undefined {
  const { base, quote, fee: rate } = instrumentOf(world, order.pair)
  const { total, commission: fee } = fillOf(order.side, units, price, rate)
  const account = freeOf(order.account)
  const [from, to] =
    order.side === 'buy' ? (['market', account] as const) : ([account, 'market'] as const)
  const needed = neededFor(world, order, units, price)
  const held = heldIn(freed, needed.currency)
  const paysAlone = isIsolated(world, order)
  const lacking = (): Decimal => {
    const free = paysAlone ? ZERO : freeBalance(world, order.account, needed.currency)
    return larger(ZERO, subtract(needed.amount, add(held, free)))
  }
  if (isPositive(lacking()) && !order.insured) return undefined
  if (!paysAlone && order.insured) {
    raise(world, order.account, needed.currency, subtract(needed.amount, held))
  }
  const insured = lacking()
  world.ledger.append({
    at: world.meta.now,
    cause: `insurance ${order.id}`,
    postings: move(needed.currency, insured, 'insurance', account),
  })
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
  return { units, total, fee, insured }
}

/** The closing order of an isolated position pays with the position's funds only. */
const isIsolated = (world: World, { insured, owner }: Order): boolean =>
  insured &&
  owner.type === 'smart_trade' &&
  world.smartTrades.get(Number(owner.id))?.leverage?.type === 'isolated'
