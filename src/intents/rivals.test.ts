import { expect, it } from 'vitest'

import { createSmartTrade } from '#contract/smart-trades.ts'
import {
  BODY,
  ended,
  reconciling,
  memoryLocks,
  settled,
  TRADE,
  until,
} from '#testing/a-command-sender.ts'
import { anIntent } from '#testing/an-intent.ts'

import { dedupeKeyOf } from './intent.ts'

it('reconciling: a trade of another intent is never used, nor one that matches two open intents', async () => {
  const answers = () => [{ id: 4, ...TRADE }]
  const claimed = await reconciling(anIntent(createSmartTrade, { body: BODY }), { answers })
  await claimed.journal.record(
    anIntent(createSmartTrade, {
      id: 'other',
      body: '{}',
      outcome: { kind: 'placed', answer: { id: 4 } },
    }),
  )
  claimed.reconciler.consider('first')
  await ended(claimed)
  expect(claimed.shown()?.outcome.kind).toBe('unknown')

  const rivalled = await reconciling(anIntent(createSmartTrade, { body: BODY }), { answers })
  await rivalled.journal.record(anIntent(createSmartTrade, { id: 'other', body: BODY }))
  rivalled.reconciler.consider('first')
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
  'reconciling: no trade is used for a %s one while a request under way may have made it',
  async (_, intent, ids, outcome) => {
    const locks = memoryLocks()
    const answers = () => ids.map((id) => ({ id, ...TRADE }))
    const one = await reconciling(intent, { answers, locks })
    const other = anIntent(createSmartTrade, {
      id: 'other',
      body: BODY.replace('}}}', '}},"take_profit":{"enabled":false}}'),
      outcome: { kind: 'sending' },
    })
    let answer: () => void = () => undefined
    void locks.ifFree(dedupeKeyOf(other), () => new Promise<void>((done) => (answer = done)))
    await one.journal.record(other)
    one.reconciler.consider('first')
    await until(() => one.reads.length > 0)
    await settled()
    expect(one.shown()?.outcome.kind).toBe(outcome.kind)
    await one.journal.change('other', { outcome: { kind: 'placed', answer: { id: 5 } } })
    answer()
    await ended(one)
    expect(one.shown()?.outcome).toMatchObject(outcome)
  },
)
