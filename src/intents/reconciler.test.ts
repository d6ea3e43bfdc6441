import { expect, it } from 'vitest'

import { ApiError } from '#client/api-error.ts'
import { createGridBot, stopGridBot } from '#contract/grid-bots.ts'
import { createSmartTrade } from '#contract/smart-trades.ts'
import { BODY, ended, reconciling, memoryLocks, settled, TRADE } from '#testing/a-command-sender.ts'
import { anIntent } from '#testing/an-intent.ts'

import { outcomeOfFailure } from './outcome.ts'
import { CHECKS } from './reconciler.ts'

it('reconciling: reads go on for two minutes at growing intervals, then the outcome stays unknown', async () => {
  const one = await reconciling(anIntent(createSmartTrade, { body: BODY }), { answers: () => [] })
  one.reconciler.consider('first')
  await ended(one)
  expect(one.reads.map(({ at }) => at)).toEqual([
    500, 1_500, 3_500, 7_500, 15_500, 31_500, 63_500, 120_000,
  ])
  expect(one.shown()).toMatchObject({ outcome: { kind: 'unknown' }, looked: { checks: CHECKS } })
})

it('reconciling: the first conclusive read ends it', async () => {
  const one = await reconciling(anIntent(createSmartTrade, { body: BODY }), {
    answers: (count) => (count < 3 ? [] : [{ id: 4, ...TRADE }]),
  })
  one.reconciler.consider('first')
  await ended(one)
  // Three more are for copies.
  expect(one.reads).toHaveLength(3 + 3)
  expect(one.shown()).toMatchObject({
    outcome: { kind: 'placed', answer: { id: 4 }, isFound: true },
    endedAt: 1_020_000,
  })
})

it('reconciling: failed reads do not count', async () => {
  const one = await reconciling(anIntent(stopGridBot), { answers: () => new Error('offline') })
  one.reconciler.consider('first')
  await ended(one)
  expect(one.reads).toHaveLength(CHECKS)
  expect(one.shown()).toMatchObject({ outcome: { kind: 'unknown' }, looked: { checks: 0 } })
})

it('reconciling: another check on request finds later changes', async () => {
  let made: unknown[] = []
  const one = await reconciling(
    anIntent(createGridBot, { body: '{"account_id":7,"pair":"A_B"}' }),
    {
      answers: () => made,
    },
  )
  one.reconciler.consider('first')
  await ended(one)
  made = [{ id: 4, account_id: 7, pair: 'A_B', created_at: 1_000_500 }]
  one.reconciler.consider('first')
  await settled()
  expect(one.shown()?.outcome.kind).toBe('unknown')
  await one.reconciler.reconcile('first')
  expect(one.shown()?.outcome).toMatchObject({ kind: 'placed', answer: { id: 4 } })
})

it('reconciling: it ends when the trader resolves the outcome', async () => {
  const one = await reconciling(anIntent(stopGridBot), {
    answers: (count) => {
      if (count === 2) void one.journal.change('first', { closedAt: 1_040_000 })
      return {}
    },
  })
  one.reconciler.consider('first')
  await ended(one)
  expect(one.reads).toHaveLength(2)
})

it('reconciling: another tab that already reads is left to it', async () => {
  const locks = memoryLocks()
  void locks.ifFree('looking for first', () => new Promise(() => undefined))
  const one = await reconciling(anIntent(stopGridBot), { answers: () => ({}), locks })
  one.reconciler.consider('first')
  await settled()
  expect(one.reads).toEqual([])
})

it('reconciling: a tab takes over from a closed one, but not from one that has finished', async () => {
  for (const [looked, reads] of [
    [{ checks: 2, endedAt: undefined }, CHECKS],
    [{ checks: CHECKS, endedAt: 1_150_000 }, 0],
  ] as const) {
    const locks = memoryLocks()
    let leave = () => undefined as void
    void locks.ifFree('looking for first', () => new Promise((resolve) => (leave = resolve)))
    const one = await reconciling(anIntent(stopGridBot), { answers: () => ({}), locks })
    one.reconciler.consider('first')
    await one.journal.change('first', { looked })
    await settled()
    expect(one.reads).toEqual([])
    leave()
    await ended(one)
    expect(one.reads).toHaveLength(reads)
  }
})

it('reconciling: it stops when the connection is left, and the next page continues', async () => {
  let isLeft = false
  const answers = (count: number) => {
    isLeft = count === 2
    return {}
  }
  const locks = memoryLocks()
  const one = await reconciling(anIntent(stopGridBot), { answers, locks, isLeft: () => isLeft })
  one.reconciler.consider('first')
  await locks.whenFree('looking for first', async () => undefined)
  expect(one.reads).toHaveLength(2)
  expect(one.shown()?.looked).toEqual({ checks: 2, endedAt: undefined })
})

it('reconciling: after a change of the browser clock, the service’s time is read first', async () => {
  let offset: number | undefined
  const intent = anIntent(createSmartTrade, { body: BODY })
  const one = await reconciling(intent, {
    answers: (count) => (count === 1 ? ((offset = 5_000), {}) : [{ id: 4, ...TRADE }]),
    offset: () => offset,
  })
  one.reconciler.consider('first')
  await ended(one)
  expect(one.reads.map(({ endpoint }) => endpoint).slice(0, 2)).toEqual([
    'getTime',
    'listSmartTrades',
  ])
})

it('reconciling: copies besides the answered one are found', async () => {
  const answers = () => [4, 5].map((id) => ({ id, ...TRADE }))
  const outcome = { kind: 'placed' as const, answer: { id: 4 } }
  const one = await reconciling(anIntent(createSmartTrade, { body: BODY, outcome }), { answers })
  one.reconciler.consider('first')
  await ended(one)
  expect(one.shown()?.outcome).toEqual({ kind: 'duplicated', ids: [4, 5] })
})

it('reconciling: the first of two deliveries is found if the second was refused', async () => {
  const outcome = outcomeOfFailure(
    new ApiError({ kind: 'refused', status: 422, code: 'x', description: 'No.', attributes: {} }),
  )
  const intent = anIntent(createSmartTrade, { body: BODY, outcome })
  const one = await reconciling(intent, { answers: () => [{ id: 4, ...TRADE }] })
  one.reconciler.consider('first')
  await ended(one)
  expect(one.shown()?.outcome).toMatchObject({ kind: 'placed', answer: { id: 4 } })
})

it('reconciling: no copy is looked for with Idempotency-Key, or if a repetition is harmless', async () => {
  const outcome = { kind: 'placed' as const, answer: {} }
  for (const intent of [
    anIntent(createSmartTrade, { body: BODY, outcome, headers: { 'Idempotency-Key': 'first' } }),
    anIntent(stopGridBot, { outcome }),
  ]) {
    const one = await reconciling(intent, { answers: () => [] })
    one.reconciler.consider('first')
    await settled()
    expect(one.reads).toEqual([])
  }
})
