import { useEffect } from 'react'

import type { DayOf } from '#ui/civil-day.ts'

import type { Coverage } from './coverage.ts'
import type { Pages } from './queries.ts'
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
    const isEnough = ({ pages }: Pages) => {
      const last = pages.at(-1)?.at(-1)?.closed_at
      return last !== undefined && dayOf(last) < missingFrom
    }
    void load(isEnough)
  }, [missingFrom, load, dayOf])
}
