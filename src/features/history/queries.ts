import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'

import { ApiError } from '#client/api-error.ts'
import { lineOf } from '#contract/endpoint.ts'
import { listHistory } from '#contract/history.ts'
import { endpointQuery, every } from '#query/endpoint-query.ts'

import { HISTORY_DEFAULTS, type HistoryView } from './search.ts'
import { mergePages, type Trade, tradesIn } from './trades.ts'

export type Asked = { offset: number; limit: number }
export type Pages = InfiniteData<Trade[], Asked>

export const PAGE_SIZE = 100
/** Fallbacks, in turn, if a service refuses a limit. */
const SMALLER = [100, 50, 10]

const OFTEN = 30_000

/** Always newest first: a period is complete once an older row has come. */
const filterOf = (view: HistoryView) => ({
  ...view,
  order_by: HISTORY_DEFAULTS.order_by,
  order_direction: HISTORY_DEFAULTS.direction,
})

const FIRST: Asked = { offset: 0, limit: PAGE_SIZE }

export const historyPage = (view: HistoryView, { limit, offset }: Asked) =>
  endpointQuery(listHistory, { query: { ...filterOf(view), limit, offset } })

/** Newest orders, polled to find those closed since. */
export const newestTrades = (view: HistoryView) => ({
  ...historyPage(view, FIRST),
  select: tradesIn,
  refetchInterval: every(OFTEN),
})

const allowed = new WeakMap<QueryClient, number>()

type ReadOptions = { signal?: AbortSignal; gcTime?: number }

export async function readPage(
  client: QueryClient,
  view: HistoryView,
  { offset, limit: wanted }: Asked,
  options: ReadOptions = {},
): Promise<{ rows: Trade[]; asked: Asked }> {
  const { signal, gcTime } = options
  const limit = Math.min(wanted, allowed.get(client) ?? wanted)
  const asked = { offset, limit }
  const read = {
    ...historyPage(view, asked),
    staleTime: 0,
    ...(gcTime !== undefined && { gcTime }),
  }
  const stop = () => void client.cancelQueries({ queryKey: read.queryKey })
  signal?.addEventListener('abort', stop)
  try {
    return { rows: tradesIn(await client.query(read)), asked }
  } catch (error) {
    const smaller = SMALLER.find((size) => size < limit)
    if (smaller === undefined || !mayRefuseLimit(error)) throw error
    const page = await readPage(client, view, { offset, limit: smaller }, options)
    allowed.set(client, Math.min(page.asked.limit, allowed.get(client) ?? page.asked.limit))
    return page
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

/** False if the refusal names another field of the request. */
function mayRefuseLimit(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.failure.kind !== 'refused') return false
  const { status, attributes } = error.failure
  const named = Object.keys(attributes)
  return (status === 400 || status === 422) && (named.length === 0 || named.includes('limit'))
}

/** The list ends with an empty page, or one shorter than its limit brought before. */
export function nextAsked(
  pages: readonly (readonly Trade[])[],
  asked: readonly Asked[],
): Asked | undefined {
  const [last, params] = [pages.at(-1), asked.at(-1)]
  if (!last || !params || last.length === 0) return undefined
  const most = pages
    .slice(0, -1)
    .reduce(
      (found, page, index) =>
        asked[index]?.limit === params.limit ? Math.max(found, page.length) : found,
      0,
    )
  return last.length < most ? undefined : { offset: params.offset + last.length, limit: PAGE_SIZE }
}

/** All pages so far, each read once; newer orders stay in `newestTrades` until requested. */
export const historyPages = (view: HistoryView) =>
  infiniteQueryOptions<Trade[], ApiError, Pages, readonly unknown[], Asked>({
    queryKey: [lineOf(listHistory), { query: filterOf(view) }, 'pages'],
    meta: { endpoint: listHistory },
    initialPageParam: FIRST,
    queryFn: async ({ client, pageParam }) => (await readPage(client, view, pageParam)).rows,
    getNextPageParam: (_page, pages, _asked, params) => nextAsked(pages, params),
    staleTime: ({ state: { data } }) => (data === undefined ? 0 : 'static'),
    refetchOnWindowFocus: false,
  })

/** Pages with newer rows in front; `undefined` if rows between them may be missing. */
export function withNewest(now: Pages, newest: readonly Trade[]): Pages | undefined {
  const loaded = mergePages(now.pages)
  const fresh = mergePages([loaded, newest]).slice(loaded.length)
  if (fresh.length === 0) return now
  if (loaded.length === 0) return { pages: [fresh], pageParams: [FIRST] }
  if (fresh.length === newest.length) return undefined
  return {
    pages: [fresh, ...now.pages],
    // Existing rows have moved on by this many.
    pageParams: [
      { offset: 0, limit: fresh.length },
      ...now.pageParams.map(({ offset, limit }) => ({ offset: offset + fresh.length, limit })),
    ],
  }
}
