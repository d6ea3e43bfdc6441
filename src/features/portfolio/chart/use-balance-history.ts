import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'

import { useService } from '#query/service.tsx'
import { useConnection, useSettings } from '#session/use-session.ts'
import type { DepositReading, Unit } from '#trading/balance-flow.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'

import type { Worth } from '#market/assets.ts'
import { performanceOf } from '../figures/performance.ts'
import { balanceHistoryOf } from '../queries.ts'
import {
  midnightBefore,
  type Range,
  rangeBefore,
  rangeEnd,
  rangeStart,
  recentStart,
} from '../range.ts'
import { historyFigures, todayFigures } from './history-figures.ts'
import { readSeries } from './series.ts'

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
  const isOver = end !== undefined && end < now
  const current = useMemo(
    () => worth && { worth, at: clock.serviceTime(worthAt) },
    [worth, worthAt, clock],
  )
  const [endRecent, endWorth] = isOver ? [] : [recent.data, current]
  const figures = useMemo(
    () =>
      historyFigures(data, range, {
        recent: endRecent,
        reading: chosenReading,
        current: endWorth,
        unit,
        timeZone,
      }),
    [data, range, endRecent, chosenReading, endWorth, unit, timeZone],
  )
  const reading = figures.series?.reading
  const midnight = midnightBefore(now, timeZone)
  const today = useMemo(
    () => todayFigures(midnight, { recent: recent.data, reading, current, unit, timeZone }),
    [recent.data, reading, current, unit, midnight, timeZone],
  )
  return {
    query: whole,
    isLoading: whole.isPending || shown !== asked,
    isOver,
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
