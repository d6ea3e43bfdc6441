import { CancelledError } from '@tanstack/react-query'
import { expect, it } from 'vitest'

import { createPanicReader } from './panic-reader.ts'

it('reads all lists again after a switch of mode has cancelled a read', async () => {
  let readsOfGridBots = 0
  const rests: (() => void)[] = []
  const reader = createPanicReader({
    now: () => 0,
    wait: () => new Promise((resolve) => rests.push(resolve)),
    follower: {
      took: () => undefined,
      afterPage: () => Promise.resolve('next page'),
      passed: () => undefined,
      isActive: () => false,
      rest: () => 0,
    },
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
    gridBots: { rows: [], problem: 'The reading was cut off.' },
  })
  rests[0]?.()
  await expect.poll(() => reader.get().isWhole).toBe(true)
  expect(reader.get().gridBots).toEqual({ rows: [] })
})
