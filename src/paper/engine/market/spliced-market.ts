import type { Instant } from '#contract/primitives.ts'

import type { Market } from './market.ts'

const SECOND = 1_000

/** One market before a whole second, another from then on. */
export function splicedMarket(earlier: Market, later: Market, from: Instant): Market {
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
