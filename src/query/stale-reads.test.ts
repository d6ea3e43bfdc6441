import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'

import { ApiError } from '#client/api-error.ts'
import { listDcaBots } from '#contract/dca-bots.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { getGridBot, listGridBots } from '#contract/grid-bots.ts'
import { listSmartTrades } from '#contract/smart-trades.ts'
import { getMode, getTime } from '#contract/system.ts'

import { endpointQuery } from './endpoint-query.ts'
import { offlineSince, staleReads, unreadError } from './stale-reads.ts'

const READ_AT = 1_000_000
const EVERY = 15_000
const lost = new ApiError({ kind: 'unreachable' })

type Shown = { isRead?: boolean; hasFailed?: boolean; every?: number; isShown?: boolean }

/** A page that shows one list in some state. */
async function aPage({ isRead = true, hasFailed = false, every = EVERY, isShown = true }: Shown) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const options = {
    ...endpointQuery(listGridBots, {}),
    queryFn: () => Promise.reject(lost),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: every,
  }
  if (isRead) queryClient.setQueryData(options.queryKey, [], { updatedAt: READ_AT })
  const observer = new QueryObserver(queryClient, options as never)
  if (isShown) observer.subscribe(() => undefined)
  if (hasFailed) await observer.refetch()
  return (now: number, backSince?: number) =>
    staleReads(queryClient.getQueryCache().getAll(), now, backSince)
}

it('data whose refresh failed is stale, with error and time of the next refresh', async () => {
  const stale = await aPage({ hasFailed: true })
  const [only, ...others] = stale(READ_AT + 1_000)
  expect(others).toEqual([])
  expect(only?.readAt).toBe(READ_AT)
  expect(only?.error?.message).toBe('The service cannot be reached.')
  expect(only?.nextAt).toBeGreaterThanOrEqual(READ_AT + EVERY)
})

it('data that is refreshed 5 s too late is stale without an error', async () => {
  const stale = await aPage({})
  expect(stale(READ_AT + 2 * EVERY + 4_999)).toEqual([])
  expect(stale(READ_AT + 2 * EVERY + 5_000)).toMatchObject([{ readAt: READ_AT, error: undefined }])
})

it('a page that becomes visible has one interval to refresh its data', async () => {
  const stale = await aPage({})
  const back = READ_AT + 600_000
  expect(stale(back + 1_000, back)).toEqual([])
  expect(stale(back + EVERY + 5_000, back)).toHaveLength(1)
})

it('unread, hidden and unpolled data is not stale', async () => {
  const later = READ_AT + 600_000
  expect((await aPage({ isRead: false, hasFailed: true }))(later)).toEqual([])
  expect((await aPage({ isShown: false }))(later)).toEqual([])
  const once = await aPage({ every: 0 })
  expect(once(later)).toEqual([])
})

it('stale reads are ordered by age, without mode and time', () => {
  const queryClient = new QueryClient()
  const add = (endpoint: typeof getTime, updatedAt: number) => {
    const options = {
      ...endpointQuery(endpoint, {}),
      staleTime: Number.POSITIVE_INFINITY,
      refetchInterval: EVERY,
    }
    queryClient.setQueryData(options.queryKey, {} as never, { updatedAt })
    new QueryObserver(queryClient, options as never).subscribe(() => undefined)
  }
  add(getTime, 1)
  add(getMode as never, 2)
  add(listSmartTrades as never, READ_AT + 5)
  add(listGridBots as never, READ_AT)
  const stale = staleReads(queryClient.getQueryCache().getAll(), READ_AT + 600_000)
  expect(stale.map(({ readAt }) => readAt)).toEqual([READ_AT, READ_AT + 5])
})

const isLostAfter = (...reads: Parameters<typeof offlineAfter>) =>
  offlineAfter(...reads) !== undefined

/** Result of `offlineSince` after some reads. */
function offlineAfter(...reads: { endpoint: unknown; at: number; error?: ApiError }[]) {
  const queryClient = new QueryClient()
  for (const { endpoint, at, error } of reads) {
    const { queryKey } = endpointQuery(endpoint as typeof getTime, {})
    queryClient.setQueryData(queryKey, {} as never, { updatedAt: at })
    const query = queryClient.getQueryCache().find({ queryKey })
    if (error) query?.setState({ status: 'error', error, errorUpdatedAt: at, dataUpdatedAt: 0 })
    query?.setOptions({
      ...query.options,
      ...endpointQuery(endpoint as typeof getTime, {}),
    } as never)
  }
  return offlineSince(queryClient.getQueryCache().getAll())
}
const refusal = new ApiError({
  kind: 'refused',
  status: 404,
  code: 'not_found',
  description: 'No such bot.',
  attributes: {},
})

it('a service is not lost because /time fails', () => {
  const time = { endpoint: getTime, at: READ_AT, error: lost }
  expect(isLostAfter(time)).toBe(false)
  expect(isLostAfter(time, { endpoint: listGridBots, at: READ_AT - 90_000 })).toBe(false)
})

it('a response that broke off is no outage', () => {
  const broken = new ApiError({ kind: 'unreachable', because: 'The connection broke.' })
  expect(isLostAfter({ endpoint: listGridBots, at: READ_AT, error: broken })).toBe(false)
})

it('a service is offline since its last answer, or else since its first failure', () => {
  const failed = { endpoint: getMode, at: READ_AT, error: lost }
  expect(offlineAfter(failed)).toBe(READ_AT)
  expect(offlineAfter(failed, { endpoint: listGridBots, at: READ_AT - 9 })).toBe(READ_AT - 9)
  const refused = { endpoint: listGridBots, at: READ_AT - 5, error: refusal }
  expect(offlineAfter(failed, refused)).toBe(READ_AT - 5)
})

it('a service is lost if /mode fails, until it answers anything', () => {
  const mode = { endpoint: getMode, at: READ_AT, error: lost }
  expect(isLostAfter(mode, { endpoint: listGridBots, at: READ_AT - 1_000 })).toBe(true)
  expect(isLostAfter(mode, { endpoint: listGridBots, at: READ_AT + 1_000 })).toBe(false)
})

const refusedWith = (status: number) =>
  new ApiError({ kind: 'refused', status, code: 'no', description: 'No.', attributes: {} })

it.each([
  [listGridBots, lost, true],
  [listGridBots, refusedWith(401), true],
  [listGridBots, refusedWith(500), true],
  [getGridBot, refusedWith(404), false],
  [listDcaBots, refusedWith(401), false],
  [getTime, lost, false],
] as readonly [Endpoint, ApiError, boolean][])(
  'unreadError reports a first read of $0.name that failed with $1.message: $2',
  async (endpoint, error, isReported) => {
    const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    const options = {
      ...endpointQuery(endpoint, {} as never),
      queryFn: () => Promise.reject(error),
    }
    const observer = new QueryObserver(queryClient, options as never)
    const leave = observer.subscribe(() => undefined)
    await observer.refetch()
    const all = queryClient.getQueryCache().getAll()
    expect(unreadError(all)).toBe(isReported ? error : undefined)
    leave()
    expect(unreadError(all)).toBeUndefined()
  },
)
