import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { TRADE_EVENTS } from '#contract/alerts.ts'
import { PERMISSIONS } from '#contract/endpoint.ts'
import {
  ALERT_IDS,
  type AlertingService,
  alertingService,
  arrived,
  openReceiver,
} from '#testing/alerting-service.ts'
import { eventually } from '#testing/eventually.ts'
import { type Trader, traderAt } from '#testing/trader-at-work.ts'

import { openDatabase } from '../store/sqlite/database.ts'
import { withWaiting } from './trade-event-alerts.ts'

const [FIRST, SECOND] = ALERT_IDS
const PATH = '/api/v1/alerts'

let receiver: Awaited<ReturnType<typeof openReceiver>>
let service: AlertingService
beforeEach(async () => {
  receiver = await openReceiver()
  service = await alertingService(receiver)
})
afterEach(async () => {
  await service.paper.close()
  await receiver.close()
})

async function subscribe(id: string): Promise<void> {
  const { status } = await service.trader.post(PATH, {
    id,
    kind: 'trade_events',
    name: 'All trades and bots',
    events: TRADE_EVENTS,
    webhook: { kind: 'url', url: `${receiver.origin}/hook` },
  })
  expect(status).toBe(200)
}

async function buy(): Promise<void> {
  const { trader } = service
  const body = trader.trade({ 'position.order_type': 'market' })
  expect((await trader.post('/api/v1/smart_trades', body)).status).toBe(201)
  await service.pass(2)
}

const switchTo = (mode: 'paper' | 'real') =>
  service.trader.send({ method: 'POST', target: `/api/v1/user/mode?mode=${mode}` })

const alertIds = () =>
  receiver.received.map(({ body }) => (JSON.parse(body) as { alert_id: string }).alert_id)

it('a trade on paper is reported to the alert that was made in this mode alone', async () => {
  expect((await switchTo('real')).status).toBe(201)
  await subscribe(FIRST)
  expect((await switchTo('paper')).status).toBe(201)
  await subscribe(SECOND)
  await buy()
  await arrived(receiver, 1)
  expect(alertIds()).toEqual([SECOND])
})

it('past events of bots are listed only for a key that may read bots', async () => {
  await subscribe(FIRST)
  await buy()
  const { paper, port, trader } = service
  const permissions = PERMISSIONS.filter((one) => one !== 'BOTS_READ')
  const other = await traderAt(port, await paper.addKey({ permissions }))
  const recentOf = async (by: Trader) =>
    (await by.read<{ recent: unknown[] }[]>(PATH)).map(({ recent }) => recent.length)
  expect(await recentOf(trader)).toEqual([1])
  expect(await recentOf(other)).toEqual([0])
})

it('of more than 100 messages that wait the oldest are merged, with their count', () => {
  const reports = Array.from({ length: 103 }, (_, index) => {
    return { id: String(index), at: index, text: 'entry filled', count: index === 0 ? 5 : 1 }
  })
  const waiting = withWaiting(undefined, reports)
  expect(waiting).toHaveLength(100)
  expect(waiting[0]).toEqual({ id: '3', at: 3, text: '8 earlier events', count: 8 })
  expect(waiting.at(-1)).toEqual(reports.at(-1))
  expect(withWaiting(undefined, reports.slice(0, 100))).toEqual(reports.slice(0, 100))
})

it('the webhook of a trader is never called for another user who has a copy of its record', async () => {
  await subscribe(FIRST)
  await traderAt(service.port, await service.paper.addKey({ user: 'thief' }))
  const database = openDatabase(join(service.paper.data, 'quarterdeck.db'))
  database.exec('INSERT INTO alerts (user_id, id, json) SELECT 2, id, json FROM alerts')
  database.close()
  service = await service.reopen()
  const thief = await traderAt(service.port, await service.paper.addKey({ user: 'thief' }))
  expect((await thief.post(`${PATH}/${FIRST}/test`, {})).status).toBe(202)
  await eventually(async () =>
    expect(await thief.read(PATH)).toMatchObject([
      { webhook: { last_try: { problem: expect.stringContaining('cannot be read any more') } } },
    ]),
  )
  expect(receiver.received).toEqual([])
})
