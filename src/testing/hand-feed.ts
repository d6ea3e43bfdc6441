import type { CandleInterval } from '#contract/market.ts'
import { CANDLE_LENGTHS } from '#contract/market.ts'
import type { Instant } from '#contract/primitives.ts'
import { add, compare, decimal, ONE, ZERO } from '#money/decimal.ts'
import {
  type FeedBook,
  type FeedCandle,
  type FeedEvents,
  FeedFailure,
  type FeedInstrument,
  type FeedStatus,
  type FeedStep,
  type FeedTrade,
  type MarketFeed,
} from '#paper/live/feed.ts'

const SECOND = 1_000

/** Pairs of an exchange of our own, with their first price. */
const PAIRS = { USDT_BTC: '90000', USDT_ETH: '3000', USDT_GONE: '5', USDT_1000CAT: '0.0123' }

/** An exchange that a test drives by hand. What it traded can be read; it streams while it is up. */
export function handFeed(clock: { now: number }, name: MarketFeed['name'] = 'binance') {
  const trades: FeedTrade[] = []
  const books = new Map<string, FeedBook>()
  const status = new Map<string, FeedStatus>()
  let events: FeedEvents | undefined
  let watched: ReadonlySet<string> = new Set()
  let isUp = false
  let failure: string | undefined
  /** Messages that wait while the connection says nothing. */
  let held: (() => void)[] | undefined
  const asked: string[] = []
  let isLost = false
  const tell = (message: () => void): void => {
    if (isLost) return
    if (held) held.push(message)
    else message()
  }

  const spelled = (pair: string): string => (name === 'kraken' ? pair.replace('USDT', 'USD') : pair)
  const own = (pair: string, from: Instant, to: Instant): FeedTrade[] =>
    trades.filter((trade) => trade.pair === pair && trade.at >= from && trade.at < to)

  function read(line: string): void {
    asked.push(line)
    if (failure !== undefined) throw new FeedFailure('unreachable', failure)
  }

  const feed: MarketFeed = {
    name,
    async instruments() {
      read('instruments')
      return Object.keys(PAIRS).flatMap((pair): FeedInstrument[] => {
        const [quote = '', base = ''] = spelled(pair).split('_')
        const small = base === '1000CAT'
        const state = status.get(spelled(pair)) ?? 'trading'
        if (state === 'delisted') return []
        return [
          {
            pair: spelled(pair),
            base,
            quote,
            tick: decimal(small ? '0.0000001' : '0.01'),
            lot: decimal(small ? '1' : '0.00001'),
            minSize: decimal(small ? '1' : '0.00001'),
            minTotal: decimal('5'),
            status: state,
          },
        ]
      })
    },
    async tickers() {
      read('tickers')
      return Object.entries(PAIRS).map(([pair, first]) => {
        const last = trades.findLast((trade) => trade.pair === spelled(pair))?.price
        return {
          pair: spelled(pair),
          last: last ?? decimal(first),
          open: decimal(first),
          quoteVolume: decimal('1000000000000'),
          ...books.get(spelled(pair)),
        }
      })
    },
    async candles(pair: string, interval: CandleInterval, from: Instant, to: Instant) {
      read(`candles ${pair} ${interval}`)
      const length = CANDLE_LENGTHS[interval]
      const candles = new Map<Instant, FeedCandle>()
      const begin = Math.floor(from / length) * length
      for (const { price, size, at } of own(pair, begin, Math.ceil(to / length) * length)) {
        const time = Math.floor(at / length) * length
        const known = candles.get(time)
        candles.set(time, {
          time,
          open: known?.open ?? price,
          high: known && compare(known.high, price) > 0 ? known.high : price,
          low: known && compare(known.low, price) < 0 ? known.low : price,
          close: price,
          volume: add(known?.volume ?? ZERO, size),
        })
      }
      return { from, candles: [...candles.values()] }
    },
    async seconds(pair, from, to) {
      read(`seconds ${pair}`)
      const steps = new Map<Instant, FeedStep>()
      for (const { price, at } of own(pair, from, to)) {
        const second = Math.floor(at / SECOND) * SECOND
        steps.set(second, { at: second, price })
      }
      return [...steps.values()]
    },
    open(told) {
      events = told
      return {
        watch(pairs) {
          watched = new Set(pairs)
          if (isUp) told.up(watched)
        },
        close: () => (events = undefined),
      }
    },
  }

  return {
    feed,
    /** Reads, as they were asked for. */
    asked,
    /** A trade at the exchange, which watchers of its pair hear of while the stream is up. */
    trade(pair: string, price: string, at: Instant = clock.now): void {
      const trade = { pair, id: trades.length + 1, price: decimal(price), size: ONE, at }
      trades.push(trade)
      if (!isUp) return
      tell(() => {
        if (watched.has(pair)) events?.trade(trade)
        events?.pulse(clock.now, at)
      })
    },
    quote(pair: string, bid: string, ask: string): void {
      const best = { bid: decimal(bid), ask: decimal(ask), bidSize: ONE, askSize: ONE }
      books.set(pair, best)
      if (!isUp || !watched.has(pair)) return
      events?.quote({ pair, ...best, at: clock.now })
    },
    /** A message of the pair that every connection carries; the exchange's clock is ahead. */
    pulse(): void {
      const at = clock.now + SECOND / 2
      if (isUp) tell(() => events?.pulse(clock.now, at))
    },
    /** Has traded what another one has: the same exchange after a restart of the service. */
    remember: (earlier: { trades: readonly FeedTrade[] }): void =>
      void trades.push(...earlier.trades),
    trades,
    /** The connection stands, but its messages are lost until `found`. */
    lose(): void {
      isLost = true
    },
    /** Told as ten seconds of silence; messages arrive again from now on. */
    found(): void {
      isLost = false
      events?.stale(clock.now - 10_000)
    },
    /** A message without a time. */
    beat(): void {
      if (isUp) events?.pulse(clock.now)
    },
    /** The connection stalls: what it carries arrives later, at once and in order. */
    stall(): void {
      held ??= []
    },
    flow(): void {
      const messages = held
      held = undefined
      for (const message of messages ?? []) message()
    },
    connect(): void {
      isUp = true
      events?.up(watched)
    },
    drop(reason = 'the connection was lost'): void {
      isUp = false
      held = undefined
      events?.down({ reason, attempt: 1, nextTryAt: clock.now + SECOND })
    },
    setStatus(pair: string, to: FeedStatus): void {
      status.set(pair, to)
      events?.status(pair, to)
    },
    /** Lets reads fail with a sentence, or work again. */
    fail: (sentence: string | undefined): void => void (failure = sentence),
    get watched() {
      return watched
    },
  }
}

export type HandFeed = ReturnType<typeof handFeed>
