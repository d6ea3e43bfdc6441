import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { type Decimal, toNumber } from '#money/decimal.ts'
import { useService } from '#query/service.tsx'
import { useConnection, useSettings } from '#session/use-session.ts'
import { lastIndexUntil } from '#charts/line.ts'
import { type Reading, useReading } from '#ui/reading.tsx'
import {
  type BalanceColumns,
  type DepositReading,
  seriesFrom,
  type Unit,
} from '#trading/balance-flow.ts'

import { type Performance, performanceOf } from '../figures/performance.ts'
import { balanceHistoryOf } from '../queries.ts'
import {
  midnightBefore,
  type Range,
  rangeBefore,
  rangeEnd,
  rangeStart,
  recentStart,
} from '../range.ts'
import { readSeries, returnOfOther, type Series, upToNow, withNow } from './series.ts'

/** What everything is worth, by the balances. */
export type Worth = Record<Unit, Decimal>

/**
 * What is known of a scope's past: the chosen range, led up to now unless it ended before, and today
 * by itself.
 */
export function useBalanceHistory(
  scope: string,
  range: Range,
  unit: Unit,
  worth: Worth | undefined,
) {
  const { clock } = useService()
  const { timeZone } = useReading()
  const now = clock.now()
  const end = rangeEnd(range)
  const reading = useChosenReading()
  const whole = useQuery({
    ...balanceHistoryOf(scope, rangeStart(range, now), end),
    placeholderData: keepPreviousData,
  })
  const recent = useQuery({
    ...balanceHistoryOf(scope, recentStart(now, timeZone)),
    placeholderData: keepPreviousData,
  })
  const midnight = midnightBefore(now, timeZone)
  const isOver = end !== undefined && end < now
  // Balances are read more often: while they stay what they were, nothing is made anew of them.
  const readAt = Math.max(whole.dataUpdatedAt, recent.dataUpdatedAt) + (clock.offset() ?? 0)
  const series = useMemo(() => {
    const read = seriesOf(whole.data, isOver ? undefined : recent.data, reading)
    if (isOver || !worth || !read) return read
    return withNow(read, { at: readAt, usd: toNumber(worth.usd), btc: toNumber(worth.btc) })
  }, [whole.data, recent.data, isOver, worth, readAt, reading])
  const figures = useMemo(
    () =>
      series && {
        performance: performanceOf(series[unit], range, timeZone),
        otherReturn: returnOfOther(series, unit),
      },
    [series, unit, range, timeZone],
  )
  const today = useMemo(
    () => todayOf(recent.data, series?.reading, unit, { midnight, timeZone }),
    [recent.data, series, unit, midnight, timeZone],
  )
  return { query: whole, series, ...figures, today, isReadingChosen: reading !== undefined }
}

export type BalanceHistory = ReturnType<typeof useBalanceHistory>

/** The stretch of the same length before the range, asked for only when it is wanted. */
export function useRangeBefore(scope: string, range: Range, unit: Unit, isWanted: boolean) {
  const { clock } = useService()
  const { timeZone } = useReading()
  const reading = useChosenReading()
  const before = rangeBefore(range, clock.now())
  const query = useQuery({
    ...balanceHistoryOf(scope, before ? rangeStart(before, 0) : 0, before && rangeEnd(before)),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isWanted && before !== undefined,
  })
  const performance = useMemo(() => {
    if (!query.data) return undefined
    const series = readSeries(query.data, reading)
    return series.hasFlows ? performanceOf(series[unit], range, timeZone) : undefined
  }, [query.data, reading, unit, range, timeZone])
  return {
    performance,
    isPending: query.isLoading,
    error: query.error,
    exists: before !== undefined,
  }
}

/** How this connection's deposits are read, when somebody has said so. */
export function useChosenReading(): DepositReading | undefined {
  const id = useConnection()?.id
  const { depositReadings } = useSettings()
  return id === undefined ? undefined : depositReadings[id]
}

function seriesOf(
  whole: BalanceColumns | undefined,
  recent: BalanceColumns | undefined,
  reading: DepositReading | undefined,
): Series | undefined {
  if (!whole) return undefined
  const series = readSeries(whole, reading)
  return recent ? upToNow(series, readSeries(recent, series.reading)) : series
}

/** From the last point of yesterday on; unknown when the recent points do not reach back to it. */
function todayOf(
  recent: BalanceColumns | undefined,
  reading: DepositReading | undefined,
  unit: Unit,
  { midnight, timeZone }: { midnight: number; timeZone: Reading['timeZone'] },
): Performance | undefined {
  if (!recent || !reading) return undefined
  const { hasFlows, [unit]: series } = readSeries(recent, reading)
  const start = lastIndexUntil(series.at, midnight)
  if (start < 0 || !hasFlows) return undefined
  return performanceOf(seriesFrom(series, start), '24h', timeZone)
}
