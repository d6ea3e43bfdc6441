import { hashKey, InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'

import { ApiError } from '#client/api-error.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { readers } from '#query/endpoint-query.ts'

import { loadRest } from './loaded-rows.ts'
import {
  historyPages,
  newestTrades,
  nextAsked,
  type Pages,
  PAGE_SIZE,
  withNewest,
} from './queries.ts'
import type { HistoryView } from './search.ts'
import { mergePages, type Trade } from './trades.ts'

const view: HistoryView = { account_id: 7, pair: undefined }
const { queryKey } = historyPages(view)
const FIRST = { offset: 0, limit: PAGE_SIZE }
const row = (index: number) => ({ uuid: String(index) }) as Trade

const refused = (status: number) =>
  new ApiError({ kind: 'refused', status, code: '', description: '', attributes: {} })

type Asked = { offset: number; limit: number }

/** A service that holds so many rows and gives at most `cap` of them at once. */
function serviceOf(
  total: number,
  cap: number | ((asked: Asked) => number),
  answer?: (asked: Asked, nth: number) => void,
) {
  const most = (one: Asked) => (typeof cap === 'number' ? cap : cap(one))
  const asked: Asked[] = []
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  readers.set(client, (async (_endpoint: Endpoint, { query }: { query: Asked }) => {
    const { offset, limit } = query
    asked.push({ offset, limit })
    answer?.({ offset, limit }, asked.length)
    const count = Math.max(0, Math.min(limit, most({ offset, limit }), total - offset))
    return Array.from({ length: count }, (_, index) => row(offset + index))
  }) as never)
  client.setQueryData<Pages>(queryKey, {
    pages: [
      Array.from({ length: Math.min(total, most(FIRST), PAGE_SIZE) }, (_, index) => row(index)),
    ],
    pageParams: [FIRST],
  })
  const loaded = () => mergePages(client.getQueryData<Pages>(queryKey)?.pages ?? []).length
  const hasMore = () => {
    const { pages, pageParams } = client.getQueryData<Pages>(queryKey) ?? {
      pages: [],
      pageParams: [],
    }
    return nextAsked(pages, pageParams) !== undefined
  }
  const load = (signal = new AbortController().signal, isEnough = (_pages: Pages) => false) =>
    loadRest(client, { view, signal, isEnough })
  return { client, asked, loaded, hasMore, load }
}

it.each([0, 40, 100, 101, 300, 599, 600, 601, 2_345])(
  'loading brings all of %i rows',
  async (total) => {
    for (const cap of [10, 50, 100, 250, 1_000]) {
      const { load, loaded } = serviceOf(total, cap)
      await load()
      expect([cap, loaded()]).toEqual([cap, total])
    }
  },
)

it('loading goes on after a short first page', () => {
  const capped = serviceOf(300, 50)
  expect(capped.loaded()).toBe(50)
  expect(capped.hasMore()).toBe(true)
  expect(serviceOf(0, 1_000).hasMore()).toBe(false)
})

it('loading ends by one empty page, or at the service’s cap', async () => {
  const short = serviceOf(40, 1_000)
  await short.load()
  expect(short.asked).toEqual([{ offset: 40, limit: 500 }])
  expect(short.hasMore()).toBe(false)
  const capped = serviceOf(320, 50)
  await capped.load()
  expect([capped.loaded(), capped.hasMore()]).toEqual([320, false])
  // 270 more in pages of 50 of which the last has 20: no further one is asked for.
  expect(capped.asked).toHaveLength(6)
})

it('loading uses smaller pages if a limit is refused', async () => {
  for (const status of [400, 422]) {
    const { load, loaded, asked } = serviceOf(430, 1_000, ({ limit }) => {
      if (limit > 100) throw refused(status)
    })
    await load()
    expect(loaded()).toBe(430)
    expect(asked.filter(({ limit }) => limit > 100)).toHaveLength(1)
  }
})

it('loading returns to the page size that brought more', async () => {
  const { load, loaded, asked } = serviceOf(430, ({ limit }) => (limit > 100 ? 10 : 100))
  await load()
  expect(loaded()).toBe(430)
  expect(asked.filter(({ limit }) => limit > 100)).toHaveLength(1)
})

it('loading reads the first page in a smaller size if its own is refused', async () => {
  const { client, asked, loaded, load } = serviceOf(130, 1_000, ({ limit }) => {
    if (limit > 50) throw refused(422)
  })
  client.removeQueries({ queryKey })
  await client.fetchInfiniteQuery(historyPages(view))
  expect(loaded()).toBe(50)
  await load()
  expect(loaded()).toBe(130)
  expect(asked.filter(({ limit }) => limit > 50)).toHaveLength(1)
})

it('after a write, a loaded history keeps its rows and reads only its first page', async () => {
  const { client, load, loaded, asked } = serviceOf(3_000, 1_000)
  await load()
  const stop = new InfiniteQueryObserver(client, historyPages(view)).subscribe(() => undefined)
  const stopNewest = new QueryObserver(client, {
    ...newestTrades(view),
    refetchInterval: false,
  }).subscribe(() => undefined)
  await client.refetchQueries({ queryKey: newestTrades(view).queryKey })
  asked.length = 0
  await client.invalidateQueries()
  stop()
  stopNewest()
  expect(loaded()).toBe(3_000)
  expect(asked).toEqual([{ offset: 0, limit: PAGE_SIZE }])
})

it('newer rows come before loaded ones, and a gap is never closed by them', () => {
  const before: Pages = {
    pages: [[row(1), row(2)], [row(3)]],
    pageParams: [
      { offset: 0, limit: 2 },
      { offset: 2, limit: 2 },
    ],
  }
  const merged = withNewest(before, [row(7), row(8), row(1)])
  expect(mergePages(merged?.pages ?? []).map(({ uuid }) => uuid)).toEqual(['7', '8', '1', '2', '3'])
  expect(merged?.pageParams.at(-1)).toEqual({ offset: 4, limit: 2 })
  expect(withNewest(before, [row(7), row(8)])).toBeUndefined()
  // Without earlier rows, the newest may not be all.
  const first = withNewest({ pages: [[]], pageParams: [{ offset: 0, limit: 100 }] }, [row(7)])
  expect(first && nextAsked(first.pages, first.pageParams)).toEqual({ offset: 1, limit: 100 })
  expect(withNewest(before, [row(1), row(2)])).toBe(before)
})

it('loading continues after a rate limit', async () => {
  const { load, loaded, asked } = serviceOf(2_000, 1_000, (_asked, nth) => {
    if (nth === 2 || nth === 3) throw refused(429)
  })
  await load()
  expect(loaded()).toBe(2_000)
  expect(asked.map(({ offset }) => offset)).toEqual(
    [100, 600, 600, 600, 1_100, 1_600, 2_000].slice(0, asked.length),
  )
})

it('loading ends at another failure, keeps its rows, and continues on request', async () => {
  let isDown = true
  const { load, loaded } = serviceOf(2_000, 1_000, ({ offset }) => {
    if (offset > 1_000 && isDown) throw new ApiError({ kind: 'unreachable' })
  })
  await expect(load()).rejects.toThrow('The service cannot be reached.')
  expect(loaded()).toBe(1_100)
  isDown = false
  await load()
  expect(loaded()).toBe(2_000)
})

it('cancelled loading keeps its rows', async () => {
  const run = new AbortController()
  const { load, loaded } = serviceOf(2_000, 1_000, (_asked, nth) => {
    if (nth === 2) run.abort()
  })
  await load(run.signal)
  expect(loaded()).toBe(600)
})

it('loading a long history updates figures in few steps', async () => {
  const { client, load, loaded } = serviceOf(50_000, 500)
  let steps = 0
  const stop = client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.query.queryHash === hashKey(queryKey)) steps += 1
  })
  await load()
  stop()
  expect(loaded()).toBe(50_000)
  expect(steps).toBeLessThan(35)
})

it.each([5, 6, 7, 8, 9, 10, 11, 12])(
  'rows of an outdated list are not appended to a new one, at read %i',
  async (when) => {
    const { client, load, loaded } = serviceOf(20_000, 500, (_asked, nth) => {
      if (nth !== when) return
      client.setQueryData<Pages>(queryKey, { pages: [[row(0), row(1)]], pageParams: [FIRST] })
    })
    await load()
    expect(loaded()).toBe(20_000)
  },
)

it('loading stops once enough rows are there', async () => {
  const { load, loaded } = serviceOf(10_000, 1_000)
  await load(undefined, ({ pages }) => pages.flat().length > 1_000)
  expect(loaded()).toBe(1_100)
})
