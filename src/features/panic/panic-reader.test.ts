import { CancelledError } from '@tanstack/react-query'
import { expect, it } from 'vitest'

import { aSmartTrade } from '#testing/a-smart-trade.ts'

import { createPanicReader, PAGE } from './panic-reader.ts'

/** Nothing is sent by what is read. */
const follower = {
  took: () => undefined,
  afterPage: () => Promise.resolve('next page' as const),
  passed: () => undefined,
  isActive: () => false,
  rest: () => 0,
}

it('panic: every page of SmartTrades is read, up to the first that is not full', async () => {
  const asked: number[] = []
  const reader = createPanicReader({
    now: () => 0,
    wait: () => new Promise(() => undefined),
    follower,
    reads: () => ({
      gridBots: () => Promise.resolve([]),
      dcaBots: () => Promise.resolve([]),
      smartTrades(page) {
        asked.push(page)
        const count = page < 3 ? PAGE : 30
        return Promise.resolve(
          Array.from({ length: count }, (_, row) => aSmartTrade({ id: page * 1_000 + row })),
        )
      },
    }),
  })
  reader.watch()
  await expect.poll(() => reader.get().isWhole).toBe(true)
  expect(asked).toEqual([1, 2, 3])
  expect(reader.get().smartTrades.rows).toHaveLength(230)
})

it('panic: all lists are read again after a switch of mode cancelled a read', async () => {
  let readsOfGridBots = 0
  const rests: (() => void)[] = []
  const reader = createPanicReader({
    now: () => 0,
    wait: () => new Promise((resolve) => rests.push(resolve)),
    follower,
    reads: () => ({
      async gridBots() {
        readsOfGridBots += 1
        if (readsOfGridBots === 1) throw new CancelledError()
        return []
      },
      dcaBots: () => Promise.resolve([]),
      smartTrades: () => Promise.resolve([]),
    }),
  })
  reader.watch()
  await expect.poll(() => rests.length).toBe(1)
  expect(reader.get()).toMatchObject({
    isWhole: false,
    gridBots: { rows: [], problem: 'The read was interrupted.' },
  })
  rests[0]?.()
  await expect.poll(() => reader.get().isWhole).toBe(true)
  expect(reader.get().gridBots).toEqual({ rows: [] })
})
