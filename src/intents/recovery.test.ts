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

it('a page that opens after one that was sending calls unknown what nobody sends any more', async () => {
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

it('a page that opens after one that was sending leaves alone what another tab is still sending, and shows how that one ended', async () => {
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

it('a page that opens after one that was sending finds by reading what the closed page had sent', async () => {
  const store = memoryJournal()
  await store.put(toStored(sending('left')))
  const { openTab } = await openBrowser({ store, read: () => ({ id: 7, is_enabled: false }) })
  const sender = openTab()
  await sender.recover()
  const found = await shown(sender.journal, 'left', ({ outcome }) => outcome.kind === 'placed')
  expect(found.outcome).toMatchObject({ isFound: true })
})

it('a page that opens after one that was sending holds the same thing back although its own first click comes before it has read anything', async () => {
  const store = memoryJournal()
  await store.put(toStored({ ...anIntent(stopGridBot, { id: 'left' }), sentAt: 1 }))
  const { sent, openTab } = await openBrowser({ store, offers: () => false })
  const sender = openTab()
  sender.send(stopGridBot, stop)
  await settled()
  expect(sender.pending.all()).toMatchObject([{ first: { id: 'left' } }])
  expect(sent).toEqual([])
})

it('a page that opens after one that was sending shows in all it has sent what no longer counts, and counts what is still open', async () => {
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

it('a page that opens after one that was sending goes on showing what was open when it opened, once that is found to be done', async () => {
  const store = memoryJournal()
  const left = toStored(anIntent(stopGridBot, { id: 'left' }))
  await store.put(left)
  const journal = createJournal({ store, openedAt: 2_000_000, announce: () => undefined })
  await journal.load()
  await journal.change('left', { outcome: { kind: 'placed', answer: {}, isFound: true } })
  expect(journal.all()).toMatchObject([{ id: 'left', outcome: { kind: 'placed' } }])
})

it('a page that opens after one that was sending goes on showing what it sent once it has its answer, whatever this clock is set to', async () => {
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

it('a page that opens after one that was sending reads back from rest what it wrote, errors and all', () => {
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

it('a page that opens after one that was sending reads what an earlier version wrote, and calls nothing refused that never left', () => {
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
