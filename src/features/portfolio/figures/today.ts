import { lastIndexUntil } from '#charts/line.ts'
import { seriesFrom, type Unit } from '#trading/balance-flow.ts'
import type { DisplayPreferences } from '#ui/display-preferences.tsx'

import type { Series } from '../chart/series.ts'
import { type Performance, performanceOf } from './performance.ts'

/** What today brought, or why that is not known. */
export type Today =
  | { performance: Performance; why?: undefined }
  | { performance?: undefined; why: 'not loaded' | 'no flows' | 'no start' | 'no point' }

/**
 * From the last point until midnight on. Points at which nothing was there yet are left out but for
 * the last: that one stands for those before it.
 */
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
