import { afterEach, expect, it } from 'vitest'

import { createDcaBot, getDcaBot, startDcaBot } from '#contract/dca-bots.ts'
import { listExchanges } from '#contract/exchanges.ts'
import { readableRows } from '#contract/read.ts'
import { decimal } from '#money/decimal.ts'
import { openTestService, type TestService, type Wishes } from '#testing/open-test-service.ts'
import { aDcaDraft } from '#testing/scripted-bots.ts'
import { storeHash } from '#testing/stored-data.ts'

const WEBHOOK = 'http://127.0.0.1:4780/api/v1/webhooks/charting'
const NOBODY = '3f2a1b4c-0d5e-4f60-8a7b-9c8d7e6f5a4b'

const services: TestService[] = []
afterEach(async () => {
  for (const paper of services.splice(0)) await paper.close()
})

async function aCharting(wishes: Wishes = {}) {
  const paper = await openTestService(wishes)
  services.push(paper)
  const exchanges = readableRows(await paper.client.call(listExchanges, {}))
  const connectionId = exchanges.find(({ mode }) => mode === 'paper')?.id ?? ''
  const create = (start_condition: 'charting_signal' | 'asap') =>
    paper.client.call(createDcaBot, {
      body: {
        ...aDcaDraft({ connectionId, marketType: 'spot' } as never),
        base_order_size: decimal('100'),
        max_active_trades: 5,
        start_condition,
      },
    })
  const bot = await create('charting_signal')
  const { id, webhook_secret: secret = '' } = bot
  return {
    paper,
    id,
    secret,
    create,
    alert: async (body: object | string, named: Record<string, string> = {}) => {
      const answer = await paper.fetch(WEBHOOK, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...named },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
      return { status: answer.status, body: (await answer.json()) as { error?: string } }
    },
    events: async () => {
      const { events } = await paper.client.call(getDcaBot, {
        params: { id },
        query: { include_events: true },
      })
      return (events ?? []).flatMap((event) =>
        event?.type.startsWith('signal') ? [event.message] : [],
      )
    },
    deals: async () => {
      const value = await paper.client.call(startDcaBot, { params: { id } })
      return value.active_trades
    },
  }
}

it('an alert that knows the secret of its bot opens a deal and closes it', async () => {
  const { id, secret, alert, deals } = await aCharting()
  expect(await alert({ bot_id: id, secret, action: 'buy' })).toEqual({
    status: 202,
    body: { taken: true },
  })
  expect(await deals()).toBe(1)
  expect((await alert({ bot_id: id, secret, action: 'close' })).status).toBe(202)
  expect(await deals()).toBe(0)
})

it('an alert changes nothing when its secret is wrong, missing or of another bot', async () => {
  const { paper, id, alert, create } = await aCharting()
  const other = await create('charting_signal')
  const deaf = await create('asap')
  const before = storeHash(paper.data)
  const wrong = [
    { bot_id: id, secret: 'wrong', action: 'buy' },
    { bot_id: id, secret: '', action: 'buy' },
    { bot_id: id, action: 'buy' },
    { bot_id: id, secret: null, action: 'buy' },
    { bot_id: id, secret: other.webhook_secret, action: 'buy' },
    { bot_id: NOBODY, secret: '', action: 'buy' },
    { bot_id: NOBODY, secret: other.webhook_secret, action: 'buy' },
    { bot_id: deaf.id, secret: '', action: 'buy' },
    { bot_id: deaf.id, action: 'buy' },
  ]
  for (const body of wrong) {
    const answer = await alert(body)
    expect([answer.status, answer.body.error]).toEqual([401, 'webhook_secret_invalid'])
  }
  expect(storeHash(paper.data)).toBe(before)
})

it('an alert has one effect under one name, and each bot has names of its own', async () => {
  const { paper, id, secret, alert, create, deals } = await aCharting()
  const buy = { bot_id: id, secret, action: 'buy' }
  const NAMED = { 'Idempotency-Key': 'once' }
  const answers = await Promise.all(Array.from({ length: 4 }, () => alert(buy, NAMED)))
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202])
  expect(await deals()).toBe(1)

  const reused = await alert({ ...buy, action: 'close' }, NAMED)
  expect([reused.status, reused.body.error]).toEqual([422, 'idempotency_key_reused'])
  expect((await alert({ ...buy, secret: 'wrong' }, NAMED)).status).toBe(401)
  expect((await alert(buy, { 'Idempotency-Key': 'a b' })).status).toBe(400)
  expect(await deals()).toBe(1)

  const other = await create('charting_signal')
  const another = { bot_id: other.id, secret: other.webhook_secret, action: 'buy' }
  expect((await alert(another, NAMED)).status).toBe(202)
  const { active_trades } = await paper.client.call(startDcaBot, {
    params: { id: other.id },
  })
  expect(active_trades).toBe(1)
})

it('an alert is taken as JSON under any content type but that of a form', async () => {
  const { paper, id, secret, alert, deals } = await aCharting()
  const body = JSON.stringify({ bot_id: id, secret, action: 'buy' })
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const { status } = await alert(body, { 'Content-Type': type })
    expect({ type, status }).toEqual({ type, status: 415 })
  }
  expect(await deals()).toBe(0)
  const taken = ['application/json', 'text/plain; charset=utf-8', 'application/octet-stream', '']
  for (const [index, type] of taken.entries()) {
    // Within ten seconds it would be the same alert again.
    paper.clock.now += 10_000
    const { status } = await alert(body, { 'Content-Type': type })
    expect({ type, status, deals: await deals() }).toEqual({
      type,
      status: 202,
      deals: index + 1,
    })
  }
})

it('an alert that is no JSON is refused under any content type, and no other path takes text', async () => {
  const { paper, alert } = await aCharting()
  expect((await alert('buy BTC', { 'Content-Type': 'text/plain' })).status).toBe(400)
  const order = await paper.fetch('http://127.0.0.1:4780/pair', {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain' },
    body: '{}',
  })
  expect(order.status).toBe(415)
})

it('an alert with a time opens one deal however often it is delivered, also a minute later', async () => {
  const { paper, id, secret, alert, deals, events } = await aCharting()
  const at = (ahead: number) => new Date(paper.clock.now + ahead).toISOString()
  const first = { bot_id: id, secret, action: 'buy', time: at(0) }
  const spaced = JSON.stringify(first, undefined, 1)
  const answers = await Promise.all([alert(first), alert(first), alert(spaced)])
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
  expect(answers.map(({ body }) => body).toSorted(byText)).toEqual([
    { taken: true },
    { taken: true, duplicate: true },
    { taken: true, duplicate: true },
  ])
  expect(await deals()).toBe(1)
  paper.clock.now += 60_000
  expect((await alert(first)).body).toEqual({ taken: true, duplicate: true })
  expect(await events()).toEqual([
    ...Array<string>(3).fill('Same alert received again: buy. Ignored.'),
    'Alert received: buy',
  ])
  expect((await alert({ ...first, time: at(1) })).body).toEqual({ taken: true })
  expect(await deals()).toBe(2)
})

it('an alert without a time opens one deal within ten seconds, and another one later', async () => {
  const { paper, id, secret, alert, deals } = await aCharting()
  const body = { bot_id: id, secret, action: 'buy' }
  // Seven seconds before a full ten: the window does not go by the clock's tens.
  paper.clock.now += 10_000 - (paper.clock.now % 10_000) + 3_000
  expect((await alert(body)).body).toEqual({ taken: true })
  paper.clock.now += 9_999
  expect((await alert(body)).body).toEqual({ taken: true, duplicate: true })
  expect(await deals()).toBe(1)
  paper.clock.now += 1
  expect((await alert(body)).body).toEqual({ taken: true })
  expect(await deals()).toBe(2)
})

it('an alert that was refused counts as new when it is delivered again', async () => {
  const { id, secret, alert, deals } = await aCharting()
  const body = { bot_id: id, secret: 'wrong', action: 'buy' }
  expect((await alert(body)).status).toBe(401)
  expect((await alert(body)).status).toBe(401)
  expect((await alert({ ...body, secret })).body).toEqual({ taken: true })
  expect(await deals()).toBe(1)
})

it('an alert names its bot in either case', async () => {
  const { id, secret, alert, deals } = await aCharting()
  const answer = await alert({ bot_id: id.toUpperCase(), secret, action: 'buy' })
  expect(answer.status).toBe(202)
  expect(await deals()).toBe(1)
})

it('an alert is refused when it says that it was sent more than five minutes from now', async () => {
  const { paper, id, secret, alert } = await aCharting()
  const sent = (ahead: number) => ({
    bot_id: id,
    secret,
    action: 'buy',
    time: new Date(paper.clock.now + ahead).toISOString(),
  })
  const early = await alert(sent(300_001))
  expect(early.status).toBe(422)
  expect(early.body).toMatchObject({ error_attributes: { time: [expect.any(String)] } })
  expect((await alert(sent(300_000))).status).toBe(202)
})

it('an alert may be sent by the clock of a service that is ahead of the machine', async () => {
  const { paper, id, secret, alert } = await aCharting({ speed: 20 })
  paper.clock.now += 60_000
  const time = new Date(paper.process.worlds.now()).toISOString()
  expect(Date.parse(time) - paper.clock.now).toBeGreaterThan(300_000)
  expect((await alert({ bot_id: id, secret, action: 'buy', time })).status).toBe(202)
})

it('an alert is refused when it is older than five minutes', async () => {
  const { paper, id, secret, alert, deals } = await aCharting()
  const sent = (ago: number) => new Date(paper.clock.now - ago).toISOString()
  const late = await alert({ bot_id: id, secret, action: 'buy', time: sent(300_001) })
  expect(late.status).toBe(422)
  expect(late.body).toMatchObject({ error_attributes: { time: [expect.any(String)] } })
  expect(await deals()).toBe(0)
  expect((await alert({ bot_id: id, secret, action: 'buy', time: sent(300_000) })).status).toBe(202)
  expect(await deals()).toBe(1)
})

it('an alert of another shape is refused', async () => {
  const { alert } = await aCharting()
  const shapes = [
    { bot_id: 'no id', secret: 'x', action: 'buy' },
    { bot_id: NOBODY, secret: 'x', action: 'hold' },
    { bot_id: NOBODY, secret: 7, action: 'buy' },
  ]
  for (const body of shapes) {
    const { status } = await alert(body)
    expect({ body, status }).toEqual({ body, status: 422 })
  }
})

it('an alert has to wait after thirty in a minute', async () => {
  const { id, secret, alert } = await aCharting({ rateLimit: 1_000 })
  for (let i = 0; i < 30; i++) {
    expect((await alert({ bot_id: id, secret, action: 'close' })).status).toBe(202)
  }
  expect((await alert({ bot_id: id, secret, action: 'close' })).status).toBe(429)
})

it('an alert cannot be guessed: after ten wrong secrets an address waits with the next, and the right one passes', async () => {
  const { id, secret, alert } = await aCharting({ rateLimit: 1_000 })
  for (let i = 0; i < 10; i++) {
    expect((await alert({ bot_id: id, secret: `guess ${i}`, action: 'buy' })).status).toBe(401)
  }
  expect((await alert({ bot_id: id, secret: 'guess', action: 'buy' })).status).toBe(429)
  expect((await alert({ bot_id: id, secret, action: 'buy' })).status).toBe(202)
})

it('an alert knows a secret of its own for each bot, which is not shown to readers', async () => {
  const { paper, secret, create } = await aCharting()
  const other = await create('charting_signal')
  expect(secret).toMatch(/^[\w-]{32}$/)
  expect(other.webhook_secret).not.toBe(secret)
  const list = await paper.fetch('http://127.0.0.1:4780/api/v1/bots/dca', {
    headers: { Authorization: `Bearer ${paper.credentials.token}` },
  })
  expect(list.status).toBe(200)
  expect(await list.text()).not.toContain(secret)
})

const byText = (one: object, other: object): number =>
  JSON.stringify(one).length - JSON.stringify(other).length
