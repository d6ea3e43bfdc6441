import fc from 'fast-check'
import { expect, it } from 'vitest'

import { dcaBotWithSecret, startDcaBot } from '#contract/dca-bots.ts'
import { gridBot, stopGridBot } from '#contract/grid-bots.ts'
import { rawOf } from '#contract/read.ts'
import { updateSmartTrade } from '#contract/smart-trade-change.ts'
import { createSmartTrade } from '#contract/smart-trades.ts'
import { ofRevision } from '#dialects/prepare.ts'
import { entityAsText } from '#testing/entity.ts'
import { decimal } from '#money/decimal.ts'
import { openBrowser, settled, shown, untilSent } from '#testing/a-command-sender.ts'
import { propertyRuns } from '#testing/proof-size.ts'

import { memoryJournal } from './journal-store.ts'
import { REPEAT_WINDOW } from './dispatch.ts'

const BOT = 'c0ffee00-0000-4000-8000-000000000001'

async function openCommandSender(wishes?: Parameters<typeof openBrowser>[0]) {
  const browser = await openBrowser({ offers: () => false, ...wishes })
  const sender = browser.openTab()
  const stop = (id: number) => sender.send(stopGridBot, { params: { id } })
  /** Stops bot 7 for the first time: what the journal says once this has come back. */
  const stopped = async (answer: Response | Error) => {
    const id = stop(7)
    await untilSent(browser.sent)
    browser.sent[0]?.answer(answer)
    return shown(sender.journal, id)
  }
  return { ...browser, sender, stop, stopped, journal: sender.journal }
}

const refusal = (status: number, body: unknown = { error: 'x', error_description: 'No.' }) =>
  new Response(JSON.stringify(body), { status })

it('command sender: several clicks at once send one request', async () => {
  const { stop, sent, journal } = await openCommandSender()

  const ids = Array.from({ length: 100 }, () => stop(7))
  await untilSent(sent)
  sent[0]?.answer(new Response('{"id":7}', { status: 201 }))
  await shown(journal, ids[0] ?? '')

  expect(new Set(ids).size).toBe(1)
  expect(sent).toHaveLength(1)
  expect(journal.all()).toHaveLength(1)
})

it('command sender: of three tabs that send the same at once, one sends', async () => {
  const { sent, openTab } = await openBrowser({ offers: () => false })
  const tabs = [openTab(), openTab(), openTab()]
  for (const tab of tabs) tab.send(stopGridBot, { params: { id: 7 } })
  await untilSent(sent)
  await settled()
  expect(sent).toHaveLength(1)
  expect(tabs.map((tab) => tab.pending.all().length)).toEqual([0, 1, 1])
})

it('command sender: a secret in the answer reaches the page that asked, and is never stored', async () => {
  const store = memoryJournal()
  const { sender, journal, sent } = await openCommandSender({ store })
  const id = sender.send(startDcaBot, { params: { id: BOT } })
  await untilSent(sent)
  sent[0]?.answer(
    new Response(
      entityAsText(dcaBotWithSecret, {
        id: BOT,
        status: 'running',
        webhook_secret: 'open sesame',
      }),
    ),
  )
  const { outcome, said } = await shown(journal, id)
  expect(outcome).toMatchObject({ kind: 'placed', answer: { id: BOT } })
  expect(sender.secretOf(id)).toBe('open sesame')
  expect(said).toContain('(removed)')
  // Copies of the journal, such as an export, are without it.
  expect(JSON.stringify([said, await store.since(0), journal.kept()])).not.toContain('sesame')
  expect(rawOf((outcome as { answer: object }).answer)).toBeUndefined()
})

it('command sender: no secret of an unreadable answer is stored', async () => {
  const store = memoryJournal()
  const { sender, journal, sent } = await openCommandSender({ store })
  const id = sender.send(startDcaBot, { params: { id: BOT } })
  await untilSent(sent)
  sent[0]?.answer(new Response(JSON.stringify({ id: BOT, webhook_secret: 'open sesame' })))
  const { outcome, said } = await shown(journal, id)
  expect(outcome).toMatchObject({ kind: 'unknown' })
  expect(said).toContain('(removed)')
  expect(JSON.stringify([said, await store.since(0), journal.kept()])).not.toContain('sesame')
})

it('command sender: two different requests are sent side by side', async () => {
  const { stop, sent } = await openCommandSender()
  stop(7)
  stop(8)
  await untilSent(sent, 2)
  expect(sent.map(({ url }) => url).toSorted()).toEqual([
    'https://service.test/api/v1/bots/grid/7/stop',
    'https://service.test/api/v1/bots/grid/8/stop',
  ])
})

it('command sender: a recently sent request needs a confirmation to be repeated', async () => {
  const { stop, sent, journal, sender, stopped } = await openCommandSender()
  const { id: first } = await stopped(refusal(422))

  const second = stop(7)
  await settled()
  expect(sent).toHaveLength(1)
  expect(sender.pending.all()).toMatchObject([{ id: second, first: { id: first } }])
  expect(journal.find(second)).toBeUndefined()

  sender.sendPending(second)
  await untilSent(sent, 2)
  expect(sender.pending.all()).toEqual([])
  expect(journal.find(second)?.outcome.kind).toBe('sending')
})

it('command sender: a declined repetition is recorded as not sent', async () => {
  const { stop, sent, journal, sender, stopped } = await openCommandSender()
  await stopped(refusal(422))
  const second = stop(7)
  await settled()
  sender.discard(second)
  sender.sendPending(second)
  await settled()
  expect(sent).toHaveLength(1)
  expect(journal.find(second)?.outcome).toMatchObject({ kind: 'unsent' })
})

it('command sender: after ten seconds, the same request needs no confirmation', async () => {
  const { stop, sent, clock, stopped } = await openCommandSender()
  const { id: first } = await stopped(refusal(422))
  await settled()

  clock.now += REPEAT_WINDOW
  expect(stop(7)).not.toBe(first)
  await untilSent(sent, 2)
})

it('command sender: the same change of a newer revision is sent at once', async () => {
  const { client, sent, journal, sender } = await openCommandSender()
  const change = client.prepare(updateSmartTrade, { params: { id: 7 }, body: { note: 'plan' } })
  const first = sender.sendPrepared(ofRevision(change, 4))
  await untilSent(sent)
  sent[0]?.answer(refusal(412))
  await shown(journal, first)
  sender.sendPrepared(ofRevision(change, 5))
  await untilSent(sent, 2)
  expect(sender.pending.all()).toEqual([])

  const third = sender.sendPrepared(ofRevision(change, 4))
  await settled()
  expect(sender.pending.all()).toMatchObject([{ id: third, first: { id: first } }])
})

it('command sender: an unknown request blocks the same one, until its outcome is known', async () => {
  const { stop, sent, clock, sender, stopped } = await openCommandSender()
  const { id: first } = await stopped(new TypeError('Failed to fetch'))
  await settled()

  clock.now += 10 * REPEAT_WINDOW
  const second = stop(7)
  await settled()
  expect(sender.pending.all()).toMatchObject([{ id: second, first: { id: first } }])
  sender.discard(second)

  await sender.close(first)
  stop(7)
  await untilSent(sent, 2)
})

it('command sender: an order that may exist already needs a confirmation', async () => {
  const { sent, journal, clock, sender } = await openCommandSender()
  const order = (account_id: number, units: string) =>
    sender.send(createSmartTrade, {
      body: {
        account_id,
        pair: 'USDT_BTC',
        position: { type: 'buy', order_type: 'market', units: { value: decimal(units) } },
      },
    })
  const first = order(7, '1')
  await untilSent(sent)
  sent[0]?.answer(new TypeError('Failed to fetch'))
  await shown(journal, first, ({ looked }) => looked?.endedAt !== undefined)
  clock.now += 10 * REPEAT_WINDOW

  const other = order(7, '2')
  await settled()
  expect(sender.pending.all()).toMatchObject([{ id: other, first: { id: first } }])
  sender.discard(other)
  order(8, '2')
  await untilSent(sent, 2)

  await sender.close(first)
  order(7, '2')
  await untilSent(sent, 3)
})

it('command sender: a request that cannot be stored is not sent', async () => {
  const put = async () => Promise.reject(new Error('The disk is full.'))
  const store = { put, get: async () => undefined, since: async () => [] }
  const { stop, sent, journal } = await openCommandSender({ store })
  const { outcome } = await shown(journal, stop(7))
  expect(outcome).toMatchObject({ kind: 'unsent' })
  expect(sent).toEqual([])
})

it('command sender: a valid success is “placed”', async () => {
  const { stopped } = await openCommandSender()
  const { outcome } = await stopped(
    new Response(entityAsText(gridBot, { id: 7, is_enabled: false }), { status: 201 }),
  )
  expect(outcome).toMatchObject({ kind: 'placed', answer: { id: 7, is_enabled: false } })
})

it.each([400, 401, 403, 404, 405, 412, 413, 415, 421, 422])(
  'command sender: a %i in the service’s error format is “refused”',
  async (status) => {
    const { stopped } = await openCommandSender()
    expect((await stopped(refusal(status))).outcome.kind).toBe('refused')
  },
)

it.each<[string, Response | Error]>([
  ['a lost connection', new TypeError('Failed to fetch')],
  ['a 409', refusal(409)],
  ['a 429', refusal(429)],
  ['a 418', refusal(418)],
  ['a 500', refusal(500)],
  ['a 502 of a proxy', new Response('<html>', { status: 502 })],
  ['a 403 of a proxy', new Response('<html>', { status: 403 })],
  ['a 201 that cannot be read', new Response('<html>', { status: 201 })],
  ['an empty 200', new Response('', { status: 200 })],
])('command sender: %s is “unknown”', async (_name, answer) => {
  const { sent, stopped } = await openCommandSender()
  expect((await stopped(answer)).outcome.kind).toBe('unknown')
  expect(sent).toHaveLength(1)
})

it('command sender: a timeout is “unknown”, and nothing is resent', async () => {
  const { stop, sent, journal, runOutOfPatience } = await openCommandSender()
  const id = stop(7)
  await untilSent(sent)
  runOutOfPatience()
  expect((await shown(journal, id)).outcome.kind).toBe('unknown')
  expect(sent).toHaveLength(1)
})

it('command sender: Idempotency-Key is only sent to a service that supports it', async () => {
  for (const remembersKeys of [true, false]) {
    const { stop, sent } = await openCommandSender({ remembersKeys })
    const id = stop(7)
    await untilSent(sent)
    const headers = new Headers(sent[0]?.init.headers)
    expect(headers.get('Idempotency-Key')).toBe(remembersKeys ? id : null)
  }
})

it('command sender: neither key nor signature is stored', async () => {
  const { stop, sent, journal } = await openCommandSender()
  stop(7)
  await untilSent(sent)
  const signature = new Headers(sent[0]?.init.headers).get('Signature') ?? 'none'
  expect(JSON.stringify(journal.kept())).not.toContain(signature)
  expect(JSON.stringify(journal.kept())).not.toContain('secret')
  expect(JSON.stringify(journal.kept())).not.toContain('"key"')
})

it('command sender: an intent has one request, whatever the answer', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 200, max: 599 }), fc.string(), async (status, body) => {
      const { sent, stopped } = await openCommandSender()
      const bodiless = [204, 205, 304].includes(status)
      await stopped(new Response(bodiless ? null : body, { status }))
      expect(sent).toHaveLength(1)
    }),
    { numRuns: propertyRuns(2_000) },
  )
})
