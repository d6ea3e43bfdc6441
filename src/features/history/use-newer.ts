import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { historyPages, newestTrades, type Pages, withNewest } from './queries.ts'
import { type HistoryView, isNewestFirst } from './search.ts'
import { countNew } from './trades.ts'
import type { useLoaded } from './use-loaded.ts'

type Loaded = Pick<ReturnType<typeof useLoaded>, 'pages' | 'loaded' | 'coverage' | 'rest'>

/**
 * The orders that were closed since the rows were loaded. They are put before the rows when the page
 * opens, and later when they are wanted, so that nothing moves under what is read.
 */
export function useNewer(view: HistoryView, { pages, loaded, coverage, rest }: Loaded) {
  const client = useQueryClient()
  const isOnTop = isNewestFirst(view)
  // In another order nobody knows where a new row belongs, unless all of them are there.
  const newest = useQuery({ ...newestTrades(view), enabled: isOnTop || coverage.isWhole })
  const isKnown = pages.isSuccess && !pages.isPlaceholderData && newest.data !== undefined
  const count = isKnown && (isOnTop || coverage.isWhole) ? countNew(newest.data, loaded) : 0

  const merge = (): boolean => {
    const { queryKey } = historyPages(view)
    const now = client.getQueryData<Pages>(queryKey)
    const merged = isOnTop && now && newest.data && withNewest(now, newest.data)
    if (!merged) return false
    client.setQueryData<Pages>(queryKey, merged)
    return true
  }
  const show = async () => {
    if (merge()) return
    // All of it is read again, as far as it was.
    await client.resetQueries({ queryKey: historyPages(view).queryKey })
    await rest.load((now) => now.pages.flat().length >= loaded.length)
  }

  const of = JSON.stringify(view)
  const opened = useRef<string>(undefined)
  useEffect(() => {
    if (!isKnown || !newest.isFetchedAfterMount || opened.current === of) return
    opened.current = of
    if (count > 0) merge()
  })
  return { count, isAll: count === newest.data?.length, show }
}
