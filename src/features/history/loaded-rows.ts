// Loads the rows of a period, and says how far they reach.

import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'

import { ApiError } from '#client/api-error.ts'
import { dayIn, type DayOf } from '#ui/civil-day.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'

import {
  historyPages,
  newestTrades,
  nextAsked,
  PAGE_SIZE,
  type Pages,
  readPage,
  withNewest,
} from './queries.ts'
import { beforeFees, narrowed, type Narrowing } from './narrowing.ts'
import type { Period } from './period.ts'
import type { HistoryView } from './search.ts'
import {
  countNew,
  mergePages,
  newestFirst,
  ofDay,
  ofPeriod,
  searched,
  type Trade,
} from './trades.ts'

/** Rows per request: few requests, and no answer that takes long to read. */
const AT_ONCE = 500

type LoadRest = {
  view: HistoryView
  signal: AbortSignal
  isEnough: (pages: Pages) => boolean
}

/**
 * Loads pages until none follows. A rate limit only delays the next page; after any other failure,
 * the next call continues.
 *
 * Figures are computed from all rows, so rows are added once they grow by a quarter; page by page,
 * 100,000 rows would take quadratic time.
 */
export async function loadRest(client: QueryClient, options: LoadRest): Promise<void> {
  const { view, signal, isEnough } = options
  const { queryKey } = historyPages(view)
  await client.cancelQueries({ queryKey })
  let added: Pages = { pages: [], pageParams: [] }
  let last: Trade[] | undefined
  const add = () => {
    const more = added
    added = { pages: [], pageParams: [] }
    if (more.pages.length === 0) return
    client.setQueryData<Pages>(queryKey, (now) =>
      // Pages may only follow the page after which they were requested.
      now && now.pages.at(-1) === last ? joined(now, more) : now,
    )
  }
  try {
    const isAborted = () => signal.aborted
    while (!isAborted()) {
      const shown = client.getQueryData<Pages>(queryKey)
      if (!shown) return
      if (added.pages.length === 0 || shown.pages.at(-1) !== last) {
        added = { pages: [], pageParams: [] }
        last = shown.pages.at(-1)
      }
      const pages = joined(shown, added)
      const next = nextAsked(pages.pages, pages.pageParams)
      if (!next || isEnough(pages)) return
      const wanted = { ...next, limit: sizeAfter(pages) }
      try {
        const { rows, asked } = await readPage(client, view, wanted, { signal, gcTime: 0 })
        added = joined(added, { pages: [rows], pageParams: [asked] })
        if (rowCount(added) * 4 >= rowCount(shown)) add()
      } catch (error) {
        if (isAborted()) return
        if (!isAskedToPause(error)) throw error
        add()
      }
    }
  } finally {
    add()
  }
}

const joined = (before: Pages, after: Pages): Pages => ({
  pages: [...before.pages, ...after.pages],
  pageParams: [...before.pageParams, ...after.pageParams],
})

const rowCount = ({ pages }: Pages): number => pages.reduce((sum, { length }) => sum + length, 0)

/** Large pages, unless a larger one brought fewer rows than a usual one. */
function sizeAfter({ pages, pageParams }: Pages): number {
  const most = (isMeant: (limit: number) => boolean) =>
    Math.max(
      0,
      ...pages.map((page, index) => (isMeant(pageParams[index]?.limit ?? 0) ? page.length : 0)),
    )
  const isPoor = pageParams.some(
    ({ limit }, index) =>
      limit > PAGE_SIZE && (pages[index]?.length ?? 0) < most((other) => other <= PAGE_SIZE),
  )
  return isPoor ? PAGE_SIZE : AT_ONCE
}

const isAskedToPause = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.failure.kind === 'refused' &&
  (error.failure.status === 429 || error.failure.status === 418)

type Rest = { isLoading: boolean; isCancelled?: boolean; error?: ApiError }

const IDLE: Rest = { isLoading: false }

/** Loads the rest. Ends with the page, or when other rows are requested. */
function useRest(view: HistoryView) {
  const client = useQueryClient()
  const [state, setState] = useState(IDLE)
  const running = useRef(new Map<HistoryView, AbortController>())
  const end = useCallback((of: HistoryView, next = IDLE) => {
    running.current.get(of)?.abort()
    running.current.delete(of)
    setState(next)
  }, [])
  /** Loads until nothing follows or `isEnough`; resolves with whether it got there. */
  const load = useCallback(
    async (isEnough: (pages: Pages) => boolean) => {
      const run = new AbortController()
      const { signal } = run
      end(view, { isLoading: true })
      running.current.set(view, run)
      try {
        await loadRest(client, { view, signal, isEnough })
        const isReached = !signal.aborted
        if (isReached) end(view)
        return isReached
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (!signal.aborted) end(view, { isLoading: false, error })
        return false
      }
    },
    [client, view, end],
  )
  useLayoutEffect(() => () => end(view), [view, end])
  return { ...state, load, cancel: () => end(view, { isLoading: false, isCancelled: true }) }
}

export type Coverage = {
  isWhole: boolean
  /** Oldest loaded closing time, in epoch milliseconds. */
  back: number | undefined
  hasDay: (day: string) => boolean
}

/** Rows are sorted newest first. The oldest row's day may continue in rows not loaded yet. */
export function coverageOf(
  trades: readonly Pick<Trade, 'closed_at'>[],
  { first, hasMore, dayOf }: { first: string; hasMore: boolean; dayOf: DayOf },
): Coverage {
  const back = trades.reduce<number | undefined>(
    (oldest, { closed_at: at }) =>
      at === undefined || (oldest !== undefined && oldest <= at) ? oldest : at,
    undefined,
  )
  const edge = hasMore ? (back === undefined ? undefined : dayOf(back)) : ''
  const hasDay = (day: string) => edge !== undefined && day > edge
  return { back, hasDay, isWhole: !hasMore || hasDay(first) }
}

/** Pages go back beyond a day; never for a period without a start. */
export const reachBeyond =
  (day: string, dayOf: DayOf) =>
  ({ pages }: Pages): boolean => {
    const oldest = pages.at(-1)?.findLast(({ closed_at: at }) => at !== undefined)?.closed_at
    return oldest !== undefined && dayOf(oldest) < day
  }

type Loaded = ReturnType<typeof useLoaded>

/** Orders closed since. Added when the page opens, later on request, so that nothing moves. */
export function useNewer(view: HistoryView, { pages, loaded, rest }: Loaded, isOver: boolean) {
  const client = useQueryClient()
  const newest = useQuery({ ...newestTrades(view), enabled: !isOver })
  const isKnown = !isOver && pages.isSuccess && newest.data !== undefined
  const count = isKnown ? countNew(newest.data, loaded) : 0

  const merge = (): boolean => {
    const { queryKey } = historyPages(view)
    const now = client.getQueryData<Pages>(queryKey)
    const merged = now && newest.data && withNewest(now, newest.data)
    if (!merged) return false
    client.setQueryData<Pages>(queryKey, merged)
    return true
  }
  const show = async () => {
    if (merge()) return
    // Reads everything again, as far as it was loaded.
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

export function useLoaded(view: HistoryView, period: Period) {
  const { timeZone } = useDisplayPreferences()
  const pages = useInfiniteQuery(historyPages(view))
  const rest = useRest(view)
  const dayOf = useMemo(() => dayIn(timeZone), [timeZone])
  const loaded = useMemo(() => newestFirst(mergePages(pages.data?.pages ?? [])), [pages.data])
  const rows = useMemo(() => ofPeriod(loaded, period, dayOf), [loaded, period, dayOf])
  const hasMore = pages.data === undefined || pages.hasNextPage
  const { first } = period
  const coverage = useMemo(
    () => coverageOf(loaded, { first, hasMore, dayOf }),
    [loaded, first, hasMore, dayOf],
  )
  const { load } = rest
  const loadPeriod = useCallback(() => load(reachBeyond(first, dayOf)), [load, first, dayOf])
  return { pages, loaded, rows, rest, loadPeriod, coverage, dayOf }
}

/** Loads the whole period, because a part of it would be misread. */
export function usePeriodLoaded(
  { pages, coverage, rest, loadPeriod }: Loaded,
  isWanted: boolean,
): void {
  const isIdle = !rest.isLoading && !rest.isCancelled && rest.error === undefined
  const isDue = isWanted && pages.isSuccess && isIdle && !coverage.isWhole
  useEffect(() => {
    if (isDue) void loadPeriod()
  }, [isDue, loadPeriod])
}

type Wanted = {
  narrowing: Narrowing
  day: string | undefined
  isGross: boolean
  typed: string
}

/** Filtered rows, and of those the rows of a chosen day that match the search. */
export function useFound(rows: readonly Trade[], wanted: Wanted, dayOf: DayOf) {
  const { narrowing, day, isGross, typed } = wanted
  const text = useDeferredValue(typed).trim()
  const filtered = useCallback(
    (trades: readonly Trade[]) => searched(ofDay(narrowed(trades, narrowing), day, dayOf), text),
    [narrowing, day, dayOf, text],
  )
  const valued = useMemo(() => (isGross ? rows.map(beforeFees) : rows), [isGross, rows])
  const found = useMemo(() => filtered(valued), [filtered, valued])
  /** Chart and calendar show every day, even if one day is listed. */
  const charted = useMemo(() => narrowed(valued, narrowing), [narrowing, valued])
  return { text, filtered, found, charted }
}
