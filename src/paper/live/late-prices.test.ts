import { afterEach, expect, it } from 'vitest'

import { getTime } from '#contract/system.ts'
import { decimal } from '#money/decimal.ts'
import { openLiveTrader } from '#testing/live-service.ts'

import type { Instrument } from '../engine/market/instruments.ts'
import { liveMarket } from '../engine/market/live-market.ts'

const SECOND = 1_000
const HOUR = 3_600_000

let live: Awaited<ReturnType<typeof openLiveTrader>> | undefined
afterEach(async () => {
  await live?.closeWhole()
  live = undefined
})

async function open() {
  const opened = await openLiveTrader()
  live = opened
  const market = async () => (await opened.client.call(getTime, {})).market
  return { ...opened, market }
}

it('a stop in a gap sells half the last known spread below the trade that reached it', async () => {
  const { trader, exchange, machine, send, second, seconds, sleep, untilLive } = await open()
  const { json } = await send()
  exchange.quote('USDT_BTC', '89995', '90005')
  exchange.trade('USDT_BTC', '87990')
  await seconds(2)
  exchange.drop()
  exchange.trade('USDT_BTC', '84990', machine.now + 30 * SECOND)
  sleep(60 * SECOND)
  await second()
  exchange.connect()
  await untilLive()
  const id = (json as { id: number }).id
  expect(await trader.read(`/api/v1/smart_trades/${id}`)).toMatchObject({
    status: { type: 'stop_loss_finished' },
    // 84,985 less the fee of 0.1 %.
    data: { average_close_price: '84900.015' },
  })
})

const BTC: Instrument = {
  pair: 'USDT_BTC',
  base: 'BTC',
  quote: 'USDT',
  tick: decimal('0.01'),
  places: 2,
  lot: decimal('0.00001'),
  minTotal: decimal('5'),
  fee: decimal('0.001'),
  maxLeverage: 1,
  halfSpread: 0,
  depth: null,
  impact: decimal('0'),
}

it('an empty side of the book costs half a spread, and the other side keeps its price', () => {
  const market = liveMarket('USDT')
  market.list(BTC)
  market.add('USDT_BTC', { at: SECOND, price: decimal('100.00') })
  const best = (at: number) =>
    (['bid', 'ask'] as const).map((side) => market.market.best?.('USDT_BTC', side, at))
  expect(best(SECOND)).toEqual([10_000, 10_000])
  market.quote('USDT_BTC', 2 * SECOND, { bid: decimal('99.90'), ask: decimal('100.01') })
  market.quote('USDT_BTC', 3 * SECOND, { bid: decimal('99.95') })
  market.quote('USDT_BTC', 4 * SECOND, { bid: decimal('100.50') })
  market.quote('USDT_BTC', 5 * SECOND, { ask: decimal('99.00') })
  expect([2, 3, 4, 5].map((second) => best(second * SECOND))).toEqual([
    [9_990, 10_001],
    [9_995, 10_006],
    // Bid and ask never cross.
    [10_050, 10_050],
    [9_900, 9_900],
  ])
  market.endQuotes(6 * SECOND)
  expect(best(6 * SECOND)).toEqual([9_994, 10_006])
})

it('a clock that was set back an hour hides no silence of the exchange', async () => {
  const { exchange, send, market, seconds, sleep } = await open()
  await seconds(2)
  sleep(-HOUR)
  await seconds(2)
  expect(await market()).toMatchObject({ state: 'live' })
  exchange.lose()
  await seconds(14)
  expect(await market()).toMatchObject({ state: 'stale' })
  expect((await send()).status).toBe(503)
})

it('the service reports late prices from the moment on at which it refuses orders', async () => {
  const { exchange, send, market, seconds } = await open()
  exchange.lose()
  await seconds(2)
  expect(await market()).toMatchObject({ state: 'live' })
  expect((await send()).status).toBe(201)
  await seconds(3)
  expect(await market()).toMatchObject({ state: 'filling' })
  expect((await send()).status).toBe(503)
  exchange.found()
  await live?.untilLive()
  expect((await send()).status).toBe(201)
})

it('a refusal for want of prices names the exchange once', async () => {
  const { exchange, send, sleep } = await open()
  exchange.drop('Binance answered 429')
  sleep(14 * SECOND)
  expect((await send()).json).toMatchObject({
    error_description:
      'Binance has sent no prices for 14 s: it answered 429; orders are taken again when they return.',
  })
})

it('a market order of a pair that was not streamed fills by its latest trade, not by an old quote', async () => {
  const { trader, exchange, send, seconds } = await open()
  exchange.quote('USDT_ETH', '2999', '3001')
  await seconds(12)
  expect(exchange.watched.has('USDT_ETH')).toBe(false)
  exchange.trade('USDT_ETH', '3100')
  const { json } = await send({
    pair: 'USDT_ETH',
    'position.order_type': 'market',
    'position.units.value': '0.1',
    'take_profit.steps': [
      { order_type: 'limit', volume: 100, price: { type: 'last', value: '3500' } },
    ],
    'stop_loss.conditional.price.value': '2500',
  })
  await seconds(5)
  const id = (json as { id: number }).id
  expect(await trader.read(`/api/v1/smart_trades/${id}`)).toMatchObject({
    // Half a spread of 2 above 3,100, and the fee.
    position: { price: { value: '3104.101' } },
  })
})

it('a long gap reports up to when its prices were read', async () => {
  const { exchange, market, send, second, sleep } = await open()
  await send()
  await second()
  exchange.drop()
  sleep(HOUR)
  const before = live?.machine.now ?? 0
  exchange.fail('Binance wants no requests')
  exchange.connect()
  await second()
  const found = await market()
  expect(found).toMatchObject({ state: 'filling' })
  expect(before - (found?.known_to ?? 0)).toBeGreaterThan(HOUR - 5 * SECOND)
})
