import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'

import type { DayOf } from '#ui/civil-day.ts'

import { coverageOf } from './coverage.ts'
import { finishedPages, finishedRows } from './finished-trades.ts'
import { HISTORY_DEFAULTS, type HistoryView } from './search.ts'

type FinishedTrades = {
  /** Whether the rows of the history tell no profit, so that these stand in for them. */
  isWanted: boolean
  /** The first day the calendar shows: it is loaded back to there, further only when asked for. */
  firstDay: string
  dayOf: DayOf
}

/** What finished SmartTrades brought, for a history that tells no profit. */
export function useFinishedTrades(
  view: HistoryView,
  { isWanted, firstDay, dayOf }: FinishedTrades,
) {
  const query = useInfiniteQuery({ ...finishedPages(view), enabled: isWanted })
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query
  const [isAllWanted, setAllWanted] = useState(false)
  const rows = useMemo(() => finishedRows(data?.pages ?? []), [data])
  const coverage = useMemo(
    () => coverageOf(CLOSED_LAST, rows, { hasMore: data === undefined || hasNextPage, dayOf }),
    [rows, data, hasNextPage, dayOf],
  )
  const isShort = isWanted && hasNextPage && (isAllWanted || !coverage.hasDay(firstDay))
  useEffect(() => {
    if (isShort && !isFetching && !isError) void fetchNextPage()
  }, [isShort, isFetching, isError, fetchNextPage])
  return {
    rows,
    coverage,
    error: query.error,
    isLoading: isWanted && isFetching,
    loadAll: () => {
      setAllWanted(true)
      if (isError) void fetchNextPage()
    },
  }
}

export type Finished = ReturnType<typeof useFinishedTrades>

const CLOSED_LAST: HistoryView = {
  account_id: undefined,
  pair: undefined,
  order_by: HISTORY_DEFAULTS.order_by,
  direction: HISTORY_DEFAULTS.direction,
}
