import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'

import { createSmartTrade } from '#contract/smart-trades.ts'
import { listGridBots, stopGridBot } from '#contract/grid-bots.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Intent } from '#intents/intent.ts'

import { endpointQuery } from './endpoint-query.ts'
import { MIN_INTERVAL, FILL_TIME, readAgainAfter } from './read-again.ts'

type Write = Pick<Intent, 'id' | 'endpoint' | 'outcome'>
type Kind = Intent['outcome']['kind']

/** A shown list of grid bots, writes that end on command, and a clock moved by hand. */
async function openPage() {
  const clock = { now: 1_000_000 }
  const waits: (() => void)[] = []
  const answers: (() => void)[] = []
  let reads = 0
  const queryClient = new QueryClient()
  const observer = new QueryObserver(queryClient, {
    ...endpointQuery(listGridBots, {}),
    queryFn: () => {
      reads += 1
      return new Promise<[]>((resolve) => answers.push(() => resolve([])))
    },
  })
  observer.subscribe(() => {})

  const intents = new Map<string, Write>()
  const listeners = new Set<() => void>()
  readAgainAfter(
    {
      all: () => [...intents.values()],
      subscribe: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    queryClient,
    { now: () => clock.now, later: (run) => waits.push(run) },
  )
  const page = {
    reads: () => reads,
    write(id: string, kind: Kind, endpoint: Endpoint = stopGridBot) {
      intents.set(id, { id, endpoint, outcome: { kind } as Intent['outcome'] })
      listeners.forEach((listener) => listener())
    },
    async answer() {
      answers.splice(0).forEach((answer) => answer())
      await new Promise((resolve) => setImmediate(resolve))
    },
    async pass(milliseconds: number) {
      clock.now += milliseconds
      waits.splice(0).forEach((run) => run())
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
  await page.answer()
  reads = 0
  return page
}

it.each(['placed', 'unknown'] as const)(
  'a write that ends as %s is followed by one read',
  async (kind) => {
    const page = await openPage()
    page.write('a', 'sending')
    expect(page.reads()).toBe(0)
    page.write('a', kind)
    expect(page.reads()).toBe(1)
    page.write('a', kind)
    await page.answer()
    expect(page.reads()).toBe(1)
  },
)

it('a write is followed by a second read after 3 s, when its orders may be filled', async () => {
  const page = await openPage()
  page.write('a', 'placed')
  await page.answer()
  await page.pass(1_000)
  expect(page.reads()).toBe(1)
  await page.pass(2_000)
  expect(page.reads()).toBe(2)
  await page.answer()
  await page.pass(FILL_TIME)
  expect(page.reads()).toBe(2)
})

it('a refused write and a write of another area cause no read', async () => {
  const page = await openPage()
  page.write('a', 'refused')
  page.write('b', 'placed', { ...createSmartTrade, writes: ['smart_trades'] })
  expect(page.reads()).toBe(0)
})

it('fifty stops in a row share four reads, the last one after the last stop', async () => {
  const page = await openPage()
  for (let row = 0; row < 50; row += 1) {
    page.write(`${row + 1}`, 'sending')
    page.write(`${row}`, row % 5 === 0 ? 'unknown' : 'placed')
    await page.answer()
    await page.pass(100)
  }
  // Immediately, and once in the next five seconds.
  expect(page.reads()).toBe(2)
  page.write('50', 'unknown')
  expect(page.reads()).toBe(3)
  await page.answer()
  await page.pass(FILL_TIME)
  await page.answer()
  await page.pass(FILL_TIME)
  expect(page.reads()).toBe(4)
})

it('a hanging write delays the next read by at most 3 s', async () => {
  const page = await openPage()
  page.write('hangs', 'sending')
  page.write('a', 'unknown')
  await page.answer()
  page.write('b', 'unknown')
  expect(page.reads()).toBe(1)
  await page.pass(MIN_INTERVAL)
  expect(page.reads()).toBe(2)
})

it('a write during a read is followed by another read when the first has ended', async () => {
  const page = await openPage()
  page.write('hangs', 'sending')
  page.write('a', 'unknown')
  page.write('b', 'unknown')
  await page.pass(MIN_INTERVAL)
  // The first read is still in progress and is not cancelled.
  expect(page.reads()).toBe(1)
  await page.answer()
  expect(page.reads()).toBe(2)
  page.write('hangs', 'placed')
  expect(page.reads()).toBe(3)
})
