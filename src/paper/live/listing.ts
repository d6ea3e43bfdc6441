import type { Instant } from '#contract/primitives.ts'
import {
  type Decimal,
  decimal,
  divide,
  HUNDRED,
  larger,
  multiply,
  placesOf,
  round,
  roundToStep,
  subtract,
} from '#money/decimal.ts'

import { type Instrument, unitOf } from '../engine/market/instruments.ts'
import { LIVE_EXCHANGES } from '../engine/market/live-exchanges.ts'
import type { LiveMarket } from '../engine/market/live-market.ts'
import type { FeedInstrument, FeedTicker, MarketFeed } from './feed.ts'

/** Hours of a day times the seconds of depth of the paper market (`engine/market/README.md`). */
const DEPTHS_OF_A_DAY = decimal(String(24 * 600))
/** Impact of an order for the depth of a second, at a yearly volatility of 0.7 (our choice). */
const IMPACT = decimal('0.0007')
const PLACES = 8

/** `isFree`: the pair takes its prices from here, as no world acts on it. */
type Taking = { at: Instant; isFree: (pair: string) => boolean }

/** Lists all pairs of the exchange. One that it names no more is delisted from `at` on. */
export async function readListing(
  feed: MarketFeed,
  market: LiveMarket,
  taking: Taking,
): Promise<void> {
  const { at } = taking
  const { fee } = LIVE_EXCHANGES[feed.name]
  const [listed, tickers] = await Promise.all([feed.instruments(), feed.tickers()])
  const tickerOf = new Map(tickers.map((ticker) => [ticker.pair, ticker]))
  for (const one of listed) market.list(instrumentOf(one, tickerOf.get(one.pair), fee, at))
  const named = new Set(listed.map(({ pair }) => pair))
  for (const known of market.market.instruments) {
    if (!named.has(known.pair)) market.list({ ...known, ended: { at, by: 'delisting' } })
  }
  takeTickers(market, tickers, taking)
}

function instrumentOf(
  { pair, base, quote, tick, lot, minSize, minTotal, status }: FeedInstrument,
  ticker: FeedTicker | undefined,
  fee: Decimal,
  at: Instant,
): Instrument {
  const places = placesOf(tick)
  const smallest = ticker ? multiply(minSize, ticker.last) : minTotal
  const volume = ticker && divide(ticker.quoteVolume, ticker.last, PLACES, 'up')
  return {
    pair,
    base,
    quote,
    // A tick that is no power of ten counts as its last place.
    tick: decimal(unitOf(places)),
    places,
    lot,
    minTotal: larger(minTotal, round(smallest, PLACES, 'up')),
    fee,
    maxLeverage: 1,
    halfSpread: 0,
    impact: IMPACT,
    depth: volume
      ? larger(lot, roundToStep(divide(volume, DEPTHS_OF_A_DAY, PLACES * 2, 'up'), lot, 'up'))
      : null,
    ...(status !== 'trading' && {
      ended: { at, by: status === 'halted' ? ('halt' as const) : ('delisting' as const) },
    }),
  }
}

/** Takes the figures of the day of all pairs, and the prices of those that are free for it. */
export async function readTickers(
  feed: MarketFeed,
  market: LiveMarket,
  taking: Taking,
): Promise<void> {
  takeTickers(market, await feed.tickers(), taking)
}

function takeTickers(
  market: LiveMarket,
  tickers: readonly FeedTicker[],
  { at, isFree }: Taking,
): void {
  for (const { pair, last, open, quoteVolume, bid, ask } of tickers) {
    if (!market.isListed(pair)) continue
    const change = divide(multiply(subtract(last, open), HUNDRED), open, 3, 'half-even')
    market.setDay(pair, {
      day_change_percent: change,
      quote_volume: round(quoteVolume, 2, 'half-even'),
    })
    market.spread(pair, { bid, ask })
    if (!isFree(pair)) continue
    market.pass(pair, { at, price: last })
    market.quote(pair, at, { bid, ask })
  }
}
