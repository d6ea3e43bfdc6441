import type { CandleInterval } from '#contract/market.ts'
import type { Instant } from '#contract/primitives.ts'
import type { Decimal } from '#money/decimal.ts'

/**
 * Public prices of one exchange. Amounts are exact from the wire on, prices and sizes above zero.
 * Pairs are spelled `QUOTE_BASE`. Reads reject with a `FeedFailure` and nothing else.
 */
export type MarketFeed = {
  readonly name: 'binance' | 'kraken'
  /**
   * All spot pairs; unreadable rows are dropped and counted. Delisted pairs are missing, or halted
   * if the exchange still lists them.
   */
  instruments: () => Promise<FeedInstrument[]>
  /** All pairs at once, unreadable rows dropped and counted. Ask every 10 s at most. */
  tickers: () => Promise<FeedTicker[]>
  /**
   * Candles that open within `from` ≤ time < `to`; the last may be unfinished. One unreadable
   * candle rejects all, so that no price is missed in silence.
   */
  candles: (
    pair: string,
    interval: CandleInterval,
    from: Instant,
    to: Instant,
  ) => Promise<FeedCandles>
  /** Last price of each whole second with a trade within `from` ≤ time < `to`: all or a failure. */
  seconds: (pair: string, from: Instant, to: Instant) => Promise<FeedStep[]>
  /** Starts the connection and keeps it up. */
  open: (events: FeedEvents) => FeedStream
}

export type FeedStream = {
  /** Replaces the set of streamed pairs. Pairs that the exchange does not know are ignored. */
  watch: (pairs: ReadonlySet<string>) => void
  /** Ends the connection; no event follows. */
  close: () => void
}

/** Called one after another; a trade or quote of a pair that is not watched never arrives. */
export type FeedEvents = {
  /** Each trade once, by ascending id and time. Trades missed while down are not repeated here. */
  trade: (trade: FeedTrade) => void
  quote: (quote: FeedQuote) => void
  /** Status of a watched pair changed; checked about once a minute. */
  status: (pair: string, status: FeedStatus) => void
  /**
   * A data message or heartbeat arrived, watched or not, after its trades were passed on. `at` is
   * this machine's clock, `exchangeTime` the message's own time if it has one.
   */
  pulse: (at: Instant, exchangeTime?: Instant) => void
  /**
   * All watched pairs that stream from now on: called after connecting, and after each `watch` once
   * the exchange has confirmed. Trades before that moment may be missing.
   */
  up: (pairs: ReadonlySet<string>) => void
  /** Connected, but no data message since `since`, 10 s ago. The next `pulse` ends it. */
  stale: (since: Instant) => void
  /** The connection is lost and no pair streams; also each failed attempt to connect again. */
  down: (outage: FeedOutage) => void
  /** Dropped messages and rows so far, with a sentence about the latest. At most once a minute. */
  unreadable: (count: number, sentence: string) => void
}

/** `reason` is part of a sentence, such as “no data for 20 s”. */
export type FeedOutage = { reason: string; attempt: number; nextTryAt: Instant }

/** Only `trading` takes orders; `delisted`: the exchange no longer lists the pair. */
export type FeedStatus = 'trading' | 'halted' | 'delisted'

export type FeedInstrument = {
  pair: string
  base: string
  quote: string
  /** Step of prices. */
  tick: Decimal
  /** Step of sizes in base units, and their minimum. */
  lot: Decimal
  minSize: Decimal
  /** In quote units; zero if the exchange has no such rule. */
  minTotal: Decimal
  status: FeedStatus
}

export type FeedTicker = {
  pair: string
  last: Decimal
  /** Price 24 h ago; Kraken gives that of midnight UTC. */
  open: Decimal
  /** In quote units over 24 h. Kraken: base volume times average price. */
  quoteVolume: Decimal
} & FeedBook

/** Ascending. `from` is the earliest time covered: later than asked if the exchange has no more. */
export type FeedCandles = { from: Instant; candles: FeedCandle[] }

/** `time` is the opening; `volume` in base units. An interval without a trade may be missing. */
export type FeedCandle = {
  time: Instant
  open: Decimal
  high: Decimal
  low: Decimal
  close: Decimal
  volume: Decimal
}

export type FeedStep = { at: Instant; price: Decimal }

/** `at` is the exchange's time of the trade in ms; `id` ascends per pair. */
export type FeedTrade = { pair: string; id: number; price: Decimal; size: Decimal; at: Instant }

/** Best prices. `at` is the exchange's time, or this machine's if the message has none. */
export type FeedQuote = { pair: string; at: Instant } & FeedBook

/** A side of the book that is empty has neither price nor size: nothing can be traded there. */
export type FeedBook = { bid?: Decimal; ask?: Decimal; bidSize?: Decimal; askSize?: Decimal }

/** A read that gave nothing. `retryAt` is set while the exchange wants no requests. */
export class FeedFailure extends Error {
  override name = 'FeedFailure'
  readonly kind: 'unreachable' | 'limited' | 'refused' | 'unreadable'
  readonly retryAt: Instant | undefined
  constructor(kind: FeedFailure['kind'], message: string, retryAt?: Instant) {
    super(message)
    this.kind = kind
    this.retryAt = retryAt
  }
}

/** Time and chance of a feed; `after` returns a function that cancels. */
export type FeedClock = {
  now: () => Instant
  after: (milliseconds: number, run: () => void) => () => void
  random: () => number
}

/** Addresses in place of the exchange's own: https and wss, or http and ws on loopback. */
export type FeedAddresses = { http?: string; ws?: string }
