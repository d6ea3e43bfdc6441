import type { Instant } from '#contract/primitives.ts'

import { INSTRUMENTS, type Instrument, MANNERS } from './instruments.ts'
import { exp, hash, hashText, unit } from './noise.ts'
import { HALF_SPAN, type PricePath, pricePath } from './price-path.ts'
import { SWING, courseOfYears } from './regimes.ts'

/**
 * Where prices come from. Prices are whole numbers of the pair's tick and change at whole seconds;
 * every moment can be asked for, in any order.
 */
export type Market = {
  readonly instruments: readonly Instrument[]
  instrument(pair: string): Instrument | undefined
  /** There are prices from its first moment up to its last. */
  readonly span: { from: Instant; to: Instant }
  /** The last price in ticks. */
  last(pair: string, at: Instant): number
  /** The first whole second in (`after`, `until`] at which the last price is at or below `low` or at or above `high`. */
  firstOutside(
    pair: string,
    after: Instant,
    until: Instant,
    low: number,
    high: number,
  ): Instant | undefined
  /** Lowest and highest last price from `from` to `to`, both included. */
  range(pair: string, from: Instant, to: Instant): { low: number; high: number }
  /** Units of the base currency traded from `from` up to `to`. */
  volume(pair: string, from: Instant, to: Instant): number
}

const SECONDS_A_YEAR = 365 * 86_400
const HOUR = 3_600
const MINUTE = 60

export type MarketOrigin = {
  seed: number
  /** The world's first moment: the yearly course of the market counts from here. */
  firstDay: Instant
}

/** Prices stand at their level a year after the first day. */
const LEVEL_AFTER = SECONDS_A_YEAR

/** Prices as a function of the seed and the moment, the same on every machine. */
export function seededMarket({ seed, firstDay }: MarketOrigin): Market {
  const secondOf = (at: Instant): number => Math.floor((at - firstDay) / 1000)
  const instantOf = (second: number): Instant => firstDay + second * 1000
  const traded = new Map<string, Traded>()
  for (const instrument of INSTRUMENTS) {
    traded.set(instrument.pair, tradedPair(instrument, seed))
  }
  const of = (pair: string): Traded => {
    const found = traded.get(pair)
    if (!found) throw new RangeError(`no such pair: ${pair}`)
    return found
  }

  return {
    instruments: INSTRUMENTS,
    instrument: (pair) => traded.get(pair)?.instrument,
    span: { from: instantOf(-HALF_SPAN), to: instantOf(HALF_SPAN - 1) },
    last: (pair, at) => of(pair).ticksAt(of(pair).path.at(secondOf(at))),
    firstOutside(pair, after, until, low, high) {
      const { path, ticksAt, logOf } = of(pair)
      const second = path.firstOutside(
        secondOf(after),
        secondOf(until),
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
      const [a, b] = [secondOf(from), secondOf(to)]
      return { low: ticksAt(path.lowest(a, b)), high: ticksAt(path.highest(a, b)) }
    },
    volume: (pair, from, to) => of(pair).volume(secondOf(from), secondOf(to)),
  }
}

type Traded = {
  instrument: Instrument
  path: PricePath
  ticksAt: (logPrice: number) => number
  /** For narrowing a search only: results never depend on its last bits. */
  logOf: (ticks: number) => number
  volume: (from: number, to: number) => number
}

function tradedPair(instrument: Instrument, seed: number): Traded {
  const manner = MANNERS.get(instrument.pair)
  if (!manner) throw new RangeError(`no manner for ${instrument.pair}`)
  const marketSalt = hash(seed, 0x6d61, 1)
  const pairSalt = hash(seed, hashText(instrument.pair), 2)
  const share = 0.6 + manner.volatility * 0.7
  const path = pricePath({
    volatility: manner.volatility / Math.sqrt(SECONDS_A_YEAR),
    marketShare: manner.market,
    pairSalt,
    marketSalt,
    course: courseOfYears(-HALF_SPAN, HALF_SPAN, share),
    swing: SWING * share,
  })
  const anchor = path.at(LEVEL_AFTER)
  const levelTicks = manner.level * 10 ** instrument.places
  const levelLog = Math.log(levelTicks)

  return {
    instrument,
    path,
    ticksAt: (logPrice) => Math.max(1, Math.round(levelTicks * exp(logPrice - anchor))),
    logOf: (ticks) =>
      ticks <= 0 ? -Infinity : ticks === Infinity ? Infinity : Math.log(ticks) - levelLog + anchor,
    volume: (from, to) => volumeBetween(pairSalt, manner.hourlyVolume, from, to),
  }
}

/** Whole hours by one draw each, parts of an hour by its minutes: shorter stretches add up to longer ones. */
function volumeBetween(salt: number, hourly: number, from: number, to: number): number {
  let total = 0
  let at = from
  while (at < to) {
    const hour = Math.floor(at / HOUR)
    const end = Math.min(to, (hour + 1) * HOUR)
    total += hourVolume(salt, hourly, hour) * shareOfHour(salt, hour, at, end)
    at = end
  }
  return total
}

const hourVolume = (salt: number, hourly: number, hour: number): number => {
  const busy = unit(hash(salt, 0x766f, hour))
  return hourly * (0.35 + busy * busy * 2)
}

function shareOfHour(salt: number, hour: number, from: number, to: number): number {
  if (to - from === HOUR) return 1
  let whole = 0
  let part = 0
  for (let minute = hour * MINUTE; minute < (hour + 1) * MINUTE; minute++) {
    const weight = 0.5 + unit(hash(salt, 0x6d69, minute))
    const covered = Math.min(to, (minute + 1) * MINUTE) - Math.max(from, minute * MINUTE)
    whole += weight
    if (covered > 0) part += (weight * covered) / MINUTE
  }
  return part / whole
}
