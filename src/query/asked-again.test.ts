import { environmentManager, focusManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { listGridBots } from '#contract/grid-bots.ts'
import { refused } from '#testing/a-browser.ts'

import { endpointQuery, every } from './endpoint-query.ts'
import { createQueryClient } from './query-client.ts'

beforeEach(() => {
  vi.useFakeTimers()
  environmentManager.setIsServer(() => false)
  focusManager.setFocused(true)
})
afterEach(() => void vi.useRealTimers())

/** Number of requests for a list whose prefetch fails and that is shown `milliseconds` later. */
async function requestsAfterFailedPrefetch(error: Error, milliseconds: number): Promise<number> {
  let asked = 0
  const client = createQueryClient({
    now: () => Date.now(),
    read: () => {
      asked += 1
      return Promise.reject(error)
    },
  })
  await client.prefetchQuery(endpointQuery(listGridBots, {}))
  await vi.advanceTimersByTimeAsync(milliseconds)
  const observer = new QueryObserver(client, endpointQuery(listGridBots, {}))
  const stop = observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(100)
  stop()
  client.clear()
  return asked
}

it('a page does not repeat a prefetch that was forbidden, unless 15 s have passed', async () => {
  expect(await requestsAfterFailedPrefetch(refused(403), 1_000)).toBe(1)
  expect(await requestsAfterFailedPrefetch(refused(401), 1_000)).toBe(1)
  // The user may have changed the permission meanwhile.
  expect(await requestsAfterFailedPrefetch(refused(403), 16_000)).toBe(2)
})

it('a page repeats a prefetch that failed for another reason', async () => {
  expect(await requestsAfterFailedPrefetch(refused(429), 1_000)).toBe(2)
  expect(await requestsAfterFailedPrefetch(refused(404), 1_000)).toBe(2)
})

/** Number of requests of an open page that reads every 15 s. */
async function requestsOfOpenPage(
  answer: () => Promise<never>,
  milliseconds: number,
): Promise<number> {
  let asked = 0
  const client = createQueryClient({
    now: () => Date.now(),
    read: () => {
      asked += 1
      return answer()
    },
  })
  const options = { ...endpointQuery(listGridBots, {}), refetchInterval: every(15_000) }
  const stop = new QueryObserver(client, options).subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(milliseconds)
  stop()
  client.clear()
  return asked
}

it('an open page repeats a forbidden read every five minutes', async () => {
  expect(await requestsOfOpenPage(() => Promise.reject(refused(403)), 299_000)).toBe(1)
  expect(await requestsOfOpenPage(() => Promise.reject(refused(401)), 301_000)).toBe(2)
})

it('an open page repeats other failed reads at its usual interval', async () => {
  expect(await requestsOfOpenPage(() => Promise.reject(refused(404)), 31_000)).toBe(3)
})

it('an open page returns to its usual interval once a read is allowed', async () => {
  let isAllowed = false
  const answer = () => (isAllowed ? Promise.resolve([] as never) : Promise.reject(refused(403)))
  setTimeout(() => (isAllowed = true), 100_000)
  expect(await requestsOfOpenPage(answer, 331_000)).toBe(4)
})
