import { expect, it } from 'vitest'

import { ApiError } from '#client/api-error.ts'
import { gridBot, stopGridBot } from '#contract/grid-bots.ts'
import { entityAsText } from '#testing/entity.ts'
import { anIntent } from '#testing/an-intent.ts'
import { openBrowser, settled, shown, untilSent } from '#testing/a-command-sender.ts'

import { createJournal } from './journal.ts'
import { fromStored, memoryJournal, type StoredIntent, toStored } from './journal-store.ts'
import { outcomeOfFailure } from './outcome.ts'

const stop = { params: { id: 7 } }
const sending = (id: string) => anIntent(stopGridBot, { id, outcome: { kind: 'sending' } })

it('a new page marks requests of closed tabs as unknown', async () => {
  const store = memoryJournal()
  await store.put(toStored({ ...sending('left'), endedAt: undefined }))
  const { openTab } = await openBrowser({ store, offers: () => false })
  const sender = openTab()
  await sender.recover()

  const { outcome, endedAt } = await shown(sender.journal, 'left')
  expect(outcome).toMatchObject({
    kind: 'unknown',
    error: { message: 'The page was closed or reloaded before an answer came.' },
  })
  expect(endedAt).toBeDefined()
  expect(await store.get('left')).toMatchObject({ outcome: { kind: 'unknown' } })
})

it('a new page leaves requests of another tab alone, and shows their outcome', async () => {
  const { sent, openTab } = await openBrowser({ offers: () => false })
  const id = openTab().send(stopGridBot, stop)
  await untilSent(sent)
  const second = openTab()
  await second.recover()
  await settled()
  expect(second.journal.find(id)?.outcome.kind).toBe('sending')

  sent[0]?.answer(
    new Response(entityAsText(gridBot, { id: 7, is_enabled: false }), { status: 201 }),
  )
  expect((await shown(second.journal, id)).outcome.kind).toBe('placed')
  expect(sent).toHaveLength(1)
})

it('a new page finds the outcome of a closed page’s request by reading', async () => {
  const store = memoryJournal()
  await store.put(toStored(sending('left')))
  const { openTab } = await openBrowser({ store, read: () => ({ id: 7, is_enabled: false }) })
  const sender = openTab()
  await sender.recover()
  const found = await shown(sender.journal, 'left', ({ outcome }) => outcome.kind === 'placed')
  expect(found.outcome).toMatchObject({ isFound: true })
})

it('a new page holds a repetition even if the click comes before its first read', async () => {
  const store = memoryJournal()
  await store.put(toStored({ ...anIntent(stopGridBot, { id: 'left' }), sentAt: 1 }))
  const { sent, openTab } = await openBrowser({ store, offers: () => false })
  const sender = openTab()
  sender.send(stopGridBot, stop)
  await settled()
  expect(sender.pending.all()).toMatchObject([{ first: { id: 'left' } }])
  expect(sent).toEqual([])
})

it('a new page lists all sent requests, and counts open ones', async () => {
  const store = memoryJournal()
  const old = anIntent(stopGridBot, { outcome: { kind: 'placed', answer: {} } })
  await store.put(toStored({ ...old, id: 'done' }))
  await store.put(toStored(anIntent(stopGridBot, { id: 'open' })))
  await store.put(toStored(anIntent(stopGridBot, { id: 'aside', closedAt: 1_050_000 })))
  const journal = createJournal({ store, openedAt: 2_000_000, announce: () => undefined })
  await journal.load()
  expect(
    journal
      .kept()
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(['aside', 'done', 'open'])
  expect(journal.all().map(({ id }) => id)).toEqual(['open'])
})

it('a new page keeps showing a request that was open, once its outcome is known', async () => {
  const store = memoryJournal()
  const left = toStored(anIntent(stopGridBot, { id: 'left' }))
  await store.put(left)
  const journal = createJournal({ store, openedAt: 2_000_000, announce: () => undefined })
  await journal.load()
  await journal.change('left', { outcome: { kind: 'placed', answer: {}, isFound: true } })
  expect(journal.all()).toMatchObject([{ id: 'left', outcome: { kind: 'placed' } }])
})

it('a new page keeps showing its own requests, despite a changed clock', async () => {
  const { sent, clock, openTab } = await openBrowser({ offers: () => false })
  const sender = openTab()
  const other = openTab()
  clock.now -= 3_600_000
  const id = sender.send(stopGridBot, stop)
  await untilSent(sent)
  sent[0]?.answer(
    new Response(entityAsText(gridBot, { id: 7, is_enabled: false }), { status: 201 }),
  )
  await shown(sender.journal, id)
  await shown(other.journal, id)
  for (const { journal } of [sender, other]) {
    expect(journal.all()).toMatchObject([{ id, outcome: { kind: 'placed' } }])
  }
})

it('a new page restores stored requests, including errors', () => {
  const said = { status: 422, code: 'x', description: 'No.', attributes: {} }
  for (const outcome of [
    outcomeOfFailure(new ApiError({ kind: 'refused', ...said })),
    outcomeOfFailure(new ApiError({ kind: 'unreachable', because: 'The connection was lost.' })),
    { kind: 'unsent', because: 'It was held back.' } as const,
    { kind: 'duplicated', ids: [4, 5] } as const,
  ]) {
    const intent = anIntent(stopGridBot, { outcome })
    expect(fromStored(structuredClone(toStored(intent)))).toEqual(intent)
  }
})

it('a new page reads an earlier version’s records, and calls unsent requests not refused', () => {
  const { outcome: _outcome, ...rest } = anIntent(stopGridBot)
  const read = (outcome: StoredIntent['outcome']) => fromStored({ ...rest, outcome }).outcome
  const because = 'The service asked for a pause: 9 s left.'
  expect(read({ kind: 'refused', failure: { kind: 'unsent', because } })).toEqual({
    kind: 'unsent',
    because,
  })
  expect(read({ kind: 'refused', failure: { kind: 'unsent' } })).toEqual({
    kind: 'unsent',
    because: 'The request could not be signed.',
  })
  expect(read({ kind: 'twice', ids: [4, 5] })).toEqual({ kind: 'duplicated', ids: [4, 5] })
  expect(read({ kind: 'refused', failure: { kind: 'unreachable' } }).kind).toBe('unknown')
})
