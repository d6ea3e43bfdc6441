import { lastIndexUntil, type Line } from '#charts/line.ts'
import { type Decimal, fromNumber, multiply } from '#money/decimal.ts'
import { seriesFrom, type Unit, type ValueSeries } from '#trading/balance-flow.ts'
import { growthIndex, type Returns, returnsOf } from '#trading/returns.ts'
import { dayIn, startOfHour } from '#ui/civil-day.ts'
import type { DisplayPreferences } from '#ui/display-preferences.tsx'

import type { Series } from '../chart/series.ts'
import { DAY, type Range, stretchOf } from '../range.ts'

export type Performance = Returns & {
  startAt: number
  endAt: number
  /** Standard deviation of growth per year, in percent. */
  volatility: Decimal | undefined
  /** Percent below the high so far, of the time-weighted index; 0 or less. */
  fall: Line
}

/** Figures of a range, by days in the reader's time zone; `undefined` for fewer than two points. */
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

/** Today's profit, or the reason that it is unknown. */
export type Today =
  | { performance: Performance; why?: undefined }
  | { performance?: undefined; why: 'not loaded' | 'no flows' | 'no start' | 'no point' }

/** From the last point before midnight, or the first one if nothing was held then. */
export function todayOf(
  recent: Series | undefined,
  unit: Unit,
  { midnight, timeZone }: { midnight: number; timeZone: DisplayPreferences['timeZone'] },
): Today {
  if (!recent) return { why: 'not loaded' }
  const { hasFlows, [unit]: series } = recent
  if (!hasFlows[unit]) return { why: 'no flows' }
  const found = lastIndexUntil(series.at, midnight)
  const start = found < 0 && series.value[0] === 0 ? 0 : found
  if (start < 0) return { why: 'no start' }
  const performance = performanceOf(seriesFrom(series, start), '24h', timeZone)
  return performance ? { performance } : { why: 'no point' }
}
