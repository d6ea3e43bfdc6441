import type { Line } from '#charts/line.ts'
import { type Decimal, fromNumber, multiply } from '#money/decimal.ts'
import { dayIn, startOfHour } from '#ui/civil-day.ts'
import type { DisplayPreferences } from '#ui/display-preferences.tsx'
import { growthIndex, type Returns, returnsOf } from '#trading/returns.ts'
import type { ValueSeries } from '#trading/balance-flow.ts'

import { DAY, stretchOf, type Range } from '../range.ts'

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
  series: ValueSeries,
  range: Range,
  zone: DisplayPreferences['timeZone'],
): Performance | undefined {
  const [startAt, endAt] = [series.at[0], series.at.at(-1)]
  const returns = returnsOf(series, stretchIn(range, zone), stretchOf(range))
  if (startAt === undefined || endAt === undefined || !returns) return undefined
  const stretchesAYear = (365 * DAY) / stretchOf(range)
  return {
    ...returns,
    startAt,
    endAt,
    volatility:
      returns.dayVolatility &&
      multiply(returns.dayVolatility, fromNumber(Math.sqrt(stretchesAYear))),
    fall: fallOf(series),
  }
}

/** Names the day of an instant, or its hour as the ISO text of where that begins. */
const stretchIn = (range: Range, zone: DisplayPreferences['timeZone']) =>
  stretchOf(range) === DAY
    ? dayIn(zone)
    : (at: number): string => new Date(startOfHour(at, zone)).toISOString()

function fallOf(series: ValueSeries): Line {
  let highest = 0
  const value = growthIndex(series).map((growth) => {
    if (Number.isNaN(growth)) return growth
    highest = Math.max(highest, growth)
    return highest > 0 ? Math.min(0, (growth / highest - 1) * 100) : 0
  })
  return { at: series.at, value }
}
