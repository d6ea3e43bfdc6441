import { afterEach, expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'
import { handFeed } from '#testing/hand-feed.ts'
import { openLiveTrader } from '#testing/live-service.ts'

import { liveMarket } from '../engine/market/live-market.ts'
import type { Watched } from '../engine/watched.ts'
import type { FeedEvents } from './feed.ts'
import { livePrices } from './live-prices.ts'

const SECOND = 1_000

type Live = Awaited<ReturnType<typeof openLiveTrader>>
let live: Live | undefined
afterEach(async () => {
  await live?.closeWhole()
  live = undefined
})

async function open() {
  const opened = await openLiveTrader()
  live = opened
  const { trader, send } = opened
  async function place(changes: Record<string, unknown> = {}): Promise<string> {
    const { status, json } = await send(changes)
    expect({ status, json }).toMatchObject({ status: 201 })
    return `/api/v1/smart_trades/${(json as { id: number }).id}`
  }
  const statusOf = async (target: string) =>
    (await trader.read<{ status: { type: string } }>(target)).status.type
  return { ...opened, place, statusOf }
}
const ENTERED = 'waiting_targets'
const WAITING = /^(created|waiting_position)$/

it('trades behind a quote that came late, after a stall, fill an order', async () => {
  const { exchange, machine, place, statusOf, sleep, seconds } = await open()
  const trade = await place()
  await seconds(6)
  sleep(5 * SECOND)
  exchange.beat()
  exchange.trade('USDT_BTC', '87900', machine.now - 3 * SECOND)
  await seconds(3)
  expect(await statusOf(trade)).toBe(ENTERED)
})

it('a trade fills an order though a later message of another pair came first', async () => {
  const { exchange, machine, place, statusOf, sleep, seconds } = await open()
  const trade = await place()
  await seconds(6)
  const second = machine.now + SECOND
  sleep(second + 100 - machine.now)
  exchange.trade('USDT_ETH', '3000', second + 50)
  exchange.trade('USDT_BTC', '87900', second - 50)
  exchange.trade('USDT_BTC', '90000', second + 60)
  await seconds(3)
  expect(await statusOf(trade)).toBe(ENTERED)
})

it('a message from the future hides no trade', async () => {
  const { exchange, machine, place, statusOf, seconds } = await open()
  const trade = await place()
  await seconds(6)
  exchange.trade('USDT_ETH', '3000', machine.now + 50 * SECOND)
  await seconds(2)
  exchange.trade('USDT_BTC', '87900')
  await seconds(3)
  expect(await statusOf(trade)).toBe(ENTERED)
})

it('a limit order meets no price of before it, though the last step of the world is late', async () => {
  const { exchange, machine, place, statusOf, sleep, seconds } = await open()
  await place({ 'position.price.value': '70000', 'stop_loss.conditional.price.value': '60000' })
  await seconds(6)
  const second = machine.now + 2 * SECOND
  sleep(second + 400 - machine.now)
  exchange.trade('USDT_BTC', '87000', second - 100)
  exchange.trade('USDT_BTC', '90000', second + 100)
  exchange.trade('USDT_BTC', '90000', second + 400)
  const trade = await place()
  await seconds(3)
  expect(await statusOf(trade)).toMatch(WAITING)
})

it('a market order meets no ask of before it, though the last step of the world is late', async () => {
  const { exchange, machine, place, trader, sleep, seconds } = await open()
  exchange.quote('USDT_BTC', '89990', '90000')
  await seconds(6)
  const second = machine.now + 2 * SECOND
  sleep(second + 400 - machine.now)
  exchange.quote('USDT_BTC', '94990', '95000')
  exchange.trade('USDT_BTC', '95000', second + 400)
  const trade = await place({ 'position.order_type': 'market' })
  await seconds(3)
  // Half the listed spread of 10 above the trade, and the fee.
  expect(await trader.read(trade)).toMatchObject({ position: { price: { value: '95100.005' } } })
})

it('a halted pair with an order stays streamed, so that its trades are known once it resumes', async () => {
  const { exchange, place, statusOf, seconds } = await open()
  const trade = await place()
  exchange.setStatus('USDT_BTC', 'halted')
  await seconds(70)
  expect(exchange.watched.has('USDT_BTC')).toBe(true)
  exchange.setStatus('USDT_BTC', 'trading')
  exchange.trade('USDT_BTC', '87900')
  await seconds(3)
  expect(await statusOf(trade)).toBe(ENTERED)
})

it('a refusal ends the reason of an outage with one mark', async () => {
  const { exchange, trader, sleep } = await open()
  exchange.drop('the line is cut.')
  sleep(14 * SECOND)
  const { json } = await trader.post('/api/v1/smart_trades', trader.trade({}))
  expect(JSON.stringify(json)).toContain('for 14 s: the line is cut; orders are taken again')
})

function marketOfOne() {
  const market = liveMarket('USDT')
  const one = decimal('1')
  const listed = { pair: 'USDT_ANY', base: 'ANY', quote: 'USDT', tick: one, places: 0, lot: one }
  const rules = { minTotal: one, fee: one, maxLeverage: 1, halfSpread: 0, depth: null, impact: one }
  market.list({ ...listed, ...rules })
  return market
}

/** Prices alone, with a world that acts on what the test says. */
async function alone() {
  const clock = { now: Date.UTC(2026, 5, 1, 12) + 500 }
  const hand = handFeed(clock)
  let events: FeedEvents | undefined
  let watched: Watched[] | undefined = []
  const prices = await livePrices({
    feed: {
      ...hand.feed,
      open(own) {
        events = own
        return { watch: () => {}, close: () => {} }
      },
    },
    market: liveMarket('USDT'),
    clock: { now: () => clock.now, after: () => () => {}, random: () => 0 },
    stored: {
      read: async () => ({ listing: '', steps: [] }),
      save: async () => {},
      thin: async () => {},
    },
    say: () => {},
    failed: (error) => {
      throw error
    },
  })
  prices.begin({ watched: () => watched, settle: async () => {} })
  await prices.tick()
  const acts = (on: readonly string[] | undefined) => {
    const world = { now: Infinity, held: new Set<string>(), waiting: [], dueAt: Infinity }
    watched = on && [{ ...world, traded: new Set(on) }]
    prices.noted()
  }
  async function seconds(count: number): Promise<void> {
    for (let passed = 0; passed < count; passed++) {
      clock.now += SECOND
      events?.pulse(clock.now, clock.now)
      await prices.tick()
      await new Promise(setImmediate)
    }
  }
  const up = (pair?: string) => events?.up(new Set(pair === undefined ? [] : [pair]))
  return { clock, prices, acts, seconds, up, asked: hand.asked }
}

it('time stands while a world is not in memory, as it acts later on all prices since', async () => {
  const { clock, prices, acts, seconds } = await alone()
  await seconds(3)
  expect(prices.until()).toBe(clock.now)
  const before = prices.until()
  acts(undefined)
  await seconds(60)
  expect(prices.until()).toBe(before)
  acts([])
  await seconds(1)
  expect(prices.until()).toBe(clock.now)
})

it('a pair that no world watched for a moment is read back, as its trades were not streamed', async () => {
  const { prices, acts, seconds, up } = await alone()
  acts(['USDT_BTC'])
  up('USDT_BTC')
  await seconds(5)
  expect(prices.state().state).toBe('live')
  acts([])
  acts(['USDT_BTC'])
  await seconds(1)
  expect(prices.state().state).toBe('filling')
  up('USDT_BTC')
  await seconds(5)
  expect(prices.state().state).toBe('live')
})

it('the past of a pair is read again after a time in which no world acted on it', async () => {
  const { acts, seconds, up, asked } = await alone()
  const pasts = () => asked.filter((line) => line === 'candles USDT_BTC 1h').length
  acts(['USDT_BTC'])
  up('USDT_BTC')
  await seconds(5)
  expect(pasts()).toBe(1)
  acts([])
  up()
  await seconds(20)
  acts(['USDT_BTC'])
  up('USDT_BTC')
  await seconds(5)
  expect(pasts()).toBe(2)
})

it('a price of more ticks than can be counted exactly is none', () => {
  const market = marketOfOne()
  const huge = decimal(`1${'0'.repeat(30)}`)
  market.add('USDT_ANY', { at: SECOND, price: decimal('7') })
  market.add('USDT_ANY', { at: 2 * SECOND, price: huge })
  market.quote('USDT_ANY', SECOND, { bid: decimal('6'), ask: huge })
  expect(market.market.last('USDT_ANY', 3 * SECOND)).toBe(7)
  expect(market.market.best?.('USDT_ANY', 'ask', 3 * SECOND)).toBe(7)
})

it('prices of the past fill the times without one, up to the latest price', () => {
  const market = marketOfOne()
  for (const second of [10, 11, 40]) {
    market.add('USDT_ANY', { at: second * SECOND, price: decimal(`${second}`) })
  }
  const rows = [5, 10, 15, 20, 39, 45].map((second) => {
    return { at: second * SECOND, price: decimal(`${second + 100}`) }
  })
  market.past('USDT_ANY', rows)
  const found = market.stepsIn('USDT_ANY', 0, Infinity).map(({ ticks }) => ticks)
  expect(found).toEqual([105, 10, 11, 120, 139, 40])
})

it('of a pair on which no world acts the latest two prices are kept, and all before it was so', () => {
  const market = marketOfOne()
  for (const price of [1, 2, 3]) {
    market.add('USDT_ANY', { at: price * SECOND, price: decimal(`${price}`) })
  }
  for (let price = 4; price < 9_000; price++) {
    market.pass('USDT_ANY', { at: price * SECOND, price: decimal(`${price}`) })
  }
  const kept = market.stepsIn('USDT_ANY', 0, Infinity).map(({ ticks }) => ticks)
  expect(kept).toEqual([1, 2, 3, 8_998, 8_999])
})
