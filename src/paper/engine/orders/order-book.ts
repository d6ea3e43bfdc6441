import type { Instant } from '#contract/primitives.ts'

import type { Market } from '../market/market.ts'
import type { Order } from './order.ts'
import { type Thresholds, createThresholds } from './triggers.ts'

export type Book = ReturnType<typeof createBook>

/** Longest search: most thresholds move before the price reaches them. */
const LOOKAHEAD = 4 * 86_400_000
/** Shortest search: a world that advances by seconds searches once for all of them. */
const AT_LEAST = 3_600_000

type Watch = {
  readonly market: Market
  readonly pair: string
  thresholds: Thresholds
  low: number
  high: number
  /** No order is reached until then. */
  clearTo: Instant
  hit: Instant | undefined
}

/** Open orders of all accounts, and when a market next reaches one. */
export function createBook(marketOf: (account: number) => Market) {
  const orders = new Map<number, Order>()
  const watches = new Map<string, Watch>()

  const watchOf = ({ account, pair }: Order): Watch => {
    const market = marketOf(account)
    const name = `${pair} ${market.exchange ?? ''}`
    const known = watches.get(name)
    if (known) return known
    const instrument = market.instrument(pair)
    if (!instrument) throw new RangeError(`no such pair: ${pair}`)
    const thresholds = createThresholds(instrument)
    const range = { low: -Infinity, high: Infinity, clearTo: 0, hit: undefined }
    const watch = { market, pair, thresholds, ...range }
    watches.set(name, watch)
    return watch
  }

  function search(watch: Watch, after: Instant, until: Instant): void {
    const { low, high } = watch.thresholds.nearest()
    if (low !== watch.low || high !== watch.high) {
      watch.low = low
      watch.high = high
      watch.clearTo = after
      watch.hit = undefined
    }
    if (watch.hit !== undefined && watch.hit > after) return
    const from = Math.max(after, watch.clearTo)
    watch.clearTo = from
    if (from >= until) return
    const atLeast = watch.market.grows ? until : from + AT_LEAST
    const to = Math.min(Math.max(until, atLeast), from + LOOKAHEAD)
    watch.hit = watch.market.firstOutside(watch.pair, from, to, low, high)
    watch.clearTo = watch.hit === undefined ? to : watch.hit - 1
  }

  return {
    add(order: Order): void {
      orders.set(order.id, order)
      watchOf(order).thresholds.add(order)
    },
    remove(order: Order): void {
      orders.delete(order.id)
      watchOf(order).thresholds.remove(order)
    },
    get: (id: number): Order | undefined => orders.get(id),
    /** Next moment in (`after`, `until`] at which prices reach an order, if any. */
    next(after: Instant, until: Instant): { at: Instant; prices: string[] } | undefined {
      let at = Infinity
      let prices: string[] = []
      for (const [name, watch] of watches) {
        if (watch.thresholds.size === 0) continue
        search(watch, after, until)
        const isHit = watch.hit !== undefined && watch.hit > after && watch.hit <= until
        const moment = isHit
          ? (watch.hit ?? Infinity)
          : watch.clearTo < until
            ? watch.clearTo
            : Infinity
        if (moment > at) continue
        if (moment < at) prices = []
        at = moment
        if (isHit) prices.push(name)
      }
      return at === Infinity ? undefined : { at, prices: prices.sort() }
    },
    /** Orders that one of these prices reaches now, the nearest first. */
    reached(price: string, at: Instant): Order[] {
      const watch = watches.get(price)
      return watch?.thresholds.reached(watch.market.last(watch.pair, at)) ?? []
    },
    /** Prices in ticks, per pair, at or beyond which the next order acts. */
    nearest: (): { pair: string; low: number; high: number }[] =>
      Array.from(watches.values())
        .filter(({ thresholds }) => thresholds.size > 0)
        .map(({ pair, thresholds }) => ({ pair, ...thresholds.nearest() })),
    /** Returns false once the effect of another order has cancelled or moved it. */
    isReached(order: Order, at: Instant): boolean {
      const { thresholds, market, pair } = watchOf(order)
      return thresholds.isReached(order, market.last(pair, at))
    },
  }
}
