import type { Instant } from '#contract/primitives.ts'

import { INSTRUMENTS, type Instrument } from './instruments.ts'
import type { Market } from './market.ts'

/** Prices of one pair, each holding from its moment until the next one. */
export type Script = Readonly<Record<string, readonly (readonly [at: Instant, price: number])[]>>

/** A market whose prices are given: for scenarios, and for candles that are played again. */
export function scriptedMarket(script: Script, instruments = INSTRUMENTS): Market {
  const of = (pair: string): Instrument => {
    const found = instruments.find((instrument) => instrument.pair === pair)
    if (!found) throw new RangeError(`no such pair: ${pair}`)
    return found
  }
  const steps = (pair: string): readonly (readonly [Instant, number])[] => {
    const { places } = of(pair)
    return (script[pair] ?? [[0, 1]]).map(([at, price]) => [at, Math.round(price * 10 ** places)])
  }
  const last = (pair: string, at: Instant): number => {
    const known = steps(pair)
    const passed = known.findLast(([from]) => from <= at) ?? known[0]
    return passed?.[1] ?? 1
  }
  const between = (pair: string, after: Instant, until: Instant): readonly [Instant, number][] =>
    steps(pair)
      .filter(([at]) => at > after && at <= until)
      .map(([at, ticks]) => [at, ticks])

  return {
    instruments,
    instrument: (pair) => instruments.find((instrument) => instrument.pair === pair),
    last,
    firstOutside(pair, after, until, low, high) {
      const next = after + 1_000
      if (next <= until) {
        const ticks = last(pair, next)
        if (ticks <= low || ticks >= high) return next
      }
      return between(pair, after, until).find(([, ticks]) => ticks <= low || ticks >= high)?.[0]
    },
    range(pair, from, to) {
      const all = [last(pair, from), ...between(pair, from, to).map(([, ticks]) => ticks)]
      return { low: Math.min(...all), high: Math.max(...all) }
    },
    volume: () => 1,
  }
}
