import { useEffect } from 'react'

import type { DayOf } from '#ui/civil-day.ts'

import { type Coverage, reachBeyond } from './coverage.ts'
import type { Rest } from './use-rest.ts'

type MonthLoaded = {
  /** The first day the calendar shows; absent when rows come in another order. */
  firstDay: string | undefined
  coverage: Coverage
  rest: Rest
  dayOf: DayOf
}

/** Loads back to the start of what the calendar shows: a month half told would be misread. */
export function useMonthLoaded({ firstDay, coverage, rest, dayOf }: MonthLoaded): void {
  const { load } = rest
  const missingFrom = firstDay !== undefined && !coverage.hasDay(firstDay) ? firstDay : undefined
  useEffect(() => {
    if (missingFrom === undefined) return
    void load(reachBeyond(missingFrom, dayOf))
  }, [missingFrom, load, dayOf])
}
