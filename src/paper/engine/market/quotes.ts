import { type CandleEntity, type MarketPairEntity, MAX_CANDLES } from '#contract/market.ts'
import type { Instant } from '#contract/primitives.ts'
import { type Decimal, decimal, fromNumber, ONE, round } from '#money/decimal.ts'
import { DAILY_INTEREST } from '#trading/borrowing.ts'
import { DOLLARS } from '#trading/dollars.ts'
import { dailyFunding, FUNDING_HOURS, fundingRateOf } from '#trading/funding.ts'

import { type Instrument, QUOTE } from './instruments.ts'
import type { DayFigures, Market } from './market.ts'

const DAY = 86_400_000

export function priceOf({ places }: Instrument, ticks: number): Decimal {
  const digits = String(ticks).padStart(places + 1, '0')
  const point = digits.length - places
  return decimal(places === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`)
}

/** The instrument of a pair with a price at a moment: a delisted one has none. */
export function pricedAt(market: Market, pair: string, at: Instant): Instrument | undefined {
  const instrument = market.instrument(pair)
  const { ended } = instrument ?? {}
  return ended?.by === 'delisting' && ended.at <= at ? undefined : instrument
}

/** The priced pair that values a currency in dollars. */
export const dollarPair = (market: Market, currency: string, at: Instant): Instrument | undefined =>
  [market.quote ?? QUOTE, ...DOLLARS]
    .map((quote) => pricedAt(market, `${quote}_${currency}`, at))
    .find((instrument) => instrument !== undefined)

/** Dollars per unit of a currency; `undefined` without a price. */
export function dollarsPer(market: Market, currency: string, at: Instant): Decimal | undefined {
  if (DOLLARS.has(currency)) return ONE
  const instrument = dollarPair(market, currency, at)
  return instrument && priceOf(instrument, market.last(instrument.pair, at))
}

export type Side = 'buy' | 'sell'
export type PriceType = 'bid' | 'ask' | 'last'

/** Distance of a kind of price from the last price, in ticks. */
export const offsetOf = ({ halfSpread }: Instrument, type: PriceType): number =>
  type === 'last' ? 0 : type === 'ask' ? halfSpread : -halfSpread

export function quoted(
  market: Market,
  instrument: Instrument,
  type: PriceType,
  at: Instant,
): Decimal {
  const { pair } = instrument
  const best = type === 'last' ? undefined : market.best?.(pair, type, at)
  return priceOf(
    instrument,
    best ?? Math.max(1, market.last(pair, at) + offsetOf(instrument, type)),
  )
}

/** Current prices, 24-hour change in percent, and the day's volume in the quote currency. */
export function dayFigures(market: Market, instrument: Instrument, at: Instant) {
  return {
    bid: quoted(market, instrument, 'bid', at),
    ask: quoted(market, instrument, 'ask', at),
    last: priceOf(instrument, market.last(instrument.pair, at)),
    ...(market.day?.(instrument.pair) ?? pastDay(market, instrument, at)),
  }
}

function pastDay(market: Market, { pair, places }: Instrument, at: Instant): DayFigures {
  const now = market.last(pair, at)
  const before = market.last(pair, at - DAY)
  const volume = market.volume(pair, at - DAY, at) * (now / 10 ** places)
  return {
    day_change_percent: round(fromNumber((now / before - 1) * 100), 3, 'half-even'),
    quote_volume: round(fromNumber(volume), 2, 'half-even'),
  }
}

export function marketQuotes(
  market: Market,
  instrument: Instrument,
  at: Instant,
): Omit<MarketPairEntity, 'exchange'> {
  return {
    ...dayFigures(market, instrument, at),
    pair: instrument.pair,
    tick: instrument.tick,
    lot: instrument.lot,
    min_total: instrument.minTotal,
    max_leverage: instrument.maxLeverage,
    daily_interest: DAILY_INTEREST,
    daily_funding: dailyFunding(fundingRate(market, instrument.pair, at)),
    ...(instrument.depth && { depth: instrument.depth, impact: instrument.impact }),
  }
}

/** Candles that begin in [`from`, `to`], aligned to UTC. The current one ends `now`. */
export function candlesOf(
  market: Market,
  instrument: Instrument,
  interval: number,
  span: { from: Instant; to: Instant; now: Instant; most: number },
): CandleEntity[] {
  const first = Math.ceil(span.from / interval) * interval
  const candles: CandleEntity[] = []
  const last = Math.min(span.to, span.now)
  for (let time = first; time <= last && candles.length < span.most; time += interval) {
    const end = Math.min(time + interval - 1_000, span.now)
    candles.push(keptCandle(market, instrument, time, end))
  }
  return candles
}

/** Six answers of maximum length. */
const MAX_KEPT_CANDLES = 6 * MAX_CANDLES
const keptCandles = new WeakMap<Market, Map<string, CandleEntity>>()

/** Calculates a candle once, unless its prices may still be filled in. */
function keptCandle(market: Market, instrument: Instrument, time: Instant, end: Instant) {
  if (market.grows) return candleOf(market, instrument, time, end)
  const kept = keptCandles.get(market) ?? new Map<string, CandleEntity>()
  keptCandles.set(market, kept)
  const key = `${instrument.pair} ${time} ${end}`
  const found = kept.get(key)
  if (found) return found
  const candle = candleOf(market, instrument, time, end)
  const [oldest = ''] = kept.keys()
  if (kept.size >= MAX_KEPT_CANDLES) kept.delete(oldest)
  kept.set(key, candle)
  return candle
}

function candleOf(market: Market, instrument: Instrument, time: Instant, end: Instant) {
  const { pair } = instrument
  const { low, high } = market.range(pair, time, end)
  return {
    time,
    open: priceOf(instrument, market.last(pair, time)),
    high: priceOf(instrument, high),
    low: priceOf(instrument, low),
    close: priceOf(instrument, market.last(pair, end)),
    volume: round(fromNumber(market.volume(pair, time, end + 1_000)), 8, 'half-even'),
  }
}

const HOUR = 3_600_000

/** Funding rate of a pair: a function of nine prices only. */
export function fundingRate(market: Market, pair: string, at: Instant): Decimal {
  const ticksAt = (hoursAgo: number): Decimal =>
    decimal(String(market.last(pair, at - hoursAgo * HOUR)))
  const before = Array.from({ length: FUNDING_HOURS }, (_, index) => ticksAt(index + 1))
  return fundingRateOf(ticksAt(0), before)
}
