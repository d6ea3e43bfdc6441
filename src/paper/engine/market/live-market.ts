import * as z from 'zod/mini'

import type { Instant } from '#contract/primitives.ts'
import type { Decimal } from '#money/decimal.ts'

import { amount, text, whole } from '../record-parts.ts'
import type { Instrument } from './instruments.ts'
import type { DayFigures, Market } from './market.ts'
import { countUpTo, steppedMarket, ticksOf } from './replay-market.ts'

const SECOND = 1_000
/** In milliseconds: the grid of account values, and of prices that are kept for good. */
export const KEPT_EVERY = 300_000
/** In milliseconds: older prices are kept by the hour. */
export const KEPT_HOURS_AFTER = 60 * 86_400_000
const HOUR = 3_600_000

/** A listed pair as it is stored, so that a start without network knows it. */
export const listedShape = z.object({
  pair: text,
  base: text,
  quote: text,
  tick: amount,
  places: whole,
  lot: amount,
  minTotal: amount,
  fee: amount,
  maxLeverage: whole,
  halfSpread: whole,
  depth: z.nullable(amount),
  impact: amount,
  ended: z.optional(z.object({ at: whole, by: z.enum(['halt', 'delisting']) })),
})

export type LiveStep = { at: Instant; price: Decimal }

export type LiveMarket = ReturnType<typeof liveMarket>

/** In ticks; 0 where nothing is offered, or the book is unknown. */
type Quotes = { at: Instant[]; bid: number[]; ask: number[] }
/** A side that is empty has no price. */
type Best = { bid?: Decimal | undefined; ask?: Decimal | undefined }

/** The step that a trade belongs to: a second's last price counts from the end of that second. */
export const stepOf = (at: Instant): Instant => (Math.floor(at / SECOND) + 1) * SECOND

/**
 * A market whose prices are added as an exchange reports them, in whole ticks at whole seconds. An
 * order is reached by trades alone: a price that merely stands still reaches nothing.
 */
export function liveMarket(quote: string) {
  const instruments = new Map<string, Instrument>()
  const steps = new Map<string, { at: Instant[]; ticks: number[] }>()
  const quotes = new Map<string, Quotes>()
  /** Half of the last known distance of ask and bid, in ticks. */
  const halfSpreads = new Map<string, number>()
  const days = new Map<string, DayFigures>()
  /** Moment from which a pair's prices only pass. */
  const passing = new Map<string, Instant>()

  const stepsOf = (pair: string) => entryOf(steps, pair, () => ({ at: [], ticks: [] }))
  const quotesOf = (pair: string) => entryOf(quotes, pair, () => ({ at: [], bid: [], ask: [] }))
  /** A pair counts once it has a price. */
  const isPriced = (pair: string): boolean => (steps.get(pair)?.at.length ?? 0) > 0
  /** Zero if there are too many to be exact. */
  const inTicks = (pair: string, price: Decimal): number => {
    const instrument = instruments.get(pair)
    if (!instrument) throw new RangeError(`no such pair: ${pair}`)
    const ticks = ticksOf(price, instrument)
    return Number.isSafeInteger(ticks) ? ticks : 0
  }

  const market: Market = {
    ...steppedMarket([], stepsOf, () => 0),
    grows: true,
    quote,
    get instruments() {
      return [...instruments.values()].filter(({ pair }) => isPriced(pair))
    },
    instrument: (pair) => (isPriced(pair) ? instruments.get(pair) : undefined),
    firstOutside(pair, after, until, low, high) {
      const { at, ticks } = stepsOf(pair)
      for (let index = countUpTo(at, after); index < at.length; index++) {
        const [moment = Infinity, price = 0] = [at[index], ticks[index]]
        if (moment > until) return undefined
        if (price <= low || price >= high) return moment
      }
      return undefined
    },
    best(pair, side, at) {
      const known = quotesOf(pair)
      const index = countUpTo(known.at, at) - 1
      const [bid = 0, ask = 0] = [known.bid[index], known.ask[index]]
      const [last, half] = [market.last(pair, at), halfSpreads.get(pair) ?? 0]
      // An unknown price lies half a spread from the last trade, and never beyond the other side.
      if (side === 'ask') return ask > 0 ? ask : Math.max(last + half, bid)
      return bid > 0 ? bid : Math.max(1, Math.min(last - half, ask > 0 ? ask : last))
    },
    day: (pair) => days.get(pair),
    begins: (pair) => stepsOf(pair).at[0],
  }

  return {
    market,
    /** Lists a pair, or changes what may change of a listed one: its tick stays until a restart. */
    list(instrument: Instrument): void {
      const known = instruments.get(instrument.pair)
      const { ended, depth } = instrument
      if (!known) instruments.set(instrument.pair, instrument)
      else if (ended) Object.assign(known, { depth, ended: known.ended ?? ended })
      else {
        known.depth = depth
        delete known.ended
      }
    },
    isListed: (pair: string): boolean => instruments.has(pair),
    setDay: (pair: string, figures: DayFigures): void => void days.set(pair, figures),
    /** Adds the price of a moment, unless a later one is known; the last of a second counts. */
    add(pair: string, step: LiveStep): void {
      passing.delete(pair)
      const { at, ticks } = stepsOf(pair)
      const last = at.at(-1) ?? -Infinity
      const price = inTicks(pair, step.price)
      if (step.at < last || price === 0) return
      if (step.at > last) at.push(step.at)
      ticks[at.length - 1] = price
    },
    /** Adds a price on which no world acts: of several in a row, the latest two are kept. */
    pass(pair: string, step: LiveStep): void {
      const { at, ticks } = stepsOf(pair)
      const from = passing.get(pair) ?? step.at
      const begin = countUpTo(at, from - 1)
      const surplus = Math.max(0, at.length - begin - 1)
      for (const rows of [at, ticks]) rows.splice(begin, surplus)
      this.add(pair, step)
      passing.set(pair, from)
    },
    /** Replaces all prices in (`from`, `to`]. A pair that had a price keeps one. */
    fill(pair: string, from: Instant, to: Instant, rows: readonly LiveStep[]): void {
      passing.delete(pair)
      const { at, ticks } = stepsOf(pair)
      const [first = Infinity, price = 0] = [at[0], ticks[0]]
      if (first > from && first <= to) {
        at.unshift(from)
        ticks.unshift(price)
      }
      const [begin, end] = [countUpTo(at, from), countUpTo(at, to)]
      const exact = rows.filter(({ price }) => inTicks(pair, price) > 0)
      at.splice(begin, end - begin, ...exact.map((row) => row.at))
      ticks.splice(begin, end - begin, ...exact.map(({ price }) => inTicks(pair, price)))
    },
    /** Adds those of ascending prices before the last known one that have none since the row before. */
    past(pair: string, rows: readonly LiveStep[]): void {
      const { at, ticks } = stepsOf(pair)
      const last = at.at(-1) ?? Infinity
      const isMissing = (row: LiveStep, index: number): boolean =>
        row.at < last &&
        inTicks(pair, row.price) > 0 &&
        countUpTo(at, row.at) === countUpTo(at, rows[index - 1]?.at ?? -Infinity)
      for (const { at: moment, price } of rows.filter(isMissing)) {
        const index = countUpTo(at, moment)
        at.splice(index, 0, moment)
        ticks.splice(index, 0, inTicks(pair, price))
      }
    },
    /** Keeps how far apart bid and ask are, for moments at which the book is unknown. */
    spread(pair: string, { bid, ask }: Best): void {
      const [low, high] = [bid ? inTicks(pair, bid) : 0, ask ? inTicks(pair, ask) : 0]
      if (low > 0 && high > 0) halfSpreads.set(pair, Math.ceil((high - low) / 2))
    },
    /** Best prices from a moment on; without them the spread lies around the last trade. */
    quote(pair: string, at: Instant, best: Best = {}): void {
      this.spread(pair, best)
      const known = quotesOf(pair)
      if (at < (known.at.at(-1) ?? -Infinity)) return
      if (known.at.at(-1) !== at) known.at.push(at)
      const index = known.at.length - 1
      known.bid[index] = best.bid ? inTicks(pair, best.bid) : 0
      known.ask[index] = best.ask ? inTicks(pair, best.ask) : 0
    },
    forgetQuotes: (pair: string): void => void quotes.delete(pair),
    /** The best prices of all pairs are unknown from `at` on. */
    endQuotes(at: Instant): void {
      for (const pair of quotes.keys()) this.quote(pair, at)
    },
    /** Prices in (`from`, `to`], as they are stored. */
    stepsIn(pair: string, from: Instant, to: Instant): { at: Instant; ticks: number }[] {
      const known = stepsOf(pair)
      const [begin, end] = [countUpTo(known.at, from), countUpTo(known.at, to)]
      return known.at.slice(begin, end).map((at, index) => {
        return { at, ticks: known.ticks[begin + index] ?? 0 }
      })
    },
    lastAt: (pair: string): Instant | undefined => stepsOf(pair).at.at(-1),
    /**
     * Keeps, before a moment, the last price of each five minutes, after 60 days of each hour, and
     * of best prices those of `reached`, where the worlds are.
     */
    thin(before: Instant, reached: Instant): void {
      for (const known of steps.values()) {
        const isKept = (at: Instant, index: number): boolean => {
          const next = known.at[index + 1] ?? Infinity
          const every = at > reached - KEPT_HOURS_AFTER ? KEPT_EVERY : HOUR
          return at >= before || Math.ceil(next / every) > Math.ceil(at / every)
        }
        known.ticks = known.ticks.filter((_, index) => isKept(known.at[index] ?? 0, index))
        known.at = known.at.filter(isKept)
      }
      for (const known of quotes.values()) {
        const drop = Math.max(0, countUpTo(known.at, reached) - 1)
        for (const rows of [known.at, known.bid, known.ask]) rows.splice(0, drop)
      }
    },
  }
}

function entryOf<V>(entries: Map<string, V>, key: string, make: () => V): V {
  const known = entries.get(key) ?? make()
  entries.set(key, known)
  return known
}
