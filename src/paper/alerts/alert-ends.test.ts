import { afterEach, beforeEach, expect, it } from 'vitest'

import {
  aDayOf,
  ALERT_IDS,
  type AlertingService,
  alertingService,
  arrived,
  openReceiver,
} from '#testing/alerting-service.ts'

const [FIRST] = ALERT_IDS

let receiver: Awaited<ReturnType<typeof openReceiver>>
let service: AlertingService
beforeEach(async () => void (receiver = await openReceiver()))
afterEach(async () => {
  await service.paper.close()
  await receiver.close()
})

const hook = () => ({ kind: 'url', url: `${receiver.origin}/hook` })
const texts = () => receiver.received.map(({ body }) => (JSON.parse(body) as { text: string }).text)

/** A trade that is bought at 100 with its stop at 80, and an alert of it within 10 %. */
async function aTradeWithAlert(): Promise<number> {
  const { trader } = service
  const made = await trader.post(
    '/api/v1/smart_trades',
    trader.trade({
      'position.units.value': '1',
      'position.price.value': 101,
      'stop_loss.conditional.price.value': 80,
      take_profit: { enabled: false },
    }),
  )
  const { id } = made.json as { id: number }
  const saved = await trader.post('/api/v1/alerts', {
    id: FIRST,
    kind: 'stop_distance',
    name: `SmartTrade ${id}`,
    trade_id: id,
    percent: 10,
    webhook: hook(),
  })
  expect([made.status, saved.status]).toEqual([201, 200])
  return id
}

it('an alert of a stop fires when the price jumps past it in one tick, and is then off', async () => {
  service = await alertingService(receiver, { market: aDayOf({ 30: { low: 70 } }) })
  const id = await aTradeWithAlert()
  await service.pass(35)
  await arrived(receiver, 1)
  expect(texts()).toEqual([`SmartTrade ${id} comes within 10% of its stop`])
  expect(await service.trader.read(`/api/v1/smart_trades/${id}`)).toMatchObject({
    status: { type: 'stop_loss_finished' },
  })
  expect(await service.listed()).toMatchObject([{ is_on: false }])
})

it('an alert of a stop does not fire when the trade is closed by hand', async () => {
  service = await alertingService(receiver, { market: aDayOf({}) })
  const id = await aTradeWithAlert()
  await service.pass(5)
  const closed = await service.trader.post(`/api/v1/smart_trades/${id}/close`, {})
  expect(closed.status).toBe(201)
  await service.pass(5)
  expect(await service.listed()).toMatchObject([{ is_on: false, last_fired_at: null }])
  expect(receiver.received).toEqual([])
})

async function aGridWithAlert(more: object): Promise<void> {
  const { trader } = service
  const made = await trader.post('/api/v1/bots/grid', {
    ...trader.grid,
    quantity_per_grid: 1,
    lower_price: 90,
    upper_price: 110,
    ...more,
  })
  const { id, name } = made.json as { id: number; name: string }
  const saved = await trader.post('/api/v1/alerts', {
    id: FIRST,
    kind: 'out_of_range',
    name,
    bot_id: id,
    webhook: hook(),
  })
  expect([made.status, saved.status]).toEqual([201, 200])
}

it('an alert of a range fires when the stop of the bot ends it, though the price is back', async () => {
  service = await alertingService(receiver, { market: aDayOf({ 30: { low: 70 } }) })
  await aGridWithAlert({
    lower_stop_loss_enabled: true,
    lower_stop_loss_price: 80,
    lower_stop_loss_action: 'stop_bot',
  })
  await service.pass(35)
  await arrived(receiver, 1)
  expect(texts()).toEqual(['Fine mesh leaves its range'])
  expect(await service.trader.read('/api/v1/bots/grid')).toMatchObject([{ is_enabled: false }])
})

it('an alert of a range does not fire when the bot is stopped within it', async () => {
  service = await alertingService(receiver, { market: aDayOf({}) })
  await aGridWithAlert({})
  await service.pass(5)
  const [bot] = await service.trader.read<{ id: number }[]>('/api/v1/bots/grid')
  await service.trader.post(`/api/v1/bots/grid/${bot?.id}/stop`, {})
  await service.pass(5)
  expect(await service.trader.read('/api/v1/bots/grid')).toMatchObject([{ is_enabled: false }])
  expect(receiver.received).toEqual([])
})
