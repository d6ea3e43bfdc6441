import type { Instant } from '#contract/primitives.ts'

import type { Market } from '../market/market.ts'
import type { Order } from './order.ts'
import { type Thresholds, createThresholds } from './triggers.ts'

export type Book = ReturnType<typeof createBook>

/** Maximum span of one search: most thresholds move before the price would reach them. */
const LOOKAHEAD = 4 * 86_400_000
/** And how far at the least: a world that moves second by second searches once for all of them. */
const AT_LEAST = 3_600_000

/** The open orders at the price of a pair in one market. */
type Watch = {
  readonly market: Market
  readonly pair: string
  thresholds: Thresholds
  low: number
  high: number
  /** Nothing is reached up to here. */
  clearTo: Instant
  hit: Instant | undefined
}

/**
 * The open orders of all accounts, and when the market will next reach one of them. `marketOf` gives the
 * market of an account's exchange.
 */
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
    const to = Math.min(Math.max(until, from + AT_LEAST), from + LOOKAHEAD)
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
    /**
     * The next moment in (`after`, `until`] at which prices reach an order, and which prices. Without
     * any nothing is reached by then, and the search goes on from there.
     */
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
    /** The orders that one of these prices reaches now, the nearest first. */
    reached(price: string, at: Instant): Order[] {
      const watch = watches.get(price)
      return watch?.thresholds.reached(watch.market.last(watch.pair, at)) ?? []
    },
    /** True while an order is still one of them: the effect of another may have cancelled or moved it. */
    isReached(order: Order, at: Instant): boolean {
      const { thresholds, market, pair } = watchOf(order)
      return thresholds.isReached(order, market.last(pair, at))
    },
  }
}
