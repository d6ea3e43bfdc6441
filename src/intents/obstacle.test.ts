import { expect, it } from 'vitest'

import { startGridBot, stopGridBot } from '#contract/grid-bots.ts'
import { cancelSmartTrade, closeSmartTrade } from '#contract/smart-trades.ts'
import { setMode } from '#contract/system.ts'
import { openBrowser, settled, shown, untilSent } from '#testing/a-command-sender.ts'
import { anIntent } from '#testing/an-intent.ts'

import type { Intent } from './intent.ts'
import { memoryJournal, toStored } from './journal-store.ts'

it('a blocked request is not sent or queued, and the reason is shown', async () => {
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

it('each write has its own obstacles: a switch of mode may pass when an order may not', async () => {
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

it('open requests of an earlier page block even a deliberate repetition', async () => {
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
  'during a rate limit, $endpoint.name is sent $times times if the trader insists',
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

it('the reviewed bytes are sent', async () => {
  const browser = await openBrowser({})
  const sender = browser.openTab()
  const prepared = browser.client.prepare(stopGridBot, { params: { id: 7 } })
  sender.sendPrepared(prepared)
  await untilSent(browser.sent)
  expect(browser.sent.map(({ url }) => url)).toEqual([prepared.url])
})
