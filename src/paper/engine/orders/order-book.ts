import type { Instant } from '#contract/primitives.ts'

import type { Market } from '../market/market.ts'
import type { Order } from './order.ts'
import { type Thresholds, createThresholds } from './triggers.ts'

/** The open orders of all accounts, and when the market will next reach one of them. */
export type Book = {
  add(order: Order): void
  remove(order: Order): void
  get(id: number): Order | undefined
  /**
   * The next moment in (`after`, `until`] at which prices reach an order, and of which pairs. Without
   * a pair nothing is reached by then, and the search goes on from there.
   */
  next(after: Instant, until: Instant): { at: Instant; pairs: string[] } | undefined
  /** The orders of a pair that its price reaches now, the nearest first. */
  reached(pair: string, at: Instant): Order[]
  /** Whether an order is one of them still: what another one has done may have taken it back or moved it. */
  isReached(order: Order, at: Instant): boolean
}

/** How far ahead one search goes: most thresholds move before the price would get there. */
const LOOKAHEAD = 4 * 86_400_000
/** And how far at the least: a world that moves second by second searches once for all of them. */
const AT_LEAST = 3_600_000

type Watch = {
  thresholds: Thresholds
  low: number
  high: number
  /** Nothing is reached up to here. */
  clearTo: Instant
  hit: Instant | undefined
}

export function createBook(market: Market): Book {
  const orders = new Map<number, Order>()
  const watches = new Map<string, Watch>()

  const watchOf = (pair: string): Watch => {
    const known = watches.get(pair)
    if (known) return known
    const instrument = market.instrument(pair)
    if (!instrument) throw new RangeError(`no such pair: ${pair}`)
    const thresholds = createThresholds(instrument)
    const watch = { thresholds, low: -Infinity, high: Infinity, clearTo: 0, hit: undefined }
    watches.set(pair, watch)
    return watch
  }

  function search(pair: string, watch: Watch, after: Instant, until: Instant): void {
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
    const to = Math.min(Math.max(until, from + AT_LEAST), from + LOOKAHEAD)
    watch.hit = market.firstOutside(pair, from, to, low, high)
    watch.clearTo = watch.hit === undefined ? to : watch.hit - 1
  }

  return {
    add(order) {
      orders.set(order.id, order)
      watchOf(order.pair).thresholds.add(order)
    },
    remove(order) {
      orders.delete(order.id)
      watchOf(order.pair).thresholds.remove(order)
    },
    get: (id) => orders.get(id),
    next(after, until) {
      let at = Infinity
      let pairs: string[] = []
      for (const [pair, watch] of watches) {
        if (watch.thresholds.size === 0) continue
        search(pair, watch, after, until)
        const isHit = watch.hit !== undefined && watch.hit > after && watch.hit <= until
        const moment = isHit
          ? (watch.hit ?? Infinity)
          : watch.clearTo < until
            ? watch.clearTo
            : Infinity
        if (moment > at) continue
        if (moment < at) pairs = []
        at = moment
        if (isHit) pairs.push(pair)
      }
      return at === Infinity ? undefined : { at, pairs: pairs.sort() }
    },
    reached: (pair, at) => watches.get(pair)?.thresholds.reached(market.last(pair, at)) ?? [],
    isReached: (order, at) =>
      watches.get(order.pair)?.thresholds.isReached(order, market.last(order.pair, at)) ?? false,
  }
}
