import { describe, expect, it } from 'vitest'

import { ApiError } from '#client/api-error.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { createGridBot, stopGridBot } from '#contract/grid-bots.ts'
import { createSmartTrade } from '#contract/smart-trades.ts'
import { anIntent } from '#testing/an-intent.ts'
import { settled } from '#testing/a-door.ts'
import { memoryLocks } from '#testing/memory-locks.ts'

import { type Intent, samenessOf } from './intent.ts'
import { createJournal } from './journal.ts'
import { memoryJournal } from './journal-store.ts'
import { CHECKS, createLooker } from './looker.ts'

const BODY = JSON.stringify({
  account_id: 7,
  pair: 'USDT_BTC',
  position: { type: 'buy', order_type: 'market', units: { value: '1' } },
})
const TRADE = { position: { type: 'buy', units: { value: '1' } }, data: { created_at: 1_000_500 } }

type Wishes = {
  answers: (count: number) => unknown
  locks?: ReturnType<typeof memoryLocks>
  offset?: () => number | undefined
  isLeft?: () => boolean
}

/** A looker over a service that gives these answers in turn, where time passes at once. */
async function looking(intent: Intent, wishes: Wishes) {
  const { answers, locks = memoryLocks(), offset = () => 0, isLeft = () => false } = wishes
  const journal = createJournal({ store: memoryJournal(), openedAt: 0, announce: () => undefined })
  await journal.record(intent)
  const clock = { now: 1_030_000 }
  const reads: { endpoint: string; at: number }[] = []
  const looker = createLooker({
    journal,
    locks,
    now: () => clock.now,
    wait: async (milliseconds) => void (clock.now += milliseconds),
    read: async ({ name }: Endpoint) => {
      reads.push({ endpoint: name, at: clock.now - 1_030_000 })
      const answer = answers(reads.length)
      if (answer instanceof Error) throw answer
      return answer
    },
    offers: () => true,
    offset,
    isLeft,
  })
  const shown = () => journal.find(intent.id)
  return { journal, looker, reads, shown }
}

const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await settled()
}
const ended = ({ shown }: Awaited<ReturnType<typeof looking>>) =>
  until(() => shown()?.looked?.endedAt !== undefined)

describe('looking for what became of an intent', () => {
  it('reads for two minutes, further and further apart, and leaves it unknown', async () => {
    const one = await looking(anIntent(createSmartTrade, { body: BODY }), { answers: () => [] })
    one.looker.consider('first')
    await ended(one)
    expect(one.reads.map(({ at }) => at)).toEqual([
      500, 1_500, 3_500, 7_500, 15_500, 31_500, 63_500, 120_000,
    ])
    expect(one.shown()).toMatchObject({ outcome: { kind: 'unknown' }, looked: { checks: CHECKS } })
  })

  it('stops at the first reading that tells', async () => {
    const one = await looking(anIntent(createSmartTrade, { body: BODY }), {
      answers: (count) => (count < 3 ? [] : [{ id: 4, ...TRADE }]),
    })
    one.looker.consider('first')
    await ended(one)
    expect(one.reads).toHaveLength(3)
    expect(one.shown()).toMatchObject({
      outcome: { kind: 'placed', answer: { id: 4 }, isFound: true },
      endedAt: 1_020_000,
    })
  })

  it('counts no reading that failed', async () => {
    const one = await looking(anIntent(stopGridBot), { answers: () => new Error('offline') })
    one.looker.consider('first')
    await ended(one)
    expect(one.reads).toHaveLength(CHECKS)
    expect(one.shown()).toMatchObject({ outcome: { kind: 'unknown' }, looked: { checks: 0 } })
  })

  it('looks once more when asked to, and finds what has come since', async () => {
    let made: unknown[] = []
    const one = await looking(anIntent(createGridBot, { body: '{"account_id":7,"pair":"A_B"}' }), {
      answers: () => made,
    })
    one.looker.consider('first')
    await ended(one)
    made = [{ id: 4, account_id: 7, pair: 'A_B', created_at: 1_000_500 }]
    one.looker.consider('first')
    await settled()
    expect(one.shown()?.outcome.kind).toBe('unknown')
    await one.looker.lookAgain('first')
    expect(one.shown()?.outcome).toMatchObject({ kind: 'placed', answer: { id: 4 } })
  })

  it('stops when the trader lays it aside', async () => {
    const one = await looking(anIntent(stopGridBot), {
      answers: (count) => {
        if (count === 2) void one.journal.change('first', { closedAt: 1_040_000 })
        return {}
      },
    })
    one.looker.consider('first')
    await ended(one)
    expect(one.reads).toHaveLength(2)
  })

  it('leaves it to the tab that looks already', async () => {
    const locks = memoryLocks()
    void locks.ifFree('looking for first', () => new Promise(() => undefined))
    const one = await looking(anIntent(stopGridBot), { answers: () => ({}), locks })
    one.looker.consider('first')
    await settled()
    expect(one.reads).toEqual([])
  })

  it('takes over when the tab that looks is closed, and not when it has finished', async () => {
    for (const [looked, reads] of [
      [{ checks: 2, endedAt: undefined }, CHECKS],
      [{ checks: CHECKS, endedAt: 1_150_000 }, 0],
    ] as const) {
      const locks = memoryLocks()
      let leave = () => undefined as void
      void locks.ifFree('looking for first', () => new Promise((resolve) => (leave = resolve)))
      const one = await looking(anIntent(stopGridBot), { answers: () => ({}), locks })
      one.looker.consider('first')
      await one.journal.change('first', { looked })
      await settled()
      expect(one.reads).toEqual([])
      leave()
      await ended(one)
      expect(one.reads).toHaveLength(reads)
    }
  })

  it('asks nothing more once the connection is left, and leaves it to the next one', async () => {
    let isLeft = false
    const answers = (count: number) => {
      isLeft = count === 2
      return {}
    }
    const locks = memoryLocks()
    const one = await looking(anIntent(stopGridBot), { answers, locks, isLeft: () => isLeft })
    one.looker.consider('first')
    await locks.whenFree('looking for first', async () => undefined)
    expect(one.reads).toHaveLength(2)
    expect(one.shown()?.looked).toEqual({ checks: 2, endedAt: undefined })
  })

  it('asks the service for its time first where this clock was set anew', async () => {
    let offset: number | undefined
    const intent = anIntent(createSmartTrade, { body: BODY })
    const one = await looking(intent, {
      answers: (count) => (count === 1 ? ((offset = 5_000), {}) : [{ id: 4, ...TRADE }]),
      offset: () => offset,
    })
    one.looker.consider('first')
    await ended(one)
    expect(one.reads.map(({ endpoint }) => endpoint)).toEqual(['getTime', 'listSmartTrades'])
  })

  it('finds what a repeated request made besides what was answered', async () => {
    const answers = () => [4, 5].map((id) => ({ id, ...TRADE }))
    const outcome = { kind: 'placed' as const, answer: { id: 4 } }
    const one = await looking(anIntent(createSmartTrade, { body: BODY, outcome }), { answers })
    one.looker.consider('first')
    await ended(one)
    expect(one.shown()?.outcome).toEqual({ kind: 'twice', ids: [4, 5] })
  })

  it('finds what the first of two deliveries made, whose second was refused', async () => {
    const error = new ApiError({ kind: 'unreadable', status: 422 })
    const intent = anIntent(createSmartTrade, { body: BODY, outcome: { kind: 'refused', error } })
    const one = await looking(intent, { answers: () => [{ id: 4, ...TRADE }] })
    one.looker.consider('first')
    await ended(one)
    expect(one.shown()?.outcome).toMatchObject({ kind: 'placed', answer: { id: 4 } })
  })

  it('does not look for a second one where the service remembers keys, or where twice does no harm', async () => {
    const outcome = { kind: 'placed' as const, answer: {} }
    for (const intent of [
      anIntent(createSmartTrade, { body: BODY, outcome, headers: { 'Idempotency-Key': 'first' } }),
      anIntent(stopGridBot, { outcome }),
    ]) {
      const one = await looking(intent, { answers: () => [] })
      one.looker.consider('first')
      await settled()
      expect(one.reads).toEqual([])
    }
  })

  it('never takes the trade of another intent, nor one of two that are alike and both open', async () => {
    const answers = () => [{ id: 4, ...TRADE }]
    const claimed = await looking(anIntent(createSmartTrade, { body: BODY }), { answers })
    await claimed.journal.record(
      anIntent(createSmartTrade, {
        id: 'other',
        body: '{}',
        outcome: { kind: 'placed', answer: { id: 4 } },
      }),
    )
    claimed.looker.consider('first')
    await ended(claimed)
    expect(claimed.shown()?.outcome.kind).toBe('unknown')

    const rivalled = await looking(anIntent(createSmartTrade, { body: BODY }), { answers })
    await rivalled.journal.record(anIntent(createSmartTrade, { id: 'other', body: BODY }))
    rivalled.looker.consider('first')
    await ended(rivalled)
    expect(rivalled.shown()?.outcome.kind).toBe('unknown')
    expect(rivalled.shown()?.looked?.checks).toBe(0)
  })

  it.each([
    ['unknown', anIntent(createSmartTrade, { body: BODY }), [5], { kind: 'unknown' }],
    [
      'placed',
      anIntent(createSmartTrade, { body: BODY, outcome: { kind: 'placed', answer: { id: 4 } } }),
      [4, 5],
      { kind: 'placed', answer: { id: 4 } },
    ],
  ])(
    'takes no trade for one that is %s while it may be that of one under way',
    async (_, intent, ids, outcome) => {
      const locks = memoryLocks()
      const answers = () => ids.map((id) => ({ id, ...TRADE }))
      const one = await looking(intent, { answers, locks })
      const other = anIntent(createSmartTrade, {
        id: 'other',
        body: BODY.replace('}}}', '}},"take_profit":{"enabled":false}}'),
        outcome: { kind: 'sending' },
      })
      let answer: () => void = () => undefined
      void locks.ifFree(samenessOf(other), () => new Promise<void>((done) => (answer = done)))
      await one.journal.record(other)
      one.looker.consider('first')
      await until(() => one.reads.length > 0)
      await settled()
      expect(one.shown()?.outcome.kind).toBe(outcome.kind)
      await one.journal.change('other', { outcome: { kind: 'placed', answer: { id: 5 } } })
      answer()
      await ended(one)
      expect(one.shown()?.outcome).toMatchObject(outcome)
    },
  )
})
