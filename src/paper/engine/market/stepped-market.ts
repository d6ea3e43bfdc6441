import type { Instant } from '#contract/primitives.ts'

import type { Instrument } from './instruments.ts'
import type { Market } from './market.ts'

/** One pair's prices: each holds from its moment, a whole second, until the next one. */
export type Steps = { at: readonly Instant[]; ticks: readonly number[] }

/** A market whose prices are known step by step; before the first step its price holds already. */
export function steppedMarket(
  instruments: readonly Instrument[],
  stepsOf: (pair: string) => Steps,
  volume: Market['volume'],
): Market {
  const last = (pair: string, at: Instant): number => {
    const { at: moments, ticks } = stepsOf(pair)
    return ticks[Math.max(0, countUpTo(moments, at) - 1)] ?? 1
  }
  return {
    instruments,
    instrument: (pair) => instruments.find((instrument) => instrument.pair === pair),
    last,
    firstOutside(pair, after, until, low, high) {
      const isOutside = (ticks: number): boolean => ticks <= low || ticks >= high
      const next = after + 1_000
      if (next > until) return undefined
      if (isOutside(last(pair, next))) return next
      const { at: moments, ticks } = stepsOf(pair)
      for (let i = countUpTo(moments, after); i < moments.length; i++) {
        const moment = moments[i] ?? Infinity
        if (moment > until) return undefined
        if (isOutside(ticks[i] ?? 1)) return moment
      }
      return undefined
    },
    range(pair, from, to) {
      const { at: moments, ticks } = stepsOf(pair)
      const within = ticks.slice(countUpTo(moments, from), countUpTo(moments, to))
      const first = last(pair, from)
      return {
        low: within.reduce((low, price) => Math.min(low, price), first),
        high: within.reduce((high, price) => Math.max(high, price), first),
      }
    },
    volume,
  }
}

/** How many of these ascending moments are not after `at`. */
export function countUpTo(moments: readonly Instant[], at: Instant): number {
  let low = 0
  let high = moments.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((moments[middle] ?? Infinity) <= at) low = middle + 1
    else high = middle
  }
  return low
}
