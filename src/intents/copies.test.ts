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

it('an order that the network repeated counts every copy, however many', async () => {
  const one = await reconciling(order({ outcome: placed }), { answers: () => rows(9, 4, 7, 5) })
  one.reconciler.consider('first')
  await ended(one)
  expect(one.shown()?.outcome).toEqual({ kind: 'duplicated', ids: [4, 5, 7, 9] })
})

it('an order that the network repeated counts on while copies still arrive', async () => {
  const one = await reconciling(order({ outcome: placed }), {
    answers: (count) =>
      [rows(4), rows(4), rows(4, 5), rows(4, 5), rows(4, 5, 6)][count - 1] ?? rows(4, 5, 6),
  })
  one.reconciler.consider('first')
  await until(() => one.shown()?.outcome.kind === 'duplicated')
  await ended(one)
  expect(one.shown()?.outcome).toEqual({ kind: 'duplicated', ids: [4, 5, 6] })
})

it('an order that the network repeated is looked for on where one is found after an answer was lost', async () => {
  const one = await reconciling(order(), {
    answers: (count) => (count < 2 ? [] : count < 4 ? rows(4) : rows(4, 5, 6)),
  })
  one.reconciler.consider('first')
  await ended(one)
  expect(one.shown()?.outcome).toEqual({ kind: 'duplicated', ids: [4, 5, 6] })
})

it('an order that the network repeated forgets no copy that a later reading does not show', async () => {
  const one = await reconciling(order({ outcome: { kind: 'duplicated', ids: [4, 5] } }), {
    answers: () => rows(6),
  })
  one.reconciler.consider('first')
  await ended(one)
  expect(one.shown()?.outcome).toEqual({ kind: 'duplicated', ids: [4, 5, 6] })
})

it('an order that the network repeated counts the one that was answered, though the list does not show it', async () => {
  const one = await reconciling(order({ outcome: placed }), { answers: () => rows(5) })
  one.reconciler.consider('first')
  await ended(one)
  expect(one.shown()?.outcome).toEqual({ kind: 'duplicated', ids: [4, 5] })
})

it('an order that the network repeated is read on, page by page, while pages are full', async () => {
  const others = Array.from({ length: 100 }, (_, index) => at(100 + index, SENT - 60_000))
  const pages = [[...others.slice(1), ...rows(4)], [...others.slice(1), ...rows(5)], rows(6)]
  const one = await reconciling(order({ outcome: placed }), {
    answers: (_, request) => pages[(request as { query: { page: number } }).query.page - 1],
  })
  one.reconciler.consider('first')
  await ended(one)
  expect(one.shown()?.outcome).toEqual({ kind: 'duplicated', ids: [4, 5, 6] })
})

describe('the time that is looked at', () => {
  const found = async (row: object, wishes: Parameters<typeof anIntent>[1] = {}, offset = 0) => {
    const one = await reconciling(order(wishes), { answers: () => [row], offset: () => offset })
    one.reconciler.consider('first')
    await ended(one)
    return one.shown()
  }

  it('the time that is looked at is the service’s own at sending, whatever this browser’s clock is set to since', async () => {
    // It was an hour slow when it sent, and is right by now.
    const slow = { sentAt: SENT - 3_600_000, endedAt: SENT - 3_580_000 }
    const order = await found(at(4, SENT + 500), { ...slow, serviceSentAt: SENT }, 0)
    expect(order?.outcome).toMatchObject({ kind: 'placed', answer: { id: 4 } })
  })

  it('the time that is looked at is kept from the first reading on, where it was not known when the order was sent', async () => {
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

  it('the time that is looked at ends two minutes after its sender gave up, so that a later order is not taken for it', async () => {
    expect((await found(at(4, SENT + 139_000)))?.outcome.kind).toBe('placed')
    expect((await found(at(4, SENT + 141_000)))?.outcome.kind).toBe('unknown')
    expect((await found(at(4, SENT - 11_000)))?.outcome.kind).toBe('unknown')
  })

  it('the time that is looked at ends with the answer where one came, however far this clock was set meanwhile', async () => {
    const wishes = { outcome: placed, endedAt: SENT + 3_600_000 }
    expect((await found(at(5, SENT + 60_000), wishes))?.outcome.kind).toBe('placed')
    expect((await found(at(5, SENT + 15_000), wishes))?.outcome.kind).toBe('duplicated')
  })
})
