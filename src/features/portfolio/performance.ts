import { type Decimal, fromNumber, multiply } from '#money/decimal.ts'
import { dayIn, startOfHour } from '#ui/civil-day.ts'
import type { Reading } from '#ui/reading.tsx'
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

/** What a range comes to, by days of the reader's zone; `undefined` for fewer than two points. */
export function performanceOf(
  points: readonly ValuePoint[],
  range: Range,
  zone: Reading['timeZone'],
): Performance | undefined {
  const first = points[0]
  const last = points.at(-1)
  const returns = returnsOf(points, stretchIn(range, zone))
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

/** Names the day of an instant, or its hour as the ISO text of where that begins. */
const stretchIn = (range: Range, zone: Reading['timeZone']) =>
  stretchOf(range) === DAY
    ? dayIn(zone)
    : (at: number): string => new Date(startOfHour(at, zone)).toISOString()

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
