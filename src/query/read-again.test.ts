import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'

import { createSmartTrade } from '#contract/smart-trades.ts'
import { listGridBots, stopGridBot } from '#contract/grid-bots.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Intent } from '#intents/intent.ts'

import { endpointQuery } from './endpoint-query.ts'
import { AT_MOST_EVERY, FILLED_AFTER, readAgainAfter } from './read-again.ts'

type Write = Pick<Intent, 'id' | 'endpoint' | 'outcome'>
type Kind = Intent['outcome']['kind']

/** A list that somebody looks at, writes that end when they are told to, and a clock that stands. */
async function openPaperProcess() {
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
  const paper = {
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
  await paper.answer()
  reads = 0
  return paper
}

describe('what a write may have changed', () => {
  it.each(['placed', 'unknown'] as const)('is read again once it is %s', async (kind) => {
    const paper = await openPaperProcess()
    paper.write('a', 'sending')
    expect(paper.reads()).toBe(0)
    paper.write('a', kind)
    expect(paper.reads()).toBe(1)
    paper.write('a', kind)
    await paper.answer()
    expect(paper.reads()).toBe(1)
  })

  it('is read once more when its orders may have been filled', async () => {
    const paper = await openPaperProcess()
    paper.write('a', 'placed')
    await paper.answer()
    await paper.pass(1_000)
    expect(paper.reads()).toBe(1)
    await paper.pass(2_000)
    expect(paper.reads()).toBe(2)
    await paper.answer()
    await paper.pass(FILLED_AFTER)
    expect(paper.reads()).toBe(2)
  })

  it('is left alone by a refusal and by a write of another area', async () => {
    const paper = await openPaperProcess()
    paper.write('a', 'refused')
    paper.write('b', 'placed', { ...createSmartTrade, writes: ['smart_trades'] })
    expect(paper.reads()).toBe(0)
  })

  it('is read a few times for fifty stops in a row, the last time after the last of them', async () => {
    const paper = await openPaperProcess()
    for (let row = 0; row < 50; row += 1) {
      paper.write(`${row + 1}`, 'sending')
      paper.write(`${row}`, row % 5 === 0 ? 'unknown' : 'placed')
      await paper.answer()
      await paper.pass(100)
    }
    // At once, and once in the five seconds since.
    expect(paper.reads()).toBe(2)
    paper.write('50', 'unknown')
    expect(paper.reads()).toBe(3)
    await paper.answer()
    await paper.pass(FILLED_AFTER)
    await paper.answer()
    await paper.pass(FILLED_AFTER)
    expect(paper.reads()).toBe(4)
  })

  it('does not wait long for a write that hangs', async () => {
    const paper = await openPaperProcess()
    paper.write('hangs', 'sending')
    paper.write('a', 'unknown')
    await paper.answer()
    paper.write('b', 'unknown')
    expect(paper.reads()).toBe(1)
    await paper.pass(AT_MOST_EVERY)
    expect(paper.reads()).toBe(2)
  })

  it('is read afresh when it changes while it is being read', async () => {
    const paper = await openPaperProcess()
    paper.write('hangs', 'sending')
    paper.write('a', 'unknown')
    paper.write('b', 'unknown')
    await paper.pass(AT_MOST_EVERY)
    // The first reading has not been answered: it is not thrown away for the second.
    expect(paper.reads()).toBe(1)
    await paper.answer()
    expect(paper.reads()).toBe(2)
    paper.write('hangs', 'placed')
    expect(paper.reads()).toBe(3)
  })
})
