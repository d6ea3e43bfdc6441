import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import {
  aDayOf,
  ALERT_IDS,
  type AlertingService,
  alertingService,
  arrived,
  openReceiver,
} from '#testing/alerting-service.ts'
import { eventually } from '#testing/eventually.ts'
import { traderAt } from '#testing/trader-at-work.ts'
import { TRADE_EVENTS } from '#contract/alerts.ts'

import { openDatabase } from '../store/sqlite/database.ts'

const MINUTE = 60_000
const [FIRST, SECOND] = ALERT_IDS
const PATH = '/api/v1/alerts'

let receiver: Awaited<ReturnType<typeof openReceiver>>
let service: AlertingService
/** Pending retries. */
let waiting: (() => void)[]
beforeEach(async () => {
  receiver = await openReceiver()
  waiting = []
})
afterEach(async () => {
  await service.paper.close()
  await receiver.close()
})

const open = async (prices: Parameters<typeof aDayOf>[0], wishes = {}) => {
  service = await alertingService(receiver, {
    market: aDayOf(prices),
    later: (_milliseconds, run) => {
      waiting.push(run)
      return () => undefined
    },
    ...wishes,
  })
}

async function subscribe(id: string, more: object = {}): Promise<void> {
  const { status, text } = await service.trader.post(PATH, {
    id,
    kind: 'trade_events',
    name: 'All trades and bots',
    events: TRADE_EVENTS,
    webhook: { kind: 'url', url: `${receiver.origin}/hook` },
    ...more,
  })
  expect([status, text]).toEqual([200, expect.any(String)])
}

type Sent = {
  id: string
  text: string
  events: { id: string; text: string; count: number; time: string }[]
}
const messages = (): Sent[] => receiver.received.map(({ body }) => JSON.parse(body) as Sent)
const texts = (): string[] => messages().map(({ text }) => text)
const wordsOf = (text: string): string => text.slice(text.indexOf(': ') + 2)

/** A market buy at 100 with two targets and a stop. */
async function buy(more: object = {}, { trader } = service): Promise<number> {
  const made = await trader.post('/api/v1/smart_trades', {
    ...trader.trade({
      'position.units.value': '1',
      'position.order_type': 'market',
      'stop_loss.conditional.price.value': 80,
      take_profit: {
        enabled: true,
        steps: [
          { order_type: 'limit', price: { value: 110, type: 'last' }, volume: 50 },
          { order_type: 'limit', price: { value: 120, type: 'last' }, volume: 50 },
        ],
      },
    }),
    ...more,
  })
  expect([made.status, made.text]).toEqual([201, expect.any(String)])
  return (made.json as { id: number }).id
}

it('a trader is told of entry, targets and end of a trade, in order and each once, without amounts', async () => {
  await open({ 30: { high: 115 }, 60: { high: 125 } })
  await subscribe(FIRST)
  const id = await buy()
  await service.pass(90, MINUTE)
  await arrived(receiver, 3)
  const name = `SmartTrade ${id} · BTC/USDT`
  expect(texts()).toEqual([
    `${name}: entry filled`,
    `${name}: target 1 of 2 filled`,
    `${name}: target 2 of 2 filled, trade closed`,
  ])
  expect(new Set(messages().map((one) => one.id)).size).toBe(3)
  const [listed] = (await service.listed()) as unknown as { recent: { text: string }[] }[]
  expect(listed?.recent.map(({ text }) => text)).toEqual(texts())
  expect(service.paper.failures).toEqual([])
})

it('a trader who chose amounts reads units, price and result of a stop, and of nothing else', async () => {
  await open({ 30: { low: 70 } })
  await subscribe(FIRST, { events: ['stop'], with_amounts: true })
  const id = await buy()
  await service.pass(40)
  await arrived(receiver, 1)
  expect(texts()[0]).toMatch(
    new RegExp(
      `^SmartTrade ${id} · BTC/USDT: stop loss filled \\(1 BTC, at [\\d.]+ USDT, loss −[\\d.]+ USDT\\)$`,
    ),
  )
})

it('amounts that are switched off are left out of messages that wait, also of a summary', async () => {
  await open({ 30: { high: 115 }, 60: { low: 70 } })
  await subscribe(FIRST, { with_amounts: true })
  receiver.answer.status = 503
  await buy()
  await service.pass(10)
  await service.pass(1)
  await arrived(receiver, 1)
  waiting = []
  service = await service.reopen({ startsAt: service.paper.clock.now + 70 * MINUTE })
  await service.pass(3)
  await subscribe(FIRST, { with_amounts: false, webhook: undefined })
  receiver.answer.status = 200
  receiver.received.length = 0
  for (const run of waiting.splice(0)) run()
  await service.pass(3)
  await arrived(receiver, 2)
  expect(texts().map(wordsOf)).toEqual(['entry filled', 'target 1 of 2 filled; stop loss filled'])
})

it('each event is delivered once over restarts, and those of a restart are not lost', async () => {
  await open({ 30: { high: 115 }, 60: { high: 125 } })
  await subscribe(FIRST)
  await buy()
  await service.pass(40)
  await arrived(receiver, 2)
  service = await service.reopen()
  await service.pass(5)
  // The second target is reached while the service is down.
  const { clock } = service.paper
  service = await service.reopen({ startsAt: clock.now + 30 * MINUTE })
  await service.pass(5)
  await arrived(receiver, 3)
  service = await service.reopen()
  await service.pass(5)
  expect(texts().map(wordsOf)).toEqual([
    'entry filled',
    'target 1 of 2 filled',
    'target 2 of 2 filled, trade closed',
  ])
  expect(texts()[2]).toContain('(while the service was away)')
})

it('events that a receiver does not take wait in order, also over a restart, and keep their ids', async () => {
  await open({ 30: { high: 115 }, 60: { high: 125 } })
  await subscribe(FIRST)
  await buy()
  receiver.answer.status = 503
  await service.pass(40)
  for (const tries of [1, 2]) {
    await eventually(() => expect(waiting).toHaveLength(tries))
    waiting[tries - 1]?.()
  }
  await arrived(receiver, 3)
  const [first] = messages()
  expect(new Set(messages().map(({ id }) => id))).toEqual(new Set([first?.id]))
  service = await service.reopen()
  receiver.answer.status = 200
  await service.pass(30)
  await arrived(receiver, 6)
  expect(messages()[3]?.id).toBe(first?.id)
  expect(texts().slice(3).map(wordsOf)).toEqual([
    'entry filled',
    'target 1 of 2 filled',
    'target 2 of 2 filled, trade closed',
  ])
})

it('more than five events within ten seconds are one message with their count', async () => {
  await open({})
  await subscribe(FIRST, { events: ['entry_filled'] })
  for (let count = 0; count < 7; count += 1) await buy({ note: `${count}` })
  await service.pass(3, 1_000)
  await arrived(receiver, 1)
  expect(texts()[0]?.split('\n')).toHaveLength(8)
  expect(texts()[0]).toContain('7 trade events')
  expect(new Set(messages()[0]?.events.map(({ id }) => id)).size).toBe(7)
  await service.pass(20, 1_000)
  await buy()
  await service.pass(3, 1_000)
  await arrived(receiver, 2)
  expect(wordsOf(texts()[1] ?? '')).toBe('entry filled')
})

it('a sixth event within ten seconds waits, and goes out with those that follow', async () => {
  await open({})
  await subscribe(FIRST, { events: ['entry_filled'] })
  for (let count = 1; count <= 5; count += 1) {
    await buy()
    await service.pass(1, 1_000)
    await arrived(receiver, count)
  }
  for (let count = 0; count < 2; count += 1) {
    await buy()
    await service.pass(1, 1_000)
  }
  expect(receiver.received).toHaveLength(5)
  await service.pass(10, 1_000)
  await arrived(receiver, 6)
  expect(texts()[5]).toContain('2 trade events')
})

it('an absence gives one summary for each trade and bot', async () => {
  await open({ 30: { high: 115 }, 60: { high: 125 }, 90: { low: 70 } })
  await subscribe(FIRST)
  const id = await buy()
  const other = await buy({ take_profit: { enabled: false } })
  await service.pass(1)
  await arrived(receiver, 2)
  service = await service.reopen({ startsAt: service.paper.clock.now + 120 * MINUTE })
  await service.pass(2)
  await arrived(receiver, 4)
  expect(texts().slice(2)).toEqual([
    `Mon, 01 Jun 2026 13:00:40 GMT\nSmartTrade ${id} · BTC/USDT (while the service was away): target 1 of 2 filled; target 2 of 2 filled, trade closed`,
    `Mon, 01 Jun 2026 13:30:20 GMT\nSmartTrade ${other} · BTC/USDT (while the service was away): stop loss filled`,
  ])
  expect(messages()[2]?.events).toMatchObject([{ count: 2 }])
})

function change(statement: string): void {
  const database = openDatabase(join(service.paper.data, 'quarterdeck.db'))
  database.exec(statement)
  database.close()
}

/** Counts events that the store no longer has, as of other users. */
const countMoreEvents = (more: number): void =>
  change(`UPDATE sqlite_sequence SET seq = seq + ${more} WHERE name = 'trade_events'`)

/** Adds copies of the first event as a user's. */
const repeatFirstEvent = (times: number, user: number): void =>
  change(
    `WITH RECURSIVE copies (copy) AS (SELECT 1 UNION ALL SELECT copy + 1 FROM copies LIMIT ${times})
     INSERT INTO trade_events (user_id, json)
     SELECT ${user}, json FROM copies, (SELECT json FROM trade_events LIMIT 1)`,
  )

it('more events of a trader than are stored are counted as lost after an absence, without those of a busy user', async () => {
  await open({ 30: { high: 115 } })
  await subscribe(FIRST)
  await buy()
  const { paper, port } = service
  await buy({}, { ...service, trader: await traderAt(port, await paper.addKey({ user: 'busy' })) })
  await service.pass(2)
  await arrived(receiver, 1)
  repeatFirstEvent(10_007, 1)
  repeatFirstEvent(10_007, 2)
  service = await service.reopen({ startsAt: service.paper.clock.now + 60 * MINUTE })
  await service.pass(2)
  await arrived(receiver, 3)
  // One of the numbers was the busy user's.
  expect(texts()[1]).toMatch(/GMT\nUp to 9 earlier events are no longer stored$/)
  expect(texts()[2]).toMatch(/target 1 of 2 filled/)
})

it('many events of other users are no lost ones of a trader whose alert has read all', async () => {
  await open({})
  await subscribe(FIRST)
  await buy()
  await service.pass(2)
  await arrived(receiver, 1)
  countMoreEvents(10_007)
  await buy()
  await service.pass(2)
  await arrived(receiver, 2)
  expect(texts()[1]).toMatch(/entry filled/)
})

it('trades of another user are reported to nobody else', async () => {
  await open({})
  await subscribe(FIRST)
  const { paper, port } = service
  const trader = await traderAt(port, await paper.addKey({ user: 'somebody' }))
  const other = await buy({}, { ...service, trader })
  await service.pass(2)
  const own = await buy()
  await service.pass(2)
  await arrived(receiver, 1)
  expect(other).not.toBe(own)
  expect(texts()).toEqual([`SmartTrade ${own} · BTC/USDT: entry filled`])
})

it('bots report start, deals, orders, range and stop, to subscribers of that bot alone', async () => {
  await open({ 30: { high: 150 } })
  const { trader } = service
  const made = async <T extends number | string>(path: string, body: object): Promise<T> => {
    const answer = await trader.post(path, body)
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
    return (answer.json as { id: T }).id
  }
  const grid = await made<number>('/api/v1/bots/grid', { ...trader.grid, quantity_per_grid: 1 })
  const dca = await made<string>('/api/v1/bots/dca', { ...trader.dca, start_condition: 'asap' })
  await subscribe(FIRST, { bot_id: grid, name: 'Fine mesh' })
  await subscribe(SECOND, { dca_bot_id: dca, webhook: { kind: 'none' } })
  await service.pass(134, 15_000)
  await trader.post(`/api/v1/bots/grid/${grid}/stop`, {})
  await service.pass(2)
  await arrived(receiver, 2)
  expect(texts()).toEqual(['Fine mesh: price out of range', 'Fine mesh: bot stopped'])
  await trader.post(`/api/v1/bots/dca/${dca}/stop`, { deals: 'close' })
  await service.pass(2)
  const all = (await service.listed()) as unknown as { recent: { text: string }[] }[]
  expect(all[1]?.recent.map(({ text }) => text)).toEqual([
    'Slow and steady: deal 1 opened',
    'Slow and steady: base order filled',
    'Slow and steady: take profit closed the deal',
    'Slow and steady: deal 2 opened',
    'Slow and steady: base order filled',
    'Slow and steady: deal closed at the market',
    'Slow and steady: bot stopped',
  ])
})

it('a trader switches trade events off and on, and is told of nothing in between', async () => {
  await open({})
  await subscribe(FIRST)
  await subscribe(FIRST, { is_on: false, webhook: undefined })
  await buy()
  await service.pass(2)
  await subscribe(FIRST, { is_on: true, webhook: undefined })
  await buy()
  await service.pass(2)
  await arrived(receiver, 1)
  const [listed] = (await service.listed()) as unknown as { recent: unknown[] }[]
  expect(listed?.recent).toHaveLength(1)
})

it('a subscription to nothing, or to what is not there, is refused by the name of the member', async () => {
  await open({})
  const refused = async (more: object) => {
    const { json } = await service.trader.post(PATH, {
      id: FIRST,
      kind: 'trade_events',
      name: 'Trades',
      events: ['stop'],
      ...more,
    })
    return json
  }
  expect(await refused({ events: [] })).toMatchObject({ error_attributes: { events: [/./] } })
  expect(await refused({ events: undefined })).toMatchObject({
    error_attributes: { events: ['This is required.'] },
  })
  expect(await refused({ trade_id: 999 })).toMatchObject({
    error_attributes: { trade_id: ['There is no SmartTrade 999.'] },
  })
  expect(await refused({ account_id: 999 })).toMatchObject({
    error_attributes: { account_id: ['There is no account 999.'] },
  })
  expect(await refused({ dca_bot_id: SECOND })).toMatchObject({
    error_attributes: { dca_bot_id: [`There is no DCA bot ${SECOND}.`] },
  })
})

it.each(['discord', 'slack'])(
  '%s gets its own form, in which a name notifies nobody',
  async (kind) => {
    await open({})
    const { trader } = service
    await subscribe(FIRST, {
      events: ['bot_started'],
      webhook: { kind, url: `${receiver.origin}/hook` },
    })
    await trader.post('/api/v1/bots/grid', {
      ...trader.grid,
      quantity_per_grid: 1,
      name: '<!channel> @everyone & co',
    })
    await service.pass(2)
    await arrived(receiver, 1)
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toEqual(
      kind === 'discord'
        ? {
            content: '<!channel> @everyone & co: bot started',
            allowed_mentions: { parse: [] },
          }
        : { text: '&lt;!channel&gt; @everyone &amp; co: bot started' },
    )
  },
)
