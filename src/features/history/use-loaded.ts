import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { dayIn } from '#ui/civil-day.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'

import { coverageOf } from './coverage.ts'
import { historyPages } from './queries.ts'
import type { HistoryView } from './search.ts'
import { mergePages } from './trades.ts'
import { useRest } from './use-rest.ts'

/** The rows of a view that are there, how far they reach, and how to get the others. */
export function useLoaded(view: HistoryView) {
  const { timeZone } = useDisplayPreferences()
  const pages = useInfiniteQuery({ ...historyPages(view), placeholderData: keepPreviousData })
  const rest = useRest(view)
  const loaded = useMemo(() => mergePages(pages.data?.pages ?? []), [pages.data])
  const dayOf = useMemo(() => dayIn(timeZone), [timeZone])
  const hasMore = pages.data === undefined || pages.hasNextPage
  const coverage = useMemo(
    () => coverageOf(view, loaded, { hasMore, dayOf }),
    [view, loaded, hasMore, dayOf],
  )
  return { pages, loaded, rest, coverage, dayOf }
}
