import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'

import { ApiError } from '#client/api-error.ts'

import { loadRest } from './load-rest.ts'
import { historyPages, type Pages, PAGE_SIZE } from './queries.ts'
import type { HistoryView } from './search.ts'
import { mergePages, type Trade } from './trades.ts'

const view: HistoryView = {
  account_id: 7,
  pair: undefined,
  order_by: 'closed_at',
  direction: 'desc',
}
const { queryKey } = historyPages(view)
const row = (index: number) => ({ uuid: String(index) }) as Trade

type Asked = { offset: number; limit: number }

/** A service that holds so many rows and gives at most `cap` of them at once. */
function serviceOf(total: number, cap: number, answer?: (asked: Asked, nth: number) => void) {
  const asked: Asked[] = []
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        queryFn: ({ queryKey: [, request] }) => {
          const { offset, limit } = (request as { query: Asked }).query
          asked.push({ offset, limit })
          answer?.({ offset, limit }, asked.length)
          const count = Math.max(0, Math.min(limit, cap, total - offset))
          return Array.from({ length: count }, (_, index) => row(offset + index))
        },
      },
    },
  })
  client.setQueryData<Pages>(queryKey, {
    pages: [Array.from({ length: Math.min(total, PAGE_SIZE) }, (_, index) => row(index))],
    pageParams: [{ offset: 0, limit: PAGE_SIZE }],
  })
  const loaded = () => mergePages(client.getQueryData<Pages>(queryKey)?.pages ?? []).length
  const load = (signal = new AbortController().signal, isEnough = (_pages: Pages) => false) =>
    loadRest(client, { view, signal, isEnough })
  return { asked, loaded, load }
}

it.each([100, 101, 599, 600, 601, 2_345, 10_000])('loads all of %i rows', async (total) => {
  for (const cap of [100, 250, 1_000]) {
    const { load, loaded } = serviceOf(total, cap)
    await load()
    expect([cap, loaded()]).toEqual([cap, total])
  }
})

it('asks for nothing when everything is there', async () => {
  const { load, asked } = serviceOf(40, 1_000)
  await load()
  expect(asked).toEqual([])
})

const refused = (status: number) =>
  new ApiError({ kind: 'refused', status, code: '', description: '', attributes: {} })

it('goes on where it was after the service has asked for a pause', async () => {
  const { load, loaded, asked } = serviceOf(2_000, 1_000, (_asked, nth) => {
    if (nth === 2 || nth === 3) throw refused(429)
  })
  await load()
  expect(loaded()).toBe(2_000)
  expect(asked.map(({ offset }) => offset)).toEqual(
    [100, 600, 600, 600, 1_100, 1_600, 2_000].slice(0, asked.length),
  )
})

it('ends at any other failure with what it has, and goes on from there when asked again', async () => {
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

it('stops when it is cancelled and keeps what it has', async () => {
  const run = new AbortController()
  const { load, loaded } = serviceOf(2_000, 1_000, (_asked, nth) => {
    if (nth === 2) run.abort()
  })
  await load(run.signal)
  expect(loaded()).toBe(600)
})

it('stops once enough is there', async () => {
  const { load, loaded } = serviceOf(10_000, 1_000)
  await load(undefined, ({ pages }) => pages.flat().length > 1_000)
  expect(loaded()).toBe(1_100)
})
