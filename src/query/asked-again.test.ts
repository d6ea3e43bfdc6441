import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'

import { listGridBots } from '#contract/grid-bots.ts'
import { refused } from '#testing/a-browser.ts'

import { endpointQuery } from './endpoint-query.ts'
import { createQueryClient } from './query-client.ts'

afterEach(() => void vi.useRealTimers())

/** How often a list is asked for that fails ahead of its page, and is then shown so much later. */
async function timesAsked(error: Error, milliseconds: number): Promise<number> {
  vi.useFakeTimers()
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

it('what the key or its plan may not read is not asked for again by the page that shows it', async () => {
  expect(await timesAsked(refused(403), 1_000)).toBe(1)
  expect(await timesAsked(refused(401), 1_000)).toBe(1)
  // The trader may have changed that at the service.
  expect(await timesAsked(refused(403), 16_000)).toBe(2)
})

it('what failed otherwise ahead of its page is asked for by the page', async () => {
  expect(await timesAsked(refused(429), 1_000)).toBe(2)
  expect(await timesAsked(refused(404), 1_000)).toBe(2)
})
