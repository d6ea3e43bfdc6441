import { expect, it } from 'vitest'

import { startGridBot, stopGridBot } from '#contract/grid-bots.ts'
import { openBrowser, settled, shown, untilSent } from '#testing/a-command-sender.ts'

import { fetchDispatch } from './command-sender.ts'
import type { Dispatch } from './dispatch.ts'

/** A tab whose code that sends comes, or fails to, when the test says so. */
async function openBefore() {
  const waiting: { come: () => Promise<void>; fail: () => void }[] = []
  const browser = await openBrowser({
    offers: () => false,
    dispatch: () =>
      new Promise<Dispatch>((resolve, reject) => {
        waiting.push({
          come: async () => resolve(await fetchDispatch()),
          fail: () => reject(new TypeError('Failed to fetch dynamically imported module')),
        })
      }),
  })
  const sender = browser.openTab()
  const stop = () => sender.send(stopGridBot, { params: { id: 7 } })
  return { ...browser, sender, stop, waiting, journal: sender.journal }
}

it('a write before its code has loaded is shown as sending, and sent once afterwards', async () => {
  const { stop, sent, waiting, journal } = await openBefore()
  const ids = [stop(), stop()]
  await settled()
  expect(sent).toHaveLength(0)
  expect(journal.all().map(({ outcome }) => outcome.kind)).toEqual(['sending'])

  await waiting[0]?.come()
  await untilSent(sent)
  sent[0]?.answer(new Response('{"id":7}', { status: 201 }))
  await shown(journal, ids[0] ?? '')

  expect(new Set(ids).size).toBe(1)
  expect(sent).toHaveLength(1)
})

it('a write whose code fails to load is not sent, and can be requested again', async () => {
  const { stop, sent, waiting, journal } = await openBefore()
  const first = stop()
  await settled()
  waiting[0]?.fail()
  const { outcome } = await shown(journal, first)
  expect(outcome).toEqual({
    kind: 'unsent',
    because: 'The code to send it could not be loaded, so it was not sent.',
  })

  await settled()
  const second = stop()
  await settled()
  await waiting[1]?.come()
  await untilSent(sent)
  expect(second).not.toBe(first)
  expect(sent).toHaveLength(1)
})

it('a write that may open a position is not sent if its code takes more than 15 s', async () => {
  const { sender, sent, clock, waiting, journal } = await openBefore()
  const id = sender.send(startGridBot, { params: { id: 7 } })
  await settled()
  clock.now += 16_000
  await waiting[0]?.come()
  const { outcome } = await shown(journal, id)
  expect(outcome).toMatchObject({ kind: 'unsent' })
  expect(sent).toHaveLength(0)
})
