import { expect, it } from 'vitest'

import { ONE, decimal } from '#money/decimal.ts'
import { heapInUse } from '#testing/kept-memory.ts'
import { openLiveService } from '#testing/live-service.ts'
import { proofSize } from '#testing/proof-size.ts'
import { traderAt } from '#testing/trader-at-work.ts'

import { liveMarket } from '../engine/market/live-market.ts'
import type { Watched } from '../engine/watched.ts'
import type { FeedEvents, FeedInstrument, FeedTicker } from './feed.ts'
import { livePrices } from './live-prices.ts'

const SECOND = 1_000
const [LISTED, STREAMED] = [500, 40]
const HOURS = proofSize(3, 24)
const ORDERS = proofSize(100, 500)

const PAIRS = Array.from({ length: LISTED }, (_, index) => `USDT_C${index}`)
const ACTED = PAIRS.slice(0, STREAMED)

const instruments: FeedInstrument[] = PAIRS.map((pair) => {
  const [quote = '', base = ''] = pair.split('_')
  const rules = { tick: decimal('0.01'), lot: ONE, minSize: ONE, minTotal: ONE }
  return { pair, base, quote, status: 'trading', ...rules }
})
const ticker = { last: decimal('100'), open: decimal('99'), quoteVolume: decimal('1000000') }
const tickers: FeedTicker[] = PAIRS.map((pair) => ({ pair, ...ticker }))

it(`memory stays flat over ${HOURS} hours with ${LISTED} pairs listed and ${STREAMED} streamed`, async () => {
  const clock = { now: Date.UTC(2026, 5, 1) }
  let events: FeedEvents | undefined
  let stored = 0
  const prices = await livePrices({
    feed: {
      name: 'binance',
      instruments: async () => instruments,
      tickers: async () => tickers,
      candles: async (_pair, _interval, from) => ({ from, candles: [] }),
      seconds: async () => [],
      open(own) {
        events = own
        return { watch: () => {}, close: () => {} }
      },
    },
    market: liveMarket('USDT'),
    clock: { now: () => clock.now, after: () => () => {}, random: () => 0 },
    stored: {
      read: async () => ({ listing: '', steps: [] }),
      save: async (_listing, steps) => void (stored += steps.length),
      thin: async () => {},
    },
    say: () => {},
    failed: (error) => {
      throw error
    },
  })
  const watched = (): Watched[] => {
    const world = { held: new Set<string>(), waiting: [], dueAt: Infinity }
    return [{ ...world, now: prices.until(), traded: new Set(ACTED) }]
  }
  prices.begin({ watched, settle: async () => {} })
  await prices.tick()
  prices.noted()
  events?.up(new Set(ACTED))
  const books = Array.from({ length: 100 }, (_, index) => decimal(`${100 + index}.01`))
  const heaps: number[] = []
  let id = 0
  for (let second = 1; second <= HOURS * 3_600; second++) {
    clock.now += SECOND
    for (const pair of ACTED) {
      id += 1
      const [price = ONE, bid = ONE, ask = ONE] = [0, 1, 2].map((step) => books[(id + step) % 97])
      events?.quote({ pair, at: clock.now, bid, ask })
      events?.trade({ pair, id, price, size: ONE, at: clock.now })
    }
    events?.pulse(clock.now, clock.now)
    prices.acted()
    await prices.tick()
    if (second % 3_600 === 0) heaps.push(heapInUse() / 1e6)
  }
  console.log(
    `heap by hour, MB: ${heaps.map((heap) => heap.toFixed(1)).join(' ')}; ${stored} steps`,
  )
  expect(prices.state().state).toBe('live')
  // The engine looks back at two hours of seconds; five minutes of each day before are a few kB.
  const [settled = 0, last = Infinity] = [heaps[1], heaps.at(-1)]
  expect(last - settled).toBeLessThan(8)
  // A step is stored in the minute after it, and once more if that minute was not over.
  expect(stored).toBeLessThan(2.5 * HOURS * 3_600 * STREAMED)
}, 600_000)

it(`a tick costs at most 20 µs for each of ${ORDERS} open orders`, async () => {
  const live = await openLiveService()
  const trader = await traderAt(await live.serve(), live.credentials)
  for (let order = 0; order < ORDERS; order++) {
    const { status } = await trader.post(
      '/api/v1/smart_trades',
      trader.trade({
        'position.units.value': '0.0001',
        'position.price.value': String(80_000 - order),
        'stop_loss.conditional.price.value': '60000',
      }),
    )
    expect(status).toBe(201)
    if (order === 0) await live.untilLive()
  }
  await live.untilLive()
  const ticks = 200
  const costs: number[] = []
  for (let tick = 0; tick < ticks; tick++) {
    live.exchange.trade('USDT_BTC', String(90_000 + (tick % 50)))
    const before = performance.now()
    await live.second()
    costs.push(performance.now() - before)
  }
  await live.closeWhole()
  const median = costs.toSorted((a, b) => a - b)[ticks / 2] ?? Infinity
  const each = (median * 1_000) / ORDERS
  console.log(
    `a tick of ${ORDERS} open orders: ${median.toFixed(2)} ms, ${each.toFixed(1)} µs each`,
  )
  expect(each).toBeLessThan(20)
}, 600_000)
