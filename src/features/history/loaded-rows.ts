import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'

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
import { type HistoryView, isNewestFirst } from './search.ts'
import { beforeFees, closedWithin, narrowed, type Narrowing } from './narrowing.ts'
import { countNew, inOrder, mergePages, ofDay, searched, type Trade } from './trades.ts'

/** Few requests for many rows, and yet no answer that takes long to read. */
const AT_ONCE = 500

type LoadRest = {
  view: HistoryView
  signal: AbortSignal
  /** Ends the loading before all is there. */
  isEnough: (pages: Pages) => boolean
}

/**
 * Adds page after page to the rows of a view until nothing follows. When the service asks for a
 * pause, the next read waits for it and the loading goes on where it was; any other failure ends it,
 * and calling it again goes on from there.
 *
 * Every figure is computed anew from all rows when rows are added. So they are added together once
 * they are a quarter more: page by page, 100,000 rows would take the square of that time.
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
      // They follow the page after which they were asked for, and no other.
      now && now.pages.at(-1) === last ? joined(now, more) : now,
    )
  }
  try {
    while (!signal.aborted) {
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
        if (signal.aborted) return
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

/** Large pages, unless one of them has brought fewer rows than a usual one. */
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

export type Rest = {
  isLoading: boolean
  /** Why the last loading ended before its end. */
  error: ApiError | undefined
  /** Loads until nothing follows or enough is there; answers whether that was reached. */
  load: (isEnough?: (pages: Pages) => boolean) => Promise<boolean>
  cancel: () => void
}

type State = { of: string; isLoading: boolean; error?: ApiError }

const NEVER = (_pages: Pages): boolean => false

/** Loads what scrolling has not reached yet. It ends with the page, or when other rows are asked for. */
function useRest(view: HistoryView): Rest {
  const client = useQueryClient()
  const of = JSON.stringify(view)
  const [state, setState] = useState<State>({ of, isLoading: false })
  const running = useRef(new Map<string, AbortController>())

  const cancel = useCallback(() => running.current.get(of)?.abort(), [of])
  const load = useCallback(
    async (isEnough = NEVER) => {
      running.current.get(of)?.abort()
      const run = new AbortController()
      const { signal } = run
      running.current.set(of, run)
      setState({ of, isLoading: true })
      const end = (error?: ApiError) => {
        if (running.current.get(of) !== run) return
        running.current.delete(of)
        setState({ of, isLoading: false, ...(error && { error }) })
      }
      try {
        await loadRest(client, { view: JSON.parse(of) as HistoryView, signal, isEnough })
        end()
        return !signal.aborted
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        end(signal.aborted ? undefined : error)
        return false
      }
    },
    [client, of],
  )
  useEffect(() => {
    const all = running.current
    return () => all.get(of)?.abort()
  }, [of])
  const mine = state.of === of ? state : undefined
  return { isLoading: mine?.isLoading ?? false, error: mine?.error, load, cancel }
}

/** How far the rows loaded reach: every figure made of them is a figure of that much and no more. */
export type Coverage = {
  count: number
  /** Whether nothing is missing. */
  isWhole: boolean
  /** Closing times of the oldest and the newest row. */
  from: number | undefined
  to: number | undefined
  /** Whether every trade closed on a day, such as "2026-11-19", is among them. */
  hasDay: (day: string) => boolean
}

export function coverageOf(
  view: HistoryView,
  trades: readonly Pick<Trade, 'closed_at'>[],
  { hasMore, dayOf }: { hasMore: boolean; dayOf: DayOf },
): Coverage {
  let from: number | undefined
  let to: number | undefined
  for (const { closed_at: at } of trades) {
    if (at === undefined) continue
    if (from === undefined || at < from) from = at
    if (to === undefined || at > to) to = at
  }
  return {
    count: trades.length,
    isWhole: !hasMore,
    from,
    to,
    hasDay: hasMore ? wholeDays(view, { from, to, dayOf }) : () => true,
  }
}

/** Whether pages that come newest first go back beyond a day, so that all of it is among them. */
export const reachBeyond =
  (day: string, dayOf: DayOf) =>
  ({ pages }: Pages): boolean => {
    const oldest = pages.at(-1)?.at(-1)?.closed_at
    return oldest !== undefined && dayOf(oldest) < day
  }

type Reach = { from: number | undefined; to: number | undefined; dayOf: DayOf }

/** The day at the edge may go on in rows that are not loaded. */
function wholeDays({ order_by, direction }: HistoryView, { from, to, dayOf }: Reach) {
  if (order_by !== 'closed_at' || from === undefined || to === undefined) return () => false
  if (direction === 'desc') {
    const edge = dayOf(from)
    return (day: string) => day > edge
  }
  const edge = dayOf(to)
  return (day: string) => day < edge
}

type Loaded = ReturnType<typeof useLoaded>

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

/** The rows of a view that are there, how far they reach, and how to get the others. */
export function useLoaded(view: HistoryView) {
  const { timeZone } = useDisplayPreferences()
  const pages = useInfiniteQuery({ ...historyPages(view), placeholderData: keepPreviousData })
  const rest = useRest(view)
  const loaded = useMemo(
    () => inOrder(mergePages(pages.data?.pages ?? []), view),
    [pages.data, view],
  )
  const dayOf = useMemo(() => dayIn(timeZone), [timeZone])
  const hasMore = pages.data === undefined || pages.hasNextPage
  const coverage = useMemo(
    () => coverageOf(view, loaded, { hasMore, dayOf }),
    [view, loaded, hasMore, dayOf],
  )
  return { pages, loaded, rest, coverage, dayOf }
}

/** Loads back to the first day that the calendar shows, if there is one: half a month would be misread. */
export function useMonthLoaded(
  { coverage, rest, dayOf }: ReturnType<typeof useLoaded>,
  firstDay: string | undefined,
): void {
  const { load } = rest
  const missingFrom = firstDay !== undefined && !coverage.hasDay(firstDay) ? firstDay : undefined
  useEffect(() => {
    if (missingFrom === undefined) return
    void load(reachBeyond(missingFrom, dayOf))
  }, [missingFrom, load, dayOf])
}

type Wanted = { narrowing: Narrowing; day: string | undefined; isGross: boolean }

/** The rows loaded that are wanted, and of those the ones in which is found what is typed. */
export function useFound(loaded: readonly Trade[], wanted: Wanted, dayOf: DayOf) {
  const { narrowing, day, isGross } = wanted
  const [typed, setTyped] = useState('')
  const text = useDeferredValue(typed).trim()
  const of = JSON.stringify(narrowing)
  const filtered = useCallback(
    (trades: readonly Trade[]) => {
      const wantedRows = JSON.parse(of) as Narrowing
      const kind = narrowed(trades, wantedRows)
      return searched(ofDay(closedWithin(kind, wantedRows, dayOf), day, dayOf), text)
    },
    [of, day, dayOf, text],
  )
  const valued = useMemo(() => (isGross ? loaded.map(beforeFees) : loaded), [isGross, loaded])
  const found = useMemo(() => filtered(valued), [filtered, valued])
  /** Sums over time know of no range: a day outside of it is not one that brought nothing. */
  const profitRows = useMemo(() => {
    const wantedRows = JSON.parse(of) as Narrowing
    const all = narrowed(valued, wantedRows)
    return { all, withinDates: closedWithin(all, wantedRows, dayOf) }
  }, [of, valued, dayOf])
  return { typed, setTyped, text, filtered, found, profitRows }
}
