import type { Instant } from '#contract/primitives.ts'

import { INSTRUMENTS } from './instruments.ts'
import type { Market } from './market.ts'
import { type Steps, steppedMarket } from './stepped-market.ts'

/** Prices of one pair, each holding from its moment until the next one. */
export type Script = Readonly<Record<string, readonly (readonly [at: Instant, price: number])[]>>

/** A market whose prices are given, for scenarios. A pair without any stands at 1. */
export function scriptedMarket(script: Script, instruments = INSTRUMENTS): Market {
  const steps = new Map<string, Steps>(
    instruments.map(({ pair, places }) => {
      const prices = script[pair] ?? [[0, 1]]
      return [
        pair,
        {
          at: prices.map(([at]) => at),
          ticks: prices.map(([, price]) => Math.round(price * 10 ** places)),
        },
      ]
    }),
  )
  const stepsOf = (pair: string): Steps => {
    const found = steps.get(pair)
    if (!found) throw new RangeError(`no such pair: ${pair}`)
    return found
  }
  return steppedMarket(instruments, stepsOf, () => 1)
}
