import { CANDLE_LENGTHS } from '#contract/market.ts'
import type { Instant } from '#contract/primitives.ts'

import { type LiveMarket, type LiveStep, stepOf } from '../engine/market/live-market.ts'
import { ticksOf } from '../engine/market/replay-market.ts'
import type { Watched } from '../engine/watched.ts'
import { type FeedCandle, FeedFailure, type MarketFeed } from './feed.ts'

const MINUTE = 60_000
/** In milliseconds: shorter gaps are read by seconds alone. */
const SHORT = 3 * MINUTE
/** In milliseconds: candles read at once. */
const BLOCK = 500 * MINUTE
/** The finest that reaches back far enough is used: Kraken has 720 candles of each. */
const INTERVALS = ['1m', '5m', '15m', '1h', '4h', '1d'] as const

type Gap = {
  feed: MarketFeed
  market: LiveMarket
  /** Moves on with each `moveTo`. */
  from: () => Instant
  to: Instant
  /** The worlds as they are now, and the pairs whose prices are missing. */
  look: () => { watched: readonly Watched[]; gaps: readonly string[] }
  /** Lets the worlds act up to there. */
  moveTo: (at: Instant) => Promise<void>
}

/** `whole`: end of the last candle that was over; the rest is read again, or by seconds. */
type Read = { length: number; whole: Instant; candles: readonly FeedCandle[] }

/**
 * Reads the missed prices up to `to`, and lets the worlds act on them piece by piece. A stretch
 * whose candles reach no order needs only their closes. One that reaches an order, or in which
 * something is due, is read by seconds, the resolution of a world: so no course is assumed.
 */
export async function fillGap({ feed, market, from, to, look, moveTo }: Gap): Promise<void> {
  const reads = new Map<string, Read>()

  async function candlesOf(pair: string, at: Instant): Promise<Read> {
    const known = reads.get(pair)
    if (known && known.whole > at) return known
    const end = Math.min(to, at + BLOCK)
    for (const interval of INTERVALS) {
      const length = CANDLE_LENGTHS[interval]
      const begin = Math.floor(at / length) * length
      const { from: covered, candles } = await feed.candles(pair, interval, begin, end)
      if (covered > begin && interval !== '1d') continue
      const whole = Math.floor(end / length) * length
      const read = { length, whole, candles }
      reads.set(pair, read)
      return read
    }
    throw new RangeError('there is no interval')
  }

  async function bySeconds(pairs: readonly string[], begin: Instant, end: Instant): Promise<void> {
    for (const pair of pairs) {
      const rows = await feed.seconds(pair, Math.floor(begin / 1_000) * 1_000, end)
      const steps = rows.map(({ at, price }) => ({ at: stepOf(at), price }))
      market.fill(
        pair,
        begin,
        end,
        steps.filter(({ at }) => at > begin && at <= end),
      )
    }
  }

  function byCloses(pair: string, { length, candles }: Read, begin: Instant, end: Instant): void {
    const steps = candles.map(({ time, close }) => ({ at: time + length, price: close }))
    market.fill(
      pair,
      begin,
      end,
      steps.filter(({ at }) => at > begin && at <= end),
    )
  }

  /** The first candle after `begin` that reaches an order of its pair. */
  function reaching(pair: string, read: Read, watched: readonly Watched[], begin: Instant) {
    const instrument = market.market.instrument(pair)
    const orders = watched.flatMap(({ waiting }) => waiting.filter((one) => one.pair === pair))
    return read.candles.find(({ time, low, high }) => {
      if (!instrument || time + read.length <= begin) return false
      const [lowest, highest] = [ticksOf(low, instrument), ticksOf(high, instrument)]
      return orders.some((order) => lowest <= order.low || highest >= order.high)
    })
  }

  for (let at = from(); at < to; at = from()) {
    let { watched, gaps } = look()
    const isBehind = () => watched.some(({ now }) => now < Math.floor(at / 1_000) * 1_000)
    // The orders of a world are known only once it has acted on all earlier prices.
    if (isBehind()) {
      await moveTo(at)
      ;({ watched, gaps } = look())
      if (isBehind()) throw new FeedFailure('refused', 'a world cannot go on for now')
    }
    if (to - at <= SHORT) {
      await bySeconds(gaps, at, to)
      await moveTo(to)
      continue
    }
    const isTraded = (pair: string) => watched.some(({ traded }) => traded.has(pair))
    let quietTo = to
    let loudTo = to
    const due = Math.min(...watched.map(({ dueAt }) => dueAt))
    if (due <= to) {
      quietTo = Math.floor((due - 1) / MINUTE) * MINUTE
      loudTo = quietTo + MINUTE
    }
    for (const pair of gaps) {
      const read = await candlesOf(pair, at)
      quietTo = Math.min(quietTo, read.whole)
      const first = isTraded(pair) ? reaching(pair, read, watched, at) : undefined
      if (!first) continue
      quietTo = Math.min(quietTo, first.time)
      if (first.time <= at) loudTo = Math.min(loudTo, first.time + read.length)
    }
    const isQuiet = quietTo > at
    const end = isQuiet ? quietTo : Math.min(to, Math.max(loudTo, at + 1_000))
    for (const pair of gaps) {
      if (!isQuiet && isTraded(pair)) await bySeconds([pair], at, end)
      else byCloses(pair, await candlesOf(pair, at), at, end)
    }
    await moveTo(end)
  }
}

const DAY = 1_440 * MINUTE
/** Candles that indicators look back over, and the change of a day. */
const PAST = [
  ['1h', 8 * DAY],
  ['15m', 2 * DAY],
] as const

/** Adds closes of the last days at times without a known price of a pair. */
export async function readPast(
  feed: MarketFeed,
  market: LiveMarket,
  pair: string,
  to: Instant,
): Promise<void> {
  const closes = new Map<Instant, LiveStep>()
  for (const [interval, span] of PAST) {
    const length = CANDLE_LENGTHS[interval]
    const { candles } = await feed.candles(pair, interval, to - span, to)
    for (const { time, close } of candles) {
      // Indicators ask for the price of a candle's last second.
      const at = time + length - 1_000
      closes.set(at, { at, price: close })
    }
  }
  market.past(
    pair,
    [...closes.values()].toSorted((a, b) => a.at - b.at),
  )
}
