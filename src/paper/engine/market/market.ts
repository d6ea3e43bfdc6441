import * as z from 'zod/mini'

import type { Instant } from '#contract/primitives.ts'
import type { Decimal } from '#money/decimal.ts'

import { whole } from '../record-parts.ts'
import { type Instrument, type Listed, LISTED, type Listing } from './instruments.ts'
import { exp, hash, hashText } from './noise.ts'
import { type PricePath, pricePath } from './price-path.ts'
import { courseOf, drawnYears, equalYears, YEAR } from './regimes.ts'
import { untidyListings } from './untidy-listings.ts'
import { evenFlow, flowOfMoves, volumeBetween } from './volume.ts'

/** In percent, and in the quote currency. */
export type DayFigures = { day_change_percent: Decimal; quote_volume: Decimal }

/** Prices in whole ticks, changing at whole seconds; any moment can be read in any order. */
export type Market = {
  /** The exchange of these prices; all exchanges if omitted. */
  readonly exchange?: string
  /** Currency in which coins are valued first; USDT if omitted. */
  readonly quote?: string
  /** Markets of exchanges with their own prices. */
  readonly elsewhere?: ReadonlyMap<string, Market>
  readonly instruments: readonly Instrument[]
  instrument(pair: string): Instrument | undefined
  /** Prices are added as they happen: a search says nothing about the time after its end. */
  readonly grows?: true
  /** Best price in ticks where the book is known; otherwise half a spread from the last price. */
  best?(pair: string, side: 'bid' | 'ask', at: Instant): number | undefined
  /** The exchange's own figures of the last 24 hours. */
  day?(pair: string): DayFigures | undefined
  /** Moment of a pair's first price; if omitted, every moment has one. */
  begins?(pair: string): Instant | undefined
  /** In ticks. */
  last(pair: string, at: Instant): number
  /** First whole second in (`after`, `until`] with the last price ≤ `low` or ≥ `high`. */
  firstOutside(
    pair: string,
    after: Instant,
    until: Instant,
    low: number,
    high: number,
  ): Instant | undefined
  /** Lowest and highest last price in [`from`, `to`]. */
  range(pair: string, from: Instant, to: Instant): { low: number; high: number }
  /** Base units traded in [`from`, `to`). */
  volume(pair: string, from: Instant, to: Instant): number
}

/** Price algorithm that a stored world keeps. Version 1 repeats one year, with random volumes. */
export const marketVersion = z.object({ version: z.literal([1, 2]), from: whole })
export type MarketVersion = z.infer<typeof marketVersion>

export type MarketOrigin = {
  seed: number
  /** First moment of the world: years of the market count from here. */
  firstDay: Instant
  /** Each version continues from the last price of the one before. */
  market: readonly MarketVersion[]
  /** Pairs per exchange; if omitted, all have those of `instruments.ts` at the same prices. */
  listings?: keyof typeof LISTINGS | undefined
}

const LISTINGS = { untidy: untidyListings } satisfies Record<
  string,
  (firstDay: Instant) => Listing[]
>

const NEWEST = 2

export const newMarket = (firstDay: Instant): MarketVersion[] => [
  { version: NEWEST, from: firstDay },
]

/** Versions of a world that stores none. */
export const firstMarket = (firstDay: Instant): MarketVersion[] => [{ version: 1, from: firstDay }]

/** Switches a stored world to the newest version; prices up to `now` stay. */
export function upgradedMarket(
  { firstDay, market }: Pick<MarketOrigin, 'firstDay'> & { market?: readonly MarketVersion[] },
  now: Instant,
): readonly MarketVersion[] {
  const versions: readonly MarketVersion[] = market ?? firstMarket(firstDay)
  if (versions.at(-1)?.version === NEWEST) return versions
  const from = firstDay + Math.floor((now - firstDay) / 1000) * 1000
  return [...versions, { version: NEWEST, from }]
}

const LEVEL_AFTER = YEAR

/** Prices as a function of seed and moment, the same on every machine. */
export function seededMarket(origin: MarketOrigin): Market {
  if (!origin.listings) return pricedMarket(origin, LISTED)
  const listings = LISTINGS[origin.listings](origin.firstDay)
  const elsewhere = listings.map(({ exchange, listed }) => {
    return [exchange, { ...pricedMarket(origin, listed), exchange }] as const
  })
  // Without an exchange, a pair has the prices of the first that lists it.
  const all = listings.flatMap(({ listed }) => listed).toReversed()
  const first = new Map(all.map((one) => [one.instrument.pair, one]))
  return { ...pricedMarket(origin, [...first.values()]), elsewhere: new Map(elsewhere) }
}

function pricedMarket(
  { seed, firstDay, market: versions }: MarketOrigin,
  listed: readonly Listed[],
): Market {
  const secondOf = (at: Instant): number => {
    if (!Number.isFinite(at)) throw new RangeError('a price has a moment')
    return Math.floor((at - firstDay) / 1000)
  }
  const instantOf = (second: number): Instant => firstDay + second * 1000

  function marketOf(traded: ReadonlyMap<string, Traded>): Market {
    const of = (pair: string): Traded => tradedOf(traded, pair)
    /** The price stays after trading of a pair ends. */
    const secondIn = (pair: string, at: Instant): number => {
      const { ended } = of(pair).instrument
      return secondOf(ended ? Math.min(at, ended.at) : at)
    }
    return {
      instruments: listed.map(({ instrument }) => instrument),
      instrument: (pair) => traded.get(pair)?.instrument,
      last: (pair, at) => of(pair).ticksAt(of(pair).path.at(secondIn(pair, at))),
      firstOutside(pair, after, until, low, high) {
        const { path, ticksAt, logOf } = of(pair)
        const second = path.firstOutside(
          secondIn(pair, after),
          secondIn(pair, until),
          { low: logOf(low + 1), high: logOf(high - 1) },
          (log) => {
            const ticks = ticksAt(log)
            return ticks <= low || ticks >= high
          },
        )
        return second === undefined ? undefined : instantOf(second)
      },
      range(pair, from, to) {
        const { path, ticksAt } = of(pair)
        const [a, b] = [secondIn(pair, from), secondIn(pair, to)]
        return { low: ticksAt(path.lowest(a, b)), high: ticksAt(path.highest(a, b)) }
      },
      volume: (pair, from, to) => of(pair).volume(secondIn(pair, from), secondIn(pair, to)),
    }
  }

  let before: ReadonlyMap<string, Traded> | undefined
  let market: Market | undefined
  for (const { version, from } of versions) {
    const traded = new Map<string, Traded>()
    for (const one of listed) {
      const { pair } = one.instrument
      const earlier = before && tradedOf(before, pair)
      const second = secondOf(from)
      const joint = earlier && { second, level: earlier.levelAt(second) }
      traded.set(pair, tradedPair(one, seed, version, joint))
    }
    const later = marketOf(traded)
    market = market ? splicedMarket(market, later, instantOf(secondOf(from))) : later
    before = traded
  }
  if (!market) throw new RangeError('a market has a version')
  return market
}

function tradedOf(traded: ReadonlyMap<string, Traded>, pair: string): Traded {
  const found = traded.get(pair)
  if (!found) throw new RangeError(`no such pair: ${pair}`)
  return found
}

type Traded = {
  instrument: Instrument
  path: PricePath
  ticksAt: (logPrice: number) => number
  /** Narrows a search only: results never depend on its last bits. */
  logOf: (ticks: number) => number
  /** Log of price ÷ level of the pair. */
  levelAt: (second: number) => number
  volume: (from: number, to: number) => number
}

/** A second with a given log of price ÷ level of the pair. */
type Joint = { second: number; level: number }

function tradedPair(
  { instrument, manner }: Listed,
  seed: number,
  version: MarketVersion['version'],
  joint: Joint = { second: LEVEL_AFTER, level: 0 },
): Traded {
  const pairSalt = hash(seed, hashText(instrument.pair), 2)
  const volatility = manner.volatility / Math.sqrt(YEAR)
  const path = pricePath({
    volatility,
    marketShare: manner.market,
    pairSalt,
    marketSalt: hash(seed, 0x6d61, 1),
    course: courseOf(version === 1 ? equalYears : drawnYears(seed), 0.6 + manner.volatility * 0.7),
  })
  const anchor = path.at(joint.second) - joint.level
  const levelTicks = manner.level * 10 ** instrument.places
  const levelLog = Math.log(levelTicks)
  const flow = version === 1 ? evenFlow(pairSalt) : flowOfMoves(pairSalt, path, volatility)

  return {
    instrument,
    path,
    ticksAt: (logPrice) => Math.max(1, Math.round(levelTicks * exp(logPrice - anchor))),
    logOf: (ticks) =>
      ticks <= 0 ? -Infinity : ticks === Infinity ? Infinity : Math.log(ticks) - levelLog + anchor,
    levelAt: (second) => path.at(second) - anchor,
    volume: volumeBetween(manner.hourlyVolume, flow),
  }
}

const SECOND = 1_000

/** One market before a whole second, another afterwards. */
function splicedMarket(earlier: Market, later: Market, from: Instant): Market {
  const last = from - SECOND
  return {
    instruments: later.instruments,
    instrument: (pair) => later.instrument(pair),
    last: (pair, at) => (at < from ? earlier : later).last(pair, at),
    firstOutside(pair, after, until, low, high) {
      const found =
        after < last
          ? earlier.firstOutside(pair, after, Math.min(until, last), low, high)
          : undefined
      if (found !== undefined || until < from) return found
      return later.firstOutside(pair, Math.max(after, last), until, low, high)
    },
    range(pair, start, end) {
      if (end < from) return earlier.range(pair, start, end)
      if (start >= from) return later.range(pair, start, end)
      const [a, b] = [earlier.range(pair, start, last), later.range(pair, from, end)]
      return { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) }
    },
    volume(pair, start, end) {
      if (end <= from) return earlier.volume(pair, start, end)
      if (start >= from) return later.volume(pair, start, end)
      return earlier.volume(pair, start, from) + later.volume(pair, from, end)
    },
  }
}
