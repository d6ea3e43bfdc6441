import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { useService } from '#query/service.tsx'
import type { Unit } from '#trading/balance-flow.ts'

import { type Performance, performanceOf } from './performance.ts'
import { balanceHistoryOf } from './queries.ts'
import { dayStart, type Range, rangeStart } from './range.ts'
import { type Answer, readSeries, returnOfOther, type Series, upToNow } from './series.ts'

/** What is known of a scope's past: the chosen range led up to now, and today by itself. */
export function useBalanceHistory(scope: string, range: Range, unit: Unit) {
  const { clock } = useService()
  const now = clock.now()
  const whole = useQuery({
    ...balanceHistoryOf(scope, rangeStart(range, now)),
    placeholderData: keepPreviousData,
  })
  const recent = useQuery({
    ...balanceHistoryOf(scope, rangeStart('24h', now)),
    placeholderData: keepPreviousData,
  })
  const midnight = dayStart(now)
  const series = useMemo(() => seriesOf(whole.data, recent.data), [whole.data, recent.data])
  const figures = useMemo(
    () =>
      series && {
        performance: performanceOf(series[unit], range),
        otherReturn: returnOfOther(series, unit),
      },
    [series, unit, range],
  )
  const today = useMemo(
    () => todayOf(recent.data, series, unit, midnight),
    [recent.data, series, unit, midnight],
  )
  return { query: whole, series, ...figures, today }
}

export type BalanceHistory = ReturnType<typeof useBalanceHistory>

function seriesOf(whole: Answer | undefined, recent: Answer | undefined): Series | undefined {
  if (!whole) return undefined
  const series = readSeries(whole)
  return recent ? upToNow(series, readSeries(recent, series.reading)) : series
}

/** From the last point of yesterday on; unknown when the recent points do not reach back to it. */
function todayOf(
  recent: Answer | undefined,
  series: Series | undefined,
  unit: Unit,
  midnight: number,
): Performance | undefined {
  if (!recent || !series) return undefined
  const { hasFlows, [unit]: points } = readSeries(recent, series.reading)
  const start = points.findLastIndex(({ at }) => at <= midnight)
  return start < 0 || !hasFlows ? undefined : performanceOf(points.slice(start), '24h')
}
