import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { MAX_ALERTS } from '#contract/alerts.ts'
import {
  ALERT_IDS,
  type AlertingService,
  alertingService,
  arrived,
  openReceiver,
} from '#testing/alerting-service.ts'
import { eventually } from '#testing/eventually.ts'

import { openDatabase } from '../store/sqlite/database.ts'
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts'
import { StorageFailure } from '../store/store-errors.ts'
import type { Store } from '../store/store.ts'

const [FIRST, SECOND, THIRD] = ALERT_IDS
const PATH = '/api/v1/alerts'
const MARK = 'confidential'
const ONCE = { 'Idempotency-Key': 'once' }

let receiver: Awaited<ReturnType<typeof openReceiver>>
let service: AlertingService
beforeEach(async () => void (receiver = await openReceiver()))
afterEach(async () => {
  await service.paper.close()
  await receiver.close()
})

const priceAlert = (id: string, more: object = {}) => ({
  id,
  kind: 'price',
  name: 'BTC/USDT',
  pair: 'USDT_BTC',
  direction: 'above',
  level: 1,
  webhook: { kind: 'url', url: `${receiver.origin}/hook` },
  ...more,
})
const save = (alert: object, headers = {}) => service.trader.post(PATH, alert, headers)
const remove = (id: string, headers = {}) =>
  service.trader.send({ method: 'DELETE', target: `${PATH}/${id}`, headers })
const idsListed = async () => (await service.listed()).map(({ id }) => id)

function damage(id: string): void {
  const database = openDatabase(join(service.paper.data, 'quarterdeck.db'))
  database.exec(`UPDATE alerts SET json = '{"name":"${MARK}"}' WHERE id = '${id}'`)
  database.close()
}

it('an alert whose record is damaged is listed by its id, and can be removed or saved anew', async () => {
  service = await alertingService(receiver)
  for (const id of [FIRST, SECOND, THIRD]) expect((await save(priceAlert(id))).status).toBe(200)
  damage(FIRST)
  damage(SECOND)
  service = await service.reopen()
  await service.pass(2)
  expect(await service.listed()).toEqual([
    expect.objectContaining({ id: THIRD, kind: 'price' }),
    { id: FIRST },
    { id: SECOND },
  ])
  expect((await remove(FIRST)).json).toEqual({ removed: true })
  expect((await save(priceAlert(SECOND))).json).toMatchObject({ id: SECOND, kind: 'price' })
  service = await service.reopen()
  expect(await service.listed()).toEqual([
    expect.objectContaining({ id: SECOND, kind: 'price' }),
    expect.objectContaining({ id: THIRD, kind: 'price' }),
  ])
  expect(service.paper.failures).toEqual([])
})

/** A store whose alerts cannot be written while `isFull`. */
function fullStore() {
  const state = { isFull: false, refused: 0 }
  const openStore: typeof openSqliteStore = (...args) => {
    const store = openSqliteStore(...args)
    const { alerts } = store
    if (!alerts) throw new Error('This store keeps alerts')
    const saved: typeof alerts.save = (...change) => {
      if (!state.isFull) return alerts.save(...change)
      state.refused += 1
      return Promise.reject(new StorageFailure('full'))
    }
    return { ...store, alerts: { ...alerts, save: saved } } satisfies Store
  }
  return { state, openStore }
}

it('a request about an alert that is refused on a full disk is tried once and changes nothing', async () => {
  const { state, openStore } = fullStore()
  service = await alertingService(receiver, { openStore })
  await save(priceAlert(FIRST))
  const before = await service.listed()
  state.isFull = true
  expect((await remove(FIRST)).status).toBe(422)
  expect((await save(priceAlert(FIRST, { is_on: false }))).status).toBe(422)
  expect((await save(priceAlert(SECOND))).status).toBe(422)
  expect(state.refused).toBe(3)
  expect(await service.listed()).toEqual(before)
  state.isFull = false
  expect(await service.listed()).toEqual(before)
  service = await service.reopen({ openStore })
  expect(await service.listed()).toEqual(before)
})

it('a trade event that was delivered while the disk was full is not sent again', async () => {
  const { state, openStore } = fullStore()
  service = await alertingService(receiver, { openStore })
  const { trader } = service
  await save({ ...priceAlert(FIRST), kind: 'trade_events', events: ['bot_started', 'bot_stopped'] })
  receiver.answer.isSilent = true
  const made = await trader.post('/api/v1/bots/grid', trader.grid)
  await service.pass(1, 1_000)
  await arrived(receiver, 1)
  state.isFull = true
  receiver.release()
  await eventually(() => expect(state.refused).toBe(1))
  state.isFull = false
  await service.pass(3)
  expect(receiver.received).toHaveLength(1)
  await trader.post(`/api/v1/bots/grid/${(made.json as { id: number }).id}/stop`, {})
  await service.pass(2, 1_000)
  await arrived(receiver, 2)
  expect(receiver.received[1]?.body).toContain('bot stopped')
})

it('an Idempotency-Key saves an alert once, and gives the first answer again', async () => {
  service = await alertingService(receiver)
  const first = await save(priceAlert(FIRST), ONCE)
  await remove(FIRST)
  const again = await save(priceAlert(FIRST), ONCE)
  expect([again.status, again.text]).toEqual([200, first.text])
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(await idsListed()).toEqual([])
  expect((await save(priceAlert(SECOND), ONCE)).json).toMatchObject({
    error: 'idempotency_key_reused',
  })
})

it('an Idempotency-Key removes an alert once', async () => {
  service = await alertingService(receiver)
  await save(priceAlert(FIRST))
  expect((await remove(FIRST, ONCE)).json).toEqual({ removed: true })
  await save(priceAlert(FIRST))
  expect((await remove(FIRST, ONCE)).json).toEqual({ removed: true })
  expect(await idsListed()).toEqual([FIRST])
})

it('an Idempotency-Key sends one test message', async () => {
  service = await alertingService(receiver)
  await save(priceAlert(FIRST))
  const test = () => service.trader.post(`${PATH}/${FIRST}/test`, {}, ONCE)
  expect((await test()).json).toEqual({ started: true })
  await arrived(receiver, 1)
  service.paper.clock.now += 20_000
  expect((await test()).json).toEqual({ started: true })
  const other = await service.trader.post(`${PATH}/${FIRST}/test`, {})
  expect(other.json).toEqual({ started: true })
  await arrived(receiver, 2)
})

it.each([
  ['that does not exist', undefined, 'There is no such alert.'],
  ['without a webhook', { kind: 'none' }, 'This alert has no webhook.'],
])('no test message is sent for an alert %s', async (_name, webhook, sentence) => {
  service = await alertingService(receiver)
  if (webhook) await save(priceAlert(FIRST, { webhook }))
  expect(await service.trader.post(`${PATH}/${FIRST}/test`, {})).toMatchObject({
    status: 404,
    json: { error: 'not_found', error_description: sentence },
  })
})

it('the alert after the hundredth is refused, while one of the hundred can be changed', async () => {
  service = await alertingService(receiver)
  const idOf = (index: number) => FIRST.slice(0, -3) + String(index).padStart(3, '0')
  const plain = (index: number, name = 'BTC/USDT') =>
    priceAlert(idOf(index), { name, webhook: undefined })
  for (let index = 0; index < MAX_ALERTS; index += 1) {
    expect((await save(plain(index))).status).toBe(200)
  }
  expect(await save(plain(MAX_ALERTS))).toMatchObject({
    status: 422,
    json: { error_attributes: { id: ['There are 100 alerts already; remove one first.'] } },
  })
  expect((await save(plain(0, 'Bitcoin'))).json).toMatchObject({ name: 'Bitcoin' })
  expect(await idsListed()).toHaveLength(MAX_ALERTS)
})

describe('an alert about something that is not there', () => {
  const stopAlert = (tradeId: number, more: object = {}) => ({
    id: FIRST,
    kind: 'stop_distance',
    name: 'A trade',
    trade_id: tradeId,
    percent: 10,
    ...more,
  })
  const rangeAlert = (botId: number) => ({
    id: SECOND,
    kind: 'out_of_range',
    name: 'A bot',
    bot_id: botId,
  })

  it('an alert about something that is not there is refused by the name of the member', async () => {
    service = await alertingService(receiver)
    expect(await save(stopAlert(999_999))).toMatchObject({
      status: 422,
      json: { error_attributes: { trade_id: ['There is no SmartTrade 999999.'] } },
    })
    expect(await save(rangeAlert(999_999))).toMatchObject({
      status: 422,
      json: { error_attributes: { bot_id: ['There is no grid bot 999999.'] } },
    })
    expect(await idsListed()).toEqual([])
  })

  it('an alert about something that is not there is refused for a trade that has ended, and can still be switched off', async () => {
    service = await alertingService(receiver)
    const { trader } = service
    const { id } = (await trader.post('/api/v1/smart_trades', trader.trade())).json as {
      id: number
    }
    expect((await save(stopAlert(id))).status).toBe(200)
    await trader.send({ method: 'DELETE', target: `/api/v1/smart_trades/${id}` })
    await service.pass(2)
    expect(await save(stopAlert(id))).toMatchObject({
      status: 422,
      json: { error_attributes: { trade_id: [`SmartTrade ${id} has ended.`] } },
    })
    expect(await save(stopAlert(id, { is_on: false }))).toMatchObject({
      status: 200,
      json: { is_on: false },
    })
  })
})

it('a webhook is not called when the service was started again without its origin', async () => {
  service = await alertingService(receiver)
  await save(priceAlert(FIRST))
  service = await service.reopen({ notifyTo: [] })
  await service.trader.post(`${PATH}/${FIRST}/test`, {})
  await eventually(async () =>
    expect(await service.listed()).toMatchObject([
      {
        webhook: {
          last_try: { problem: 'The service may no longer call its origin.' },
        },
      },
    ]),
  )
  expect(receiver.received).toEqual([])
})
