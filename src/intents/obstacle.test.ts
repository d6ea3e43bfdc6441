import { expect, it } from 'vitest'

import { startGridBot, stopGridBot } from '#contract/grid-bots.ts'
import { cancelSmartTrade, closeSmartTrade } from '#contract/smart-trades.ts'
import { setMode } from '#contract/system.ts'
import { openBrowser, settled, shown, untilSent } from '#testing/a-command-sender.ts'
import { anIntent } from '#testing/an-intent.ts'

import type { Intent } from './intent.ts'
import { memoryJournal, toStored } from './journal-store.ts'

it('sends nothing while something stands in the way, says what, and does not queue it', async () => {
  let obstacle: string | undefined = 'The service asked for a pause: 9 s left.'
  const browser = await openBrowser({ obstacle: () => obstacle })
  const sender = browser.openTab()
  const stop = () => sender.send(stopGridBot, { params: { id: 7 } })

  const { outcome } = await shown(sender.journal, stop())
  expect(outcome).toEqual({ kind: 'unsent', because: obstacle })
  obstacle = undefined
  await settled()
  expect(browser.sent).toHaveLength(0)

  stop()
  await untilSent(browser.sent)
  expect(browser.sent).toHaveLength(1)
})

it('asks for each write by itself: what ends a doubt passes where an order does not', async () => {
  const browser = await openBrowser({
    obstacle: ({ name }) => (name === setMode.name ? undefined : 'Not known yet.'),
  })
  const sender = browser.openTab()
  sender.send(stopGridBot, { params: { id: 7 } })
  sender.send(setMode, { query: { mode: 'paper' } })
  await untilSent(browser.sent)
  await settled()
  expect(browser.sent.map(({ url }) => new URL(url).pathname)).toEqual(['/api/v1/user/mode'])
})

it('knows what an earlier page left open before it asks, however deliberate the write is', async () => {
  const store = memoryJournal()
  await store.put(toStored(anIntent(setMode, { outcome: { kind: 'sending' } })))
  const browser = await openBrowser({
    store,
    obstacle: () => (sender.journal.kept().some(isSwitch) ? 'Not known yet.' : undefined),
  })
  const sender = browser.openTab()
  const isSwitch = ({ endpoint }: Intent) => endpoint.name === setMode.name
  const id = sender.send(stopGridBot, { params: { id: 7 } }, { isDeliberate: true })
  expect((await shown(sender.journal, id)).outcome.kind).toBe('unsent')
  expect(browser.sent).toHaveLength(0)
})

it.each([
  { endpoint: stopGridBot, times: 1 },
  { endpoint: closeSmartTrade, times: 1 },
  { endpoint: cancelSmartTrade, times: 1 },
  { endpoint: startGridBot, times: 0 },
] as const)(
  'during a pause $endpoint.name goes out $times times when the trader sends it all the same',
  async ({ endpoint, times }) => {
    const browser = await openBrowser({
      obstacle: (_, { passesPause }) =>
        passesPause === true ? undefined : 'The service asked for a pause: 9 s left.',
    })
    const sender = browser.openTab()
    sender.send(endpoint, { params: { id: 7 } })
    await settled()
    expect(browser.sent).toHaveLength(0)

    const id = sender.send(endpoint, { params: { id: 7 } }, { passesPause: true })
    if (times === 1) await untilSent(browser.sent)
    await settled()
    expect(browser.sent).toHaveLength(times)
    expect(sender.journal.find(id)?.outcome.kind).toBe(times === 1 ? 'sending' : 'unsent')
  },
)

it('sends the bytes that were shown', async () => {
  const browser = await openBrowser({})
  const sender = browser.openTab()
  const prepared = browser.client.prepare(stopGridBot, { params: { id: 7 } })
  sender.sendPrepared(prepared)
  await untilSent(browser.sent)
  expect(browser.sent.map(({ url }) => url)).toEqual([prepared.url])
})
