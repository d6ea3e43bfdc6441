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

/** How often a list is asked for that fails ahead of its page, and is then shown so much later. */
async function timesAsked(error: Error, milliseconds: number): Promise<number> {
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

/** How often an open page that reads every 15 s has asked after so many milliseconds. */
async function timesPolled(answer: () => Promise<never>, milliseconds: number): Promise<number> {
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

it('an open page asks for what the key or its plan may not read every five minutes', async () => {
  expect(await timesPolled(() => Promise.reject(refused(403)), 299_000)).toBe(1)
  expect(await timesPolled(() => Promise.reject(refused(401)), 301_000)).toBe(2)
})

it('an open page goes on asking for what failed otherwise', async () => {
  expect(await timesPolled(() => Promise.reject(refused(404)), 31_000)).toBe(3)
})

it('reads at its own interval again once the key may', async () => {
  let isAllowed = false
  const answer = () => (isAllowed ? Promise.resolve([] as never) : Promise.reject(refused(403)))
  setTimeout(() => (isAllowed = true), 100_000)
  expect(await timesPolled(answer, 331_000)).toBe(4)
})
