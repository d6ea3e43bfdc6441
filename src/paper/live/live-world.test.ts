import { join } from 'node:path'

import { afterEach, expect, it } from 'vitest'

import { openLiveService } from '#testing/live-service.ts'
import { traderAt } from '#testing/trader-at-work.ts'

import { openDatabase } from '../store/sqlite/database.ts'

const HOUR = 3_600_000
const WAITING = /^(created|waiting_position)$/

type Live = Awaited<ReturnType<typeof openLiveService>>
let live: Live
afterEach(() => live.closeWhole())

async function open(...wishes: Parameters<typeof openLiveService>) {
  live = await openLiveService(...wishes)
  const port = await live.serve()
  return traderAt(port, live.credentials)
}
type Trade = {
  id: number
  status: { type: string }
  position: { price: { value: string } }
  data: {
    average_enter_price: string | null
    average_close_price: string | null
  }
}
type Trader = Awaited<ReturnType<typeof open>>

const BUY_LOW = {
  'position.order_type': 'limit',
  'position.price.value': '88000',
  'take_profit.steps': [
    { order_type: 'limit', volume: 100, price: { type: 'last', value: '91000' } },
  ],
  'stop_loss.conditional.price.value': '85000',
}
async function place(trader: Trader, changes: Record<string, unknown> = BUY_LOW): Promise<number> {
  const { status, json } = await trader.post('/api/v1/smart_trades', trader.trade(changes))
  expect({ status, json }).toMatchObject({ status: 201 })
  return (json as Trade).id
}
const read = (trader: Trader, id: number) => trader.read<Trade>(`/api/v1/smart_trades/${id}`)

it('a new live world has one spot account with 10,000 USDT at the fee of the exchange', async () => {
  const trader = await open()
  const exchanges = await trader.read('/api/v1/exchanges')
  expect(exchanges).toMatchObject([{ exchange: 'binance', market_type: 'spot', mode: 'paper' }])
  const pairs =
    await trader.read<{ pair: string; last: string; max_leverage: number }[]>(
      '/api/v1/market/pairs',
    )
  expect(pairs.map(({ pair, last }) => [pair, last])).toEqual([
    ['USDT_BTC', '90000'],
    ['USDT_ETH', '3000'],
    ['USDT_GONE', '5'],
    ['USDT_1000CAT', '0.0123'],
  ])
})

it('a limit order fills at its price by a trade of the exchange, and not by a price that stands', async () => {
  const trader = await open()
  live.exchange.trade('USDT_BTC', '90000')
  const id = await place(trader)
  await live.seconds(3)
  expect((await read(trader, id)).status.type).toMatch(WAITING)
  live.exchange.trade('USDT_BTC', '87950')
  await live.seconds(3)
  expect(await read(trader, id)).toMatchObject({
    status: { type: 'waiting_targets' },
    // The order's price and the fee of 0.1 %.
    position: { price: { value: '88088' } },
  })
})

it('a market order fills at the ask that the exchange streams', async () => {
  const trader = await open()
  live.exchange.trade('USDT_BTC', '90000')
  live.exchange.quote('USDT_BTC', '89999.5', '90004.25')
  await live.second()
  const id = await place(trader, { ...BUY_LOW, 'position.order_type': 'market' })
  live.exchange.quote('USDT_BTC', '89999.5', '90004.25')
  await live.seconds(3)
  const { position } = await read(trader, id)
  expect(position.price.value).toBe('90094.25425')
})

it('a stop sells by a trade at or below it, at the bid of that second', async () => {
  const trader = await open()
  const id = await place(trader)
  live.exchange.trade('USDT_BTC', '87990')
  await live.seconds(2)
  live.exchange.quote('USDT_BTC', '84900', '84950')
  live.exchange.trade('USDT_BTC', '84999')
  await live.seconds(3)
  expect(await read(trader, id)).toMatchObject({
    status: { type: 'stop_loss_finished' },
    data: { average_close_price: '84815.1' },
  })
})

it('a crash of 12 % within a second fills the entry, and the stop by the trades of the next second', async () => {
  const trader = await open()
  const id = await place(trader)
  for (const price of ['88500', '84000', '79200']) live.exchange.trade('USDT_BTC', price)
  await live.seconds(1)
  live.exchange.trade('USDT_BTC', '79300')
  await live.seconds(3)
  expect(await read(trader, id)).toMatchObject({
    status: { type: 'stop_loss_finished' },
    position: { price: { value: '88088' } },
    data: { average_close_price: '79220.7' },
  })
})

it('nine hours of sleep are read afterwards: the entry and the stop fill at their own times', async () => {
  const trader = await open()
  const id = await place(trader)
  await live.second()
  live.exchange.drop()
  const began = live.machine.now
  live.exchange.trade('USDT_BTC', '87999', began + 2 * HOUR)
  live.exchange.trade('USDT_BTC', '86000', began + 3 * HOUR)
  live.exchange.trade('USDT_BTC', '84990', began + 5 * HOUR + 500)
  live.exchange.trade('USDT_BTC', '92000', began + 6 * HOUR)
  live.sleep(9 * HOUR)
  await live.second()
  expect((await read(trader, id)).status.type).toMatch(WAITING)
  live.exchange.connect()
  await live.untilLive()
  const trade = await read(trader, id)
  expect(trade).toMatchObject({
    status: { type: 'stop_loss_finished' },
    position: { price: { value: '88088' } },
    data: { average_close_price: '84905.01', closed_at: expect.any(String) },
  })
  const closed = Date.parse((trade.data as unknown as { closed_at: string }).closed_at)
  expect(Math.round((closed - began) / HOUR)).toBe(5)
  // Only the minutes that reach an order are read by seconds.
  expect(live.exchange.asked.filter((line) => line.startsWith('seconds')).length).toBeLessThan(10)
})

it('without prices for ten seconds the world stands still, and orders are refused with 503', async () => {
  const trader = await open()
  const id = await place(trader)
  await live.second()
  live.sleep(14_000)
  const { status, json, headers } = await trader.post('/api/v1/smart_trades', trader.trade(BUY_LOW))
  expect(status).toBe(503)
  expect(headers).toMatchObject({ 'retry-after': '5' })
  expect(json).toMatchObject({
    error_description: expect.stringMatching(
      /^Binance has sent no prices for 14 s.*; orders are taken again when they return\.$/,
    ),
  })
  expect(await trader.read('/api/v1/time')).toMatchObject({
    market: { source: 'Binance', state: 'stale', attempt: 0 },
  })
  expect((await read(trader, id)).status.type).toMatch(WAITING)
})

it('a trade that is told after its second was over changes nothing', async () => {
  const trader = await open()
  const id = await place(trader)
  await live.untilLive()
  live.exchange.trade('USDT_BTC', '87000', live.machine.now - 5_000)
  await live.seconds(3)
  expect((await read(trader, id)).status.type).toMatch(WAITING)
})

it('a pair that was not streamed is read back to the order before the world goes on', async () => {
  const trader = await open()
  const id = await place(trader, {
    ...BUY_LOW,
    pair: 'USDT_ETH',
    'position.units.value': '0.1',
    'position.price.value': '2900',
    'take_profit.steps': [
      { order_type: 'limit', volume: 100, price: { type: 'last', value: '3300' } },
    ],
    'stop_loss.conditional.price.value': '2500',
  })
  expect(live.exchange.watched.has('USDT_ETH')).toBe(true)
  live.exchange.trade('USDT_ETH', '2890')
  await live.seconds(3)
  expect((await read(trader, id)).status.type).toBe('waiting_targets')
})

it('a halted pair takes no order, and orders of it wait', async () => {
  const trader = await open()
  const id = await place(trader)
  live.exchange.setStatus('USDT_BTC', 'halted')
  await live.seconds(3)
  const { status, json } = await trader.post('/api/v1/smart_trades', trader.trade(BUY_LOW))
  expect([status, JSON.stringify(json)]).toEqual([422, expect.stringContaining('USDT_BTC')])
  expect((await read(trader, id)).status.type).toMatch(WAITING)
  live.exchange.setStatus('USDT_BTC', 'trading')
  await live.second()
  await live.untilLive()
  expect((await trader.post('/api/v1/smart_trades', trader.trade(BUY_LOW))).status).toBe(201)
})

it('while the missed prices cannot be read, the world waits and says why', async () => {
  const trader = await open()
  const id = await place(trader)
  live.exchange.drop()
  live.exchange.trade('USDT_BTC', '87000', live.machine.now + 60_000)
  live.sleep(HOUR)
  live.exchange.fail('Binance asks for a pause')
  live.exchange.connect()
  await live.seconds(5)
  expect((await read(trader, id)).status.type).toMatch(WAITING)
  const refused = await trader.post('/api/v1/smart_trades', trader.trade(BUY_LOW))
  expect([refused.status, JSON.stringify(refused.json)]).toEqual([
    503,
    expect.stringContaining('up to now: it asks for a pause; orders'),
  ])
  live.exchange.fail(undefined)
  await live.untilLive()
  expect((await read(trader, id)).status.type).toBe('waiting_targets')
})

it('a delisted pair has no price, keeps its orders and holds up no other pair', async () => {
  const trader = await open()
  const gone = await place(trader, {
    ...BUY_LOW,
    pair: 'USDT_GONE',
    'position.units.value': '10',
    'position.price.value': '4',
    'take_profit.steps': [
      { order_type: 'limit', volume: 100, price: { type: 'last', value: '6' } },
    ],
    'stop_loss.conditional.price.value': '3',
  })
  await live.untilLive()
  const id = await place(trader)
  await live.untilLive()
  live.exchange.setStatus('USDT_GONE', 'delisted')
  await live.seconds(3)
  const pairs = await trader.read<{ pair: string }[]>('/api/v1/market/pairs')
  expect(pairs.map(({ pair }) => pair)).not.toContain('USDT_GONE')
  live.exchange.trade('USDT_BTC', '87999')
  await live.seconds(3)
  expect((await read(trader, id)).status.type).toBe('waiting_targets')
  expect((await read(trader, gone)).status.type).toMatch(WAITING)
})

it('after a restart the account has the same trades and the same value over time', async () => {
  const trader = await open()
  const id = await place(trader)
  live.exchange.trade('USDT_BTC', '87999')
  for (const price of ['88500', '89000', '87500']) {
    await live.seconds(299)
    live.exchange.trade('USDT_BTC', price)
  }
  await live.seconds(300)
  const began = Date.UTC(2026, 5, 1, 12)
  const end = Math.floor(live.machine.now / 300_000) * 300_000
  const history = `/api/v1/exchanges/summary/balance_chart_data?date_from=${began / 1000}&date_to=${end / 1000}`
  const before = { trade: await read(trader, id), points: await trader.read<unknown[]>(history) }
  expect(before.points).toHaveLength(4)
  const { data, credentials, exchange } = live
  await live.close({ keepData: true })

  live = await openLiveService({ data, startsAt: live.machine.now + HOUR, isUp: false })
  live.exchange.remember(exchange)
  const again = await traderAt(await live.serve(), credentials)
  expect(await again.read('/api/v1/time')).toMatchObject({ market: { state: 'stale' } })
  live.exchange.connect()
  await live.untilLive()
  expect(await again.read(history)).toEqual(before.points)
  expect((await read(again, id)).status).toEqual(before.trade.status)
})

it('a start without network shows the last known prices as old, and goes on by itself', async () => {
  const trader = await open()
  await live.seconds(2)
  const { data, credentials } = live
  const pairs = await trader.read<{ last: string }[]>('/api/v1/market/pairs')
  await live.close({ keepData: true })
  live = await openLiveService({ data, startsAt: live.machine.now + HOUR, isUp: false })
  live.exchange.fail('data-api.binance.vision cannot be reached')
  await live.seconds(5)
  const again = await traderAt(await live.serve(), credentials)
  const known = await again.read<{ last: string }[]>('/api/v1/market/pairs')
  expect(known.map(({ last }) => last)).toEqual(pairs.map(({ last }) => last))
  const refused = await again.post('/api/v1/smart_trades', again.trade(BUY_LOW))
  expect(refused.status).toBe(503)
  expect(refused.text).toContain('data-api.binance.vision cannot be reached')
  live.exchange.fail(undefined)
  live.exchange.connect()
  await live.untilLive()
  expect((await again.post('/api/v1/smart_trades', again.trade(BUY_LOW))).status).toBe(201)
})

it('a live world whose stored prices are damaged starts, and reads them from the exchange', async () => {
  const trader = await open()
  await live.seconds(2)
  const { data, credentials } = live
  const pairs = await trader.read<{ pair: string }[]>('/api/v1/market/pairs')
  await live.close({ keepData: true })
  const database = openDatabase(join(data, 'quarterdeck.db'))
  database.exec(`UPDATE settings SET value = '[{' WHERE name = 'live_listing';
    INSERT OR REPLACE INTO live_prices VALUES ('USDT_BTC', 1, 'x')`)
  database.close()
  live = await openLiveService({ data, startsAt: live.machine.now + HOUR })
  const again = await traderAt(await live.serve(), credentials)
  const known = await again.read<{ pair: string }[]>('/api/v1/market/pairs')
  expect(known.map(({ pair }) => pair)).toEqual(pairs.map(({ pair }) => pair))
})

it('trades that were lost in a silence of the connection are read afterwards', async () => {
  const trader = await open()
  const id = await place(trader)
  await live.untilLive()
  live.exchange.lose()
  live.exchange.trade('USDT_BTC', '87900', live.machine.now + 500)
  await live.seconds(12)
  live.exchange.trade('USDT_BTC', '90000')
  live.exchange.found()
  await live.untilLive()
  expect((await read(trader, id)).status.type).toBe('waiting_targets')
})

it('an order does not fill by a trade of its own second that came before it', async () => {
  const trader = await open()
  await place(trader)
  await live.untilLive()
  live.exchange.quote('USDT_BTC', '89000', '89001')
  live.sleep(600)
  live.exchange.trade('USDT_BTC', '88500', live.machine.now - 300)
  await live.process.tick()
  live.sleep(-600)
  const id = await place(trader, { ...BUY_LOW, 'position.price.value': '88800' })
  await live.seconds(3)
  expect((await read(trader, id)).status.type).toMatch(WAITING)
})
