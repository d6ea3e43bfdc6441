import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { toText } from '#money/decimal.ts'
import { type BinanceStandIn, binanceStandIn } from '#testing/exchanges/binance-stand-in.ts'
import { failureOf } from '#testing/exchanges/failure-of.ts'
import { handClock } from '#testing/exchanges/hand-clock.ts'

import { binanceFeed } from './binance.ts'
import type { FeedEvents, MarketFeed } from './feed.ts'

const START = Date.UTC(2026, 10, 27, 12, 0, 0)
const SECOND = 1_000
const MINUTE = 60_000

const IGNORED: FeedEvents = {
  trade: () => {},
  quote: () => {},
  status: () => {},
  pulse: () => {},
  up: () => {},
  stale: () => {},
  down: () => {},
  unreadable: () => {},
}

let hand: ReturnType<typeof handClock>

const steps = async (feed: MarketFeed, pair: string, from: number, to: number) =>
  (await feed.seconds(pair, from, to)).map(({ at, price }) => [at - START, toText(price)])

describe('reading Binance', () => {
  let standIn: BinanceStandIn
  let feed: MarketFeed
  beforeEach(async () => {
    hand = handClock(START)
    standIn = await binanceStandIn(hand.clock.now)
    feed = binanceFeed(hand.clock, { http: `${standIn.http}/`, ws: standIn.ws })
  })
  afterEach(() => standIn.close())

  it('lists all spot pairs with tick, lot, minimum total and status, in our spelling', async () => {
    const found = await feed.instruments()
    expect(found.map(({ pair, status }) => `${pair} ${status}`)).toEqual([
      'USDT_BTC trading',
      'USDT_ETH trading',
      'BTC_ETH trading',
      'USDT_1INCH trading',
      'USDT_1000SATS trading',
      'USDT_币安人生 trading',
      'USDT_LUNA halted',
    ])
    expect(found[4]).toEqual({
      pair: 'USDT_1000SATS',
      base: '1000SATS',
      quote: 'USDT',
      tick: '0.0000001',
      lot: '1',
      minSize: '1',
      minTotal: '5',
      status: 'trading',
    })
  })

  it('a pair whose rules are broken is left out and counted', async () => {
    const sentences: string[] = []
    const unreadable = (_count: number, sentence: string) => sentences.push(sentence)
    feed.open({ ...IGNORED, unreadable }).close()
    standIn.pair('ETHUSDT').listing.tick = '0'
    standIn.pair('ETHBTC').listing.lot = 'x'
    standIn.pair('LUNAUSDT').listing.quote = 'USD'
    expect((await feed.instruments()).map(({ pair }) => pair)).toEqual([
      'USDT_BTC',
      'USDT_1INCH',
      'USDT_1000SATS',
      'USDT_币安人生',
    ])
    expect(sentences).toEqual([
      'Binance: unreadable data, tickSize of ETHUSDT is 0.00000000, not above zero.',
    ])
  })

  it('tickers cover all pairs that trade, and an empty side of the book is unknown', async () => {
    standIn.trade('BTCUSDT', '65000.10', '2')
    standIn.quote('BTCUSDT', '65000.00', '0', '0.5', '0')
    const [btc, ...others] = await feed.tickers()
    expect(btc).toEqual({
      pair: 'USDT_BTC',
      last: '65000.1',
      open: '64000',
      quoteVolume: '194000.2',
      bid: '65000',
      bidSize: '0.5',
    })
    expect(others.map(({ pair }) => pair)).not.toContain('USDT_LUNA')
  })

  it('candles are read over several pages, up to the end of the span', async () => {
    const from = START - 1_500 * MINUTE
    standIn.past(
      '1INCHUSDT',
      Array.from({ length: 1_500 }, (_, minute) => [
        from + minute * MINUTE,
        `0.${minute + 4_000}`,
        '1',
      ]),
    )
    standIn.pair('1INCHUSDT').trades.sort((a, b) => a.at - b.at)
    const { candles, ...rest } = await feed.candles('USDT_1INCH', '1m', from, START - MINUTE)
    expect(rest).toEqual({ from })
    expect(candles.length).toBe(1_499)
    expect(candles[0]).toMatchObject({ time: from, open: '0.4', close: '0.4', volume: '1' })
    expect(candles.at(-1)).toMatchObject({ time: START - 2 * MINUTE, close: '0.5498' })
    expect(standIn.requests.length).toBe(2)
  })

  it('each second with a trade has its last price', async () => {
    standIn.trade('ETHBTC', '0.05', '1', START + 100)
    standIn.trade('ETHBTC', '0.051', '1', START + 900)
    standIn.trade('ETHBTC', '0.049', '1', START + 3_000)
    hand.advance(MINUTE)
    expect(await steps(feed, 'BTC_ETH', START, START + MINUTE)).toEqual([
      [0, '0.051'],
      [3_000, '0.049'],
    ])
    expect(await steps(feed, 'BTC_ETH', START + SECOND, START + 3_000)).toEqual([])
  })

  it.each([
    ['a price of zero', ['0.0', '0.5', '0.4', '0.4']],
    ['a price that is no amount', ['0,4', '0.5', '0.4', '0.4']],
    ['a close above the high', ['0.4', '0.5', '0.4', '0.6']],
    ['a missing price', ['0.4', '0.5', '0.4']],
  ])('Binance candles are all refused if one has %s', async (_what, prices) => {
    standIn.answer(200, [[START, ...prices, '1', START + 999, '1', 1]])
    const failure = await failureOf(feed.candles('USDT_BTC', '1m', START, START + MINUTE))
    expect(failure.kind).toBe('unreadable')
  })

  it('an amount sent as a JSON number keeps all its digits', async () => {
    const row = `[[${START}, 0.12345678901234567890, 1e-1, 1E-1, 0.10, 1, 1, 1, 1]]`
    standIn.answer(200, row.replace('1e-1', '0.2'))
    const { candles } = await feed.candles('USDT_BTC', '1m', START, START + MINUTE)
    expect(candles).toMatchObject([{ open: '0.1234567890123456789', low: '0.1', close: '0.1' }])
  })

  it('candles out of order or outside the span are refused', async () => {
    const row = (time: number) => [time, '1', '1', '1', '1', '1', time, '1', 1]
    for (const times of [[START, START], [START - 1], [START + MINUTE]]) {
      standIn.answer(200, times.map(row))
      const read = feed.candles('USDT_BTC', '1m', START, START + MINUTE)
      expect((await failureOf(read)).message).toContain('candles are not in order')
    }
  })

  it('requests stop after 429 until Retry-After is over, plus less than a second by chance', async () => {
    standIn.answer(429, undefined, 30)
    const first = await failureOf(feed.instruments())
    expect(first).toMatchObject({ kind: 'limited', retryAt: START + 30_500 })
    hand.advance(30_400)
    const second = await failureOf(feed.tickers())
    expect(second.message).toBe('Binance wants no requests until 12:00:30 UTC.')
    expect(standIn.requests.length).toBe(1)
    hand.advance(SECOND)
    expect((await feed.instruments()).length).toBe(7)
  })

  it('the Binance feed opens no connection while a ban (418) lasts, and says when it tries again', async () => {
    const downs: number[] = []
    const ups: unknown[] = []
    standIn.answerHandshake(418, '120')
    const stream = feed.open({
      ...IGNORED,
      down: ({ nextTryAt }) => downs.push(nextTryAt),
      up: (pairs) => ups.push(pairs),
    })
    await expect.poll(() => downs).toEqual([START + 120_500])
    hand.advance(120 * SECOND)
    expect(standIn.connections()).toBe(0)
    hand.advance(SECOND)
    await expect.poll(() => ups.length).toBe(1)
    stream.close()
  })

  it('a pause lasts a week at most, for any Retry-After', async () => {
    standIn.answer(418, undefined, 999_999_999)
    const { retryAt } = await failureOf(feed.instruments())
    expect(retryAt).toBe(START + 7 * 86_400 * SECOND + 500)
  })

  it('spares what other programs at this address leave of the limit', async () => {
    standIn.header('X-MBX-USED-WEIGHT-1M', '5000')
    await feed.instruments()
    expect((await failureOf(feed.tickers())).retryAt).toBe(START + 60_500)
    expect(standIn.requests.length).toBe(1)
  })

  it('spreads many reads over time: half of the limit of a minute at most', async () => {
    const reads = Array.from({ length: 60 }, () => feed.instruments())
    await expect.poll(() => standIn.requests.length).toBe(50)
    hand.advance(SECOND)
    await expect.poll(() => standIn.requests.length).toBe(52)
    hand.advance(4 * SECOND)
    await Promise.all(reads)
    const minute = standIn.requests.filter(({ at }) => at < START + MINUTE)
    expect(minute.length * 20).toBeLessThanOrEqual(3_000)
  })

  it.each([
    [500, 'unreachable'],
    [403, 'refused'],
    [451, 'refused'],
  ] as const)('an answer of %i is %s', async (status, kind) => {
    standIn.answer(status, '<html>')
    expect(await failureOf(feed.instruments())).toMatchObject({
      kind,
      message: `Binance answered ${status}.`,
    })
  })

  it('an error of the exchange is quoted without control characters', async () => {
    standIn.answer(400, '{"code":-1121,"msg":"Invalid\u001b[31m symbol."}')
    expect((await failureOf(feed.instruments())).message).toBe(
      'Binance answered 400: Invalid[31m symbol.',
    )
  })

  it.each(['{"symbols":[', '', '[]', 'null', '7', '{"symbols":{}}', 'x'.repeat(100)])(
    'an answer of %j is unreadable',
    async (body) => {
      standIn.answer(200, body)
      expect((await failureOf(feed.instruments())).kind).toBe('unreadable')
    },
  )

  it('a request without an answer fails after 10 s', async () => {
    standIn.stall(true)
    const read = failureOf(feed.instruments())
    await expect.poll(() => standIn.requests.length).toBe(1)
    hand.advance(10 * SECOND)
    expect((await read).message).toBe('Binance cannot be reached (no answer within 10 s).')
  })

  it('an exchange that cannot be reached is named in the error', async () => {
    await standIn.close()
    const failure = await failureOf(feed.instruments())
    expect(failure.kind).toBe('unreachable')
    expect(failure.message).toMatch(/^Binance cannot be reached \(ECONN\w+\)\.$/)
  })
})
