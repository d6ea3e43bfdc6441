import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'

import type { Endpoint } from '#contract/endpoint.ts'
import { listGridBots } from '#contract/grid-bots.ts'
import { listHistory } from '#contract/history.ts'
import { listSmartTrades } from '#contract/smart-trades.ts'
import { getMode } from '#contract/system.ts'

import { endpointQuery, every } from './endpoint-query.ts'
import { liveness } from './liveness.ts'
import { READ_AGAIN_EVERY, readChanged } from './read-changed.ts'

/** A page that shows these lists, and a clock moved by hand. */
async function aPage(...shown: Endpoint[]) {
  const reads: string[] = []
  const waits: { at: number; run: () => void }[] = []
  const queryClient = new QueryClient()
  let now = Date.now() + 60_000
  for (const endpoint of shown) {
    const options = endpointQuery(endpoint, {} as never)
    const queryFn = async () => {
      reads.push(endpoint.name)
      return [] as never
    }
    new QueryObserver(queryClient, { ...options, queryFn }).subscribe(() => undefined)
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  await settled()
  reads.length = 0
  const after = (wait: number, run: () => void) => waits.push({ at: now + wait, run })
  const changed = readChanged(queryClient, { now: () => now, after })
  return {
    reads,
    queryClient,
    async changed(...areas: string[]) {
      changed(areas)
      await settled()
      // React Query dates by the machine's clock.
      for (const { state } of queryClient.getQueryCache().getAll()) {
        if (reads.length > 0) state.dataUpdatedAt = now
      }
    },
    async pass(milliseconds: number) {
      now += milliseconds
      for (const { run } of waits.splice(0).filter(({ at }) => at <= now)) run()
      await settled()
    },
  }
}

it('a change makes the reads of its area due, and no others', async () => {
  const page = await aPage(listSmartTrades, listGridBots)
  await page.changed('smart_trades')
  expect(page.reads).toEqual(['listSmartTrades'])
})

it('an endpoint is read at most once in two seconds, however often it changes', async () => {
  const page = await aPage(listSmartTrades)
  for (let count = 0; count < 5; count += 1) await page.changed('smart_trades')
  expect(page.reads).toHaveLength(1)
  await page.pass(READ_AGAIN_EVERY)
  expect(page.reads).toHaveLength(2)
})

it('an unknown area changes nothing', async () => {
  const page = await aPage(listSmartTrades)
  await page.changed('of_a_later_year')
  expect(page.reads).toEqual([])
})

const intervalOf = (endpoint: Endpoint, usual: number) =>
  every(usual)({ state: {}, meta: { endpoint } })

it('polls of what the stream announces are four times as far apart while live', () => {
  expect(intervalOf(listHistory, 10_000)).toBe(10_000)
  liveness.set(true)
  expect(intervalOf(listHistory, 10_000)).toBe(40_000)
  // A mode counts as confirmed for a minute.
  expect(intervalOf(getMode, 15_000)).toBe(45_000)
  expect(intervalOf(listHistory, 60_000)).toBe(60_000)
  // Profits move with prices, which no event announces.
  expect(intervalOf(listSmartTrades, 10_000)).toBe(10_000)
  liveness.set(false)
  expect(intervalOf(listHistory, 10_000)).toBe(10_000)
})
