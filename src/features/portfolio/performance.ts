import { type Decimal, fromNumber, multiply } from '#money/decimal.ts'
import { growthIndex, type Returns, returnsOf } from '#trading/returns.ts'
import type { ValuePoint } from '#trading/balance-flow.ts'

import { DAY, stretchOf, type Range } from './range.ts'
import type { Line } from './series.ts'

export type Performance = Returns & {
  startAt: number
  endAt: number
  /** How much growth varies over a year, in percent. */
  volatility: Decimal | undefined
  /** Percent below the highest so far, of the time-weighted index: 0 or less. */
  fall: Line
}

/** What a range comes to; `undefined` for fewer than two points. */
export function performanceOf(
  points: readonly ValuePoint[],
  range: Range,
): Performance | undefined {
  const first = points[0]
  const last = points.at(-1)
  const returns = returnsOf(points, stretchNames(range))
  if (!first || !last || !returns) return undefined
  const stretchesAYear = (365 * DAY) / stretchOf(range)
  return {
    ...returns,
    startAt: first.at,
    endAt: last.at,
    volatility:
      returns.dayVolatility &&
      multiply(returns.dayVolatility, fromNumber(Math.sqrt(stretchesAYear))),
    fall: fallOf(points),
  }
}

/**
 * Names the day or hour that an interval's end belongs to, as the ISO text of its start. One that
 * ends at midnight belongs to the day that ends there.
 */
const stretchNames = (range: Range) => {
  const length = stretchOf(range)
  let stretch: number | undefined
  let name = ''
  return (at: number): string => {
    const next = Math.floor((at - 1) / length)
    // Points come in order: most belong where the one before did.
    if (next !== stretch) name = new Date(next * length).toISOString()
    stretch = next
    return name
  }
}

function fallOf(points: readonly ValuePoint[]): Line {
  let highest = 0
  return growthIndex(points).map((value, index) => {
    highest = Math.max(highest, value)
    return {
      at: points[index]?.at ?? 0,
      value: highest > 0 ? Math.min(0, (value / highest - 1) * 100) : 0,
    }
  })
}
