import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'

import { useService } from '#query/service.tsx'
import { useConnection, useSettings } from '#session/use-session.ts'
import type { BalanceColumns, DepositReading, Unit } from '#trading/balance-flow.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'

import type { Worth } from '#market/assets.ts'
import { performanceOf, todayOf } from '../figures/performance.ts'
import { balanceHistoryOf } from '../queries.ts'
import {
  midnightBefore,
  type Range,
  rangeBefore,
  rangeEnd,
  rangeStart,
  recentStart,
} from '../range.ts'
import { endedNow, readSeries, returnOfOther, type Series, upToRecent } from './series.ts'

/**
 * History of a scope in the chosen range, and of today. Ranges up to now end with the current
 * balance, so that value, profit and line have one time.
 */
export function useBalanceHistory(
  scope: string,
  range: Range,
  unit: Unit,
  /** Value of the balances and the time they were read. */
  { worth, worthAt }: { worth: Worth | undefined; worthAt: number },
) {
  const { clock } = useService()
  const { timeZone } = useDisplayPreferences()
  const now = clock.now()
  const end = rangeEnd(range)
  const chosenReading = useChosenDepositReading()
  const whole = useQuery({
    ...balanceHistoryOf(scope, rangeStart(range, now, timeZone), end),
    placeholderData: keepPreviousData,
  })
  const recent = useQuery({
    ...balanceHistoryOf(scope, recentStart(now, timeZone)),
    placeholderData: keepPreviousData,
  })
  // The same range keeps its figures while it is read again; another one shows none of them.
  const asked = JSON.stringify([scope, range])
  const [shown, setShown] = useState(asked)
  if (!whole.isPlaceholderData && shown !== asked) setShown(asked)
  const data = shown === asked ? whole.data : undefined
  const midnight = midnightBefore(now, timeZone)
  const isOver = end !== undefined && end < now
  const reported = useMemo(
    () => seriesOf(data, isOver ? undefined : recent.data, chosenReading),
    [data, recent.data, isOver, chosenReading],
  )
  const reading = reported?.reading
  const day = useMemo(() => recent.data && readSeries(recent.data, reading), [recent.data, reading])
  const current = useMemo(
    () => worth && { worth, at: clock.serviceTime(worthAt) },
    [worth, worthAt, clock],
  )
  const { series, live } = useMemo(
    () => endedNow(reported, isOver ? undefined : current, unit),
    [reported, isOver, current, unit],
  )
  const figures = useMemo(
    () =>
      series && {
        performance: performanceOf(series[unit], range, timeZone),
        otherReturn: returnOfOther(series, unit),
      },
    [series, unit, range, timeZone],
  )
  const today = useMemo(
    () => todayOf(endedNow(day, current, unit).series, unit, { midnight, timeZone }),
    [day, current, unit, midnight, timeZone],
  )
  return {
    query: whole,
    isLoading: whole.isPending || shown !== asked,
    isOver,
    series,
    live,
    ...figures,
    today,
    isReadingChosen: chosenReading !== undefined,
  }
}

export type BalanceHistory = ReturnType<typeof useBalanceHistory>

/** Range of the same length before, read only when wanted. */
export function useRangeBefore(
  { scope, range, unit }: { scope: string; range: Range; unit: Unit },
  reading: DepositReading | undefined,
  isWanted: boolean,
) {
  const { clock } = useService()
  const { timeZone } = useDisplayPreferences()
  const before = rangeBefore(range, clock.now(), timeZone)
  const query = useQuery({
    ...balanceHistoryOf(
      scope,
      before === undefined ? 0 : rangeStart(before, 0, timeZone),
      before === undefined ? undefined : rangeEnd(before),
    ),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isWanted && before !== undefined,
  })
  const performance = useMemo(() => {
    if (!query.data) return undefined
    const series = readSeries(query.data, reading)
    return series.hasFlows[unit] ? performanceOf(series[unit], range, timeZone) : undefined
  }, [query.data, reading, unit, range, timeZone])
  return {
    performance,
    isPending: query.isLoading,
    error: query.error,
    exists: before !== undefined,
  }
}

/** This connection's meaning of deposits, if the trader chose one. */
function useChosenDepositReading(): DepositReading | undefined {
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
  return recent ? upToRecent(series, readSeries(recent, series.reading)) : series
}
