import { describe, expect, it } from 'vitest'

import { createSmartTrade } from '#contract/smart-trades.ts'
import { BODY, ended, reconciling, TRADE, until } from '#testing/a-command-sender.ts'
import { anIntent } from '#testing/an-intent.ts'

const SENT = 1_000_000
const rows = (...ids: number[]) => ids.map((id) => ({ id, ...TRADE }))
const at = (id: number, created_at: number) => ({ ...TRADE, id, data: { created_at } })
const placed = { kind: 'placed' as const, answer: { id: 4 } }
const order = (wishes: Parameters<typeof anIntent>[1] = {}) =>
  anIntent(createSmartTrade, { body: BODY, sentAt: SENT, serviceSentAt: SENT, ...wishes })

it('a repeated order: every copy is counted', async () => {
  const one = await reconciling(order({ outcome: placed }), { answers: () => rows(9, 4, 7, 5) })
  one.reconciler.consider('first')
  await ended(one)
  expect(one.shown()?.outcome).toEqual({ kind: 'duplicated', ids: [4, 5, 7, 9] })
})

it('a repeated order: counting continues while copies arrive', async () => {
  const one = await reconciling(order({ outcome: placed }), {
    answers: (count) =>
      [rows(4), rows(4), rows(4, 5), rows(4, 5), rows(4, 5, 6)][count - 1] ?? rows(4, 5, 6),
  })
  one.reconciler.consider('first')
  await until(() => one.shown()?.outcome.kind === 'duplicated')
  await ended(one)
  expect(one.shown()?.outcome).toEqual({ kind: 'duplicated', ids: [4, 5, 6] })
})

it('a repeated order: more copies are looked for after one is found without an answer', async () => {
  const one = await reconciling(order(), {
    answers: (count) => (count < 2 ? [] : count < 4 ? rows(4) : rows(4, 5, 6)),
  })
  one.reconciler.consider('first')
  await ended(one)
  expect(one.shown()?.outcome).toEqual({ kind: 'duplicated', ids: [4, 5, 6] })
})

it('a repeated order: a copy missing from a later read still counts', async () => {
  const one = await reconciling(order({ outcome: { kind: 'duplicated', ids: [4, 5] } }), {
    answers: () => rows(6),
  })
  one.reconciler.consider('first')
  await ended(one)
  expect(one.shown()?.outcome).toEqual({ kind: 'duplicated', ids: [4, 5, 6] })
})

it('a repeated order: the answered one counts even if the list lacks it', async () => {
  const one = await reconciling(order({ outcome: placed }), { answers: () => rows(5) })
  one.reconciler.consider('first')
  await ended(one)
  expect(one.shown()?.outcome).toEqual({ kind: 'duplicated', ids: [4, 5] })
})

it('a repeated order: full pages are followed by another read', async () => {
  const others = Array.from({ length: 100 }, (_, index) => at(100 + index, SENT - 60_000))
  const pages = [[...others.slice(1), ...rows(4)], [...others.slice(1), ...rows(5)], rows(6)]
  const one = await reconciling(order({ outcome: placed }), {
    answers: (_, request) => pages[(request as { query: { page: number } }).query.page - 1],
  })
  one.reconciler.consider('first')
  await ended(one)
  expect(one.shown()?.outcome).toEqual({ kind: 'duplicated', ids: [4, 5, 6] })
})

describe('time span of copies', () => {
  const found = async (row: object, wishes: Parameters<typeof anIntent>[1] = {}, offset = 0) => {
    const one = await reconciling(order(wishes), { answers: () => [row], offset: () => offset })
    one.reconciler.consider('first')
    await ended(one)
    return one.shown()
  }

  it('the time span of copies uses the service’s clock at sending, despite a changed browser clock', async () => {
    // The clock was an hour slow at sending, and is right now.
    const slow = { sentAt: SENT - 3_600_000, endedAt: SENT - 3_580_000 }
    const order = await found(at(4, SENT + 500), { ...slow, serviceSentAt: SENT }, 0)
    expect(order?.outcome).toMatchObject({ kind: 'placed', answer: { id: 4 } })
  })

  it('the time span of copies is fixed by the first read, if it was unknown at sending', async () => {
    let offset = 3_600_000
    const intent = anIntent(createSmartTrade, { body: BODY, sentAt: SENT })
    const one = await reconciling(intent, {
      answers: (count) => {
        // The clock is set right meanwhile.
        offset = 0
        return count < 3 ? [] : [at(4, SENT + 3_600_500)]
      },
      offset: () => offset,
    })
    one.reconciler.consider('first')
    await ended(one)
    expect(one.shown()).toMatchObject({
      serviceSentAt: SENT + 3_600_000,
      outcome: { kind: 'placed', answer: { id: 4 } },
    })
  })

  it('the time span of copies ends two minutes after the timeout, so a later order is not counted', async () => {
    expect((await found(at(4, SENT + 139_000)))?.outcome.kind).toBe('placed')
    expect((await found(at(4, SENT + 141_000)))?.outcome.kind).toBe('unknown')
    expect((await found(at(4, SENT - 11_000)))?.outcome.kind).toBe('unknown')
  })

  it('the time span of copies ends with the answer, despite a changed browser clock', async () => {
    const wishes = { outcome: placed, endedAt: SENT + 3_600_000 }
    expect((await found(at(5, SENT + 60_000), wishes))?.outcome.kind).toBe('placed')
    expect((await found(at(5, SENT + 15_000), wishes))?.outcome.kind).toBe('duplicated')
  })
})
