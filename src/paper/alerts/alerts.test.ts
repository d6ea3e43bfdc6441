import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { aDayOf } from '#testing/alerting-service.ts'
import { eventually } from '#testing/eventually.ts'
import { openTestService, type TestService, type Wishes } from '#testing/open-test-service.ts'
import { sendSigned, type Trader, traderAt } from '#testing/trader-at-work.ts'
import { TEST_CERTIFICATE } from '#testing/test-certificate.ts'
import { webhookReceiver } from '#testing/webhook-receiver.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const IDS = [1, 2, 3, 4].map((digit) => `${digit}f2a1b4c-0d5e-4f60-8a7b-9c8d7e6f5a4b`)
const [FIRST = '', SECOND = '', THIRD = ''] = IDS
const TOKEN = 'tk_canary_5f1d2c9b7a'

let receiver: Awaited<ReturnType<typeof webhookReceiver>>
let paper: TestService
let trader: Trader
/** Deliveries that wait for their next try. */
let waiting: (() => void)[]
let waits: number[]
beforeEach(async () => {
  receiver = await webhookReceiver(TEST_CERTIFICATE)
  waiting = []
  waits = []
})
afterEach(async () => {
  await paper.close()
  await receiver.close()
})

async function open(wishes: Wishes = {}): Promise<void> {
  paper = await openTestService({
    notifyTo: [receiver.origin],
    network: receiver.network,
    later: (milliseconds, run) => {
      waits.push(milliseconds)
      waiting.push(run)
      return () => undefined
    },
    ...wishes,
  })
  const port = await paper.serve()
  await paper.process.openWorlds()
  trader = await traderAt(port, paper.credentials)
}

const priceAlert = (id: string, direction: 'above' | 'below', level: number, more = {}) => ({
  id,
  kind: 'price',
  name: 'BTC/USDT',
  pair: 'USDT_BTC',
  direction,
  level,
  webhook: { kind: 'ntfy', url: `${receiver.origin}/my-topic`, token: TOKEN },
  ...more,
})

async function save(alert: object): Promise<void> {
  const { status, text } = await trader.post('/api/v1/alerts', alert)
  expect([status, text]).toEqual([200, expect.any(String)])
}

type Listed = { id: string; last_fired_at: string | null; is_on: boolean; webhook: unknown }
const listed = (): Promise<Listed[]> => trader.read<Listed[]>('/api/v1/alerts')

async function minutes(count: number): Promise<void> {
  for (let passed = 0; passed < count; passed += 1) {
    paper.clock.now += MINUTE
    await paper.process.tick()
  }
}
const messages = (): string[] => receiver.received.map(({ body }) => body)
const arrived = (count: number): Promise<void> =>
  eventually(() => expect(receiver.received).toHaveLength(count))

it('in a replayed day, with no tab open fires each alert once at its crossing, of prices between two ticks too', async () => {
  // One of them rises and falls back within a minute, far from its ends.
  await open({ market: aDayOf({ 30: { high: 120 }, 300: { low: 90 }, 700: { high: 111 } }) })
  await save(priceAlert(FIRST, 'above', 115))
  await save(priceAlert(SECOND, 'below', 95))
  await save(priceAlert(THIRD, 'above', 130))
  await minutes(1_440)
  await arrived(2)
  expect(messages()).toEqual(['BTC/USDT rises to 115 or above', 'BTC/USDT falls to 95 or below'])
  const fired = (await listed()).map(({ last_fired_at: at }) =>
    at === null ? null : Math.floor((Date.parse(at) - Date.UTC(2026, 5, 1, 12)) / MINUTE),
  )
  expect(fired).toEqual([30, 300, null])
  expect(paper.failures).toEqual([])
}, 60_000)

it('in a replayed day, with no tab open fires once an hour, and every time where the alert asks for it', async () => {
  const spikes = Object.fromEntries([10, 20, 30, 90].map((minute) => [minute, { high: 120 }]))
  await open({ market: aDayOf(spikes) })
  await save(priceAlert(FIRST, 'above', 115))
  await save(priceAlert(SECOND, 'above', 116, { every_time: true }))
  await minutes(120)
  await arrived(6)
  const count = (level: number) => messages().filter((text) => text.includes(`${level} `)).length
  expect([count(115), count(116)]).toEqual([2, 4])
}, 60_000)

it('in a replayed day, with no tab open fires one of two alerts that wait for the same', async () => {
  await open({ market: aDayOf({ 10: { high: 120 } }) })
  await save(priceAlert(FIRST, 'above', 115))
  await save(priceAlert(SECOND, 'above', 115))
  await minutes(20)
  await arrived(1)
  expect((await listed()).filter(({ last_fired_at: at }) => at !== null)).toHaveLength(1)
})

it('in a replayed day, with no tab open fires nothing of what happened while the world was catching up', async () => {
  await open({ market: aDayOf({ 30: { high: 120 }, 90: { high: 120 } }) })
  await save(priceAlert(FIRST, 'above', 115))
  paper.clock.now += HOUR
  await paper.process.tick()
  await minutes(20)
  expect((await listed())[0]?.last_fired_at).toBeNull()
  await minutes(20)
  await arrived(1)
})

it('in a replayed day, with no tab open stays as it is over a restart, with its webhook', async () => {
  await open({ market: aDayOf({ 30: { high: 120 } }) })
  await save(priceAlert(FIRST, 'above', 115))
  const { data, clock } = paper
  await paper.close({ keepData: true })
  await open({ data, startsAt: clock.now })
  await minutes(40)
  await arrived(1)
  expect(receiver.received[0]?.headers['authorization']).toBe(`Bearer ${TOKEN}`)
})

it('an alert with a new price waits for it, even if it has fired within the hour', async () => {
  await open({ market: aDayOf({ 10: { high: 120 }, 30: { high: 130 } }) })
  await save(priceAlert(FIRST, 'above', 115))
  await minutes(15)
  await arrived(1)
  await save(priceAlert(FIRST, 'above', 125))
  await minutes(20)
  await arrived(2)
  expect(messages()[1]).toBe('BTC/USDT rises to 125 or above')
})

it('an alert reports the distance to the stop of a trade, and ends with the trade', async () => {
  await open({ market: aDayOf({ 30: { low: 86 }, 60: { low: 70 } }) })
  const made = await trader.post('/api/v1/smart_trades', {
    ...trader.trade({
      'position.units.value': '1',
      'position.price.value': 100,
      'stop_loss.conditional.price.value': 80,
      take_profit: { enabled: false },
    }),
  })
  expect(made.status).toBe(201)
  const { id } = made.json as { id: number }
  await save({
    id: FIRST,
    kind: 'stop_distance',
    name: `SmartTrade ${id}`,
    trade_id: id,
    percent: 10,
    webhook: { kind: 'url', url: `${receiver.origin}/hook` },
  })
  for (let second = 0; second < 240; second += 1) {
    paper.clock.now += 15_000
    await paper.process.tick()
  }
  await arrived(1)
  expect(JSON.parse(messages()[0] ?? '')).toMatchObject({
    alert_id: FIRST,
    text: `SmartTrade ${id} comes within 10% of its stop`,
  })
  await minutes(10)
  expect((await listed())[0]).toMatchObject({ is_on: false })
}, 60_000)

it('an alert reports a grid bot that leaves its range', async () => {
  await open({ market: aDayOf({ 30: { high: 150 } }) })
  const made = await trader.post('/api/v1/bots/grid', {
    ...trader.grid,
    quantity_per_grid: 1,
    lower_price: 90,
    upper_price: 110,
  })
  expect(made.status).toBe(201)
  const { id, name } = made.json as { id: number; name: string }
  await save({
    id: FIRST,
    kind: 'out_of_range',
    name,
    bot_id: id,
    webhook: { kind: 'url', url: `${receiver.origin}/hook` },
  })
  for (let step = 0; step < 160; step += 1) {
    paper.clock.now += 15_000
    await paper.process.tick()
  }
  await arrived(1)
}, 60_000)

it('a webhook goes to the origins alone that the service was started with, by https', async () => {
  await open()
  const sent = (url: string) =>
    trader.post('/api/v1/alerts', priceAlert(FIRST, 'above', 1, { webhook: { kind: 'url', url } }))
  for (const url of ['https://example.com/', receiver.origin.replace('https', 'http'), 'ftp://x']) {
    expect(await sent(url)).toMatchObject({
      status: 422,
      json: { error_attributes: { 'webhook.url': [expect.any(String)] } },
    })
  }
  expect((await sent(`${receiver.origin}/x`)).status).toBe(200)
  expect(await trader.read('/api/v1/alerts/webhook_origins')).toMatchObject({
    origins: [receiver.origin],
  })
})

it('a webhook shows nothing of address and token again, and stores both encrypted', async () => {
  await open({ market: aDayOf({ 10: { high: 120 } }) })
  const { text } = await trader.post('/api/v1/alerts', priceAlert(FIRST, 'above', 115))
  receiver.answer.status = 500
  await minutes(15)
  await arrived(1)
  await eventually(() => expect(waiting).toHaveLength(1))
  const all = [text, JSON.stringify(await listed()), ...paper.said, JSON.stringify(paper.failures)]
  for (const canary of [TOKEN, 'my-topic']) {
    expect(all.filter((one) => one.includes(canary))).toEqual([])
    for (const file of readdirSync(paper.data)) {
      const stored = join(paper.data, file)
      expect(statSync(stored).isFile() && readFileSync(stored).includes(canary)).toBe(false)
    }
  }
  expect(statSync(join(paper.data, 'webhooks.key')).mode & 0o777).toBe(0o600)
})

it('a webhook keeps what it has where the alert is saved without one, and loses it by “none”', async () => {
  await open({ market: aDayOf({ 10: { high: 120 } }) })
  await save(priceAlert(FIRST, 'above', 115))
  await save(priceAlert(FIRST, 'above', 114, { webhook: undefined }))
  expect((await listed())[0]?.webhook).toEqual({
    kind: 'ntfy',
    origin: receiver.origin,
    last_try: null,
  })
  await minutes(15)
  await arrived(1)
  await save(priceAlert(FIRST, 'above', 114, { webhook: { kind: 'none' } }))
  expect((await listed())[0]?.webhook).toBeNull()
})

it('a webhook is tried three times, later each time and never sooner than its receiver asks, and says why it failed', async () => {
  await open()
  await save(priceAlert(FIRST, 'above', 1))
  receiver.answer.status = 503
  receiver.answer.headers['Retry-After'] = '20'
  expect((await trader.post(`/api/v1/alerts/${FIRST}/test`, {})).status).toBe(202)
  for (const tries of [1, 2]) {
    await eventually(() => expect(waiting).toHaveLength(tries))
    waiting[tries - 1]?.()
  }
  await arrived(3)
  await eventually(async () =>
    expect((await listed())[0]).toMatchObject({
      webhook: { last_try: { problem: 'It answered with status 503.', is_test: true } },
    }),
  )
  await eventually(() => expect(waits).toEqual([20_000, 30_000, 20_000]))
})

it('a message for an address that asked for a pause is sent after it, also for another alert', async () => {
  await open()
  for (const id of [FIRST, SECOND]) await save(priceAlert(id, 'above', 1))
  receiver.answer.status = 429
  receiver.answer.headers['Retry-After'] = '60'
  await trader.post(`/api/v1/alerts/${FIRST}/test`, {})
  await eventually(() => expect(waits).toEqual([60_000]))
  await trader.post(`/api/v1/alerts/${SECOND}/test`, {})
  await minutes(5)
  expect(receiver.received).toHaveLength(1)
  receiver.answer.status = 200
  waiting.shift()?.()
  await arrived(3)
  expect(waits).toEqual([60_000])
})

it('a webhook is not tried again once it was taken away', async () => {
  await open()
  for (const [index, id] of [FIRST, SECOND, THIRD].entries()) {
    await save(
      priceAlert(id, 'above', 1, {
        webhook: { kind: 'ntfy', url: `${receiver.origin}/topic-${index}` },
      }),
    )
  }
  receiver.answer.status = 503
  await trader.post(`/api/v1/alerts/${FIRST}/test`, {})
  await trader.post(`/api/v1/alerts/${SECOND}/test`, {})
  await eventually(() => expect(waiting).toHaveLength(2))
  await trader.send({ method: 'DELETE', target: `/api/v1/alerts/${FIRST}` })
  await save(priceAlert(SECOND, 'above', 1, { webhook: { kind: 'none' } }))
  for (const tryAgain of waiting.splice(0)) tryAgain()
  await trader.post(`/api/v1/alerts/${THIRD}/test`, {})
  await eventually(() => expect(waiting).toHaveLength(1))
  expect(receiver.received).toHaveLength(3)
})

it('a webhook follows no redirect', async () => {
  await open()
  await save(priceAlert(FIRST, 'above', 1))
  receiver.answer.status = 302
  receiver.answer.headers = { Location: `${receiver.origin}/elsewhere` }
  await trader.post(`/api/v1/alerts/${FIRST}/test`, {})
  await eventually(async () =>
    expect((await listed())[0]).toMatchObject({
      webhook: {
        last_try: { problem: 'It answered with a redirect (302), which is not followed.' },
      },
    }),
  )
  expect([receiver.received.length, waiting.length]).toEqual([1, 0])
})

it.each(['127.0.0.1', '10.1.2.3', '169.254.169.254', '::ffff:127.0.0.1', 'fd00::1'])(
  'a webhook does not reach %s, however its name is resolved',
  async (address) => {
    const { ca = '' } = receiver.network
    await open({ network: { ca, resolve: () => Promise.resolve([address]) } })
    await save(priceAlert(FIRST, 'above', 1))
    await trader.post(`/api/v1/alerts/${FIRST}/test`, {})
    await eventually(async () =>
      expect((await listed())[0]).toMatchObject({
        webhook: {
          last_try: { problem: 'The name leads to an address that is not public.' },
        },
      }),
    )
    expect(receiver.received).toEqual([])
  },
)

it('who may keeps alerts for a key with the permission, and for nothing that it may not read', async () => {
  await open()
  const port = await paper.serve()
  const of = async (...permissions: Parameters<TestService['addKey']>[0][]) =>
    traderWith(port, await paper.addKey(permissions[0]))
  const reader = await of({ permissions: ['SMART_TRADES_READ', 'EXCHANGES_READ'] })
  expect((await reader('POST', '/api/v1/alerts', priceAlert(FIRST, 'above', 1))).status).toBe(403)
  expect((await reader('GET', '/api/v1/alerts')).status).toBe(200)
  const writer = await of({ permissions: ['SMART_TRADES_READ', 'SMART_TRADES_WRITE'] })
  expect((await writer('POST', '/api/v1/alerts', priceAlert(FIRST, 'above', 1))).status).toBe(200)
  const drawdown = { id: SECOND, kind: 'drawdown', name: 'Portfolio', percent: 10 }
  expect((await writer('POST', '/api/v1/alerts', drawdown)).status).toBe(403)
  const stranger = await of({ user: 'somebody else' })
  expect((await stranger('GET', '/api/v1/alerts')).json).toEqual([])
  expect((await stranger('DELETE', `/api/v1/alerts/${FIRST}`)).json).toEqual({ removed: false })
  expect(await listed()).toHaveLength(1)
})

it('who may refuses an alert that lacks what it needs, by member', async () => {
  await open()
  const refused = async (changes: object) =>
    (await trader.post('/api/v1/alerts', priceAlert(FIRST, 'above', 1, changes))).json
  expect(await refused({ level: undefined })).toMatchObject({
    error_attributes: { level: [expect.any(String)] },
  })
  expect(await refused({ level: 0 })).toMatchObject({
    error_attributes: { level: ['The price must be more than 0.'] },
  })
  expect(await refused({ pair: 'USDT_NONE' })).toMatchObject({
    error_attributes: { pair: ['This pair is not traded here.'] },
  })
  expect(await refused({ kind: 'drawdown', percent: 101 })).toMatchObject({
    error_attributes: { percent: [expect.any(String)] },
  })
})

const traderWith =
  (port: number, credentials: TestService['credentials']) =>
  (method: string, target: string, body?: object) =>
    sendSigned(port, credentials, {
      method,
      target,
      ...(body && { body: JSON.stringify(body) }),
    })
