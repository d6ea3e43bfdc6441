import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'

import { createSmartTrade } from '#contract/smart-trades.ts'
import { listGridBots, stopGridBot } from '#contract/grid-bots.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Intent } from '#intents/intent.ts'

import { endpointQuery } from './endpoint-query.ts'
import { AT_MOST_EVERY, readAgainAfter } from './read-again.ts'

type Write = Pick<Intent, 'id' | 'endpoint' | 'outcome'>
type Kind = Intent['outcome']['kind']

/** A list that somebody looks at, writes that end when they are told to, and a clock that stands. */
async function openHouse() {
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
  const house = {
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
  await house.answer()
  reads = 0
  return house
}

describe('what a write may have changed', () => {
  it.each(['placed', 'unknown'] as const)('is read again once it is %s', async (kind) => {
    const house = await openHouse()
    house.write('a', 'sending')
    expect(house.reads()).toBe(0)
    house.write('a', kind)
    expect(house.reads()).toBe(1)
    house.write('a', kind)
    await house.answer()
    expect(house.reads()).toBe(1)
  })

  it('is left alone by a refusal and by a write of another area', async () => {
    const house = await openHouse()
    house.write('a', 'refused')
    house.write('b', 'placed', { ...createSmartTrade, writes: ['smart_trades'] })
    expect(house.reads()).toBe(0)
  })

  it('is read a few times for fifty stops in a row, the last time after the last of them', async () => {
    const house = await openHouse()
    for (let row = 0; row < 50; row += 1) {
      house.write(`${row + 1}`, 'sending')
      house.write(`${row}`, row % 5 === 0 ? 'unknown' : 'placed')
      await house.answer()
      await house.pass(100)
    }
    // At once, and once in the five seconds since.
    expect(house.reads()).toBe(2)
    house.write('50', 'unknown')
    expect(house.reads()).toBe(3)
    await house.answer()
    await house.pass(AT_MOST_EVERY)
    expect(house.reads()).toBe(3)
  })

  it('does not wait long for a write that hangs', async () => {
    const house = await openHouse()
    house.write('hangs', 'sending')
    house.write('a', 'unknown')
    await house.answer()
    house.write('b', 'unknown')
    expect(house.reads()).toBe(1)
    await house.pass(AT_MOST_EVERY)
    expect(house.reads()).toBe(2)
  })

  it('is read afresh when it changes while it is being read', async () => {
    const house = await openHouse()
    house.write('hangs', 'sending')
    house.write('a', 'unknown')
    house.write('b', 'unknown')
    await house.pass(AT_MOST_EVERY)
    // The first reading has not been answered: it is not thrown away for the second.
    expect(house.reads()).toBe(1)
    await house.answer()
    expect(house.reads()).toBe(2)
    house.write('hangs', 'placed')
    expect(house.reads()).toBe(3)
  })
})
