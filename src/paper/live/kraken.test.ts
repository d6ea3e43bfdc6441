import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { toText } from '#money/decimal.ts'
import { failureOf } from '#testing/exchanges/failure-of.ts'
import { handClock } from '#testing/exchanges/hand-clock.ts'
import { type KrakenStandIn, krakenStandIn } from '#testing/exchanges/kraken-stand-in.ts'

import type { MarketFeed } from './feed.ts'
import { krakenFeed } from './kraken.ts'

const START = Date.UTC(2026, 10, 27, 12, 0, 0)
const SECOND = 1_000
const MINUTE = 60_000
const HOUR = 3_600_000

let hand: ReturnType<typeof handClock>

const steps = async (feed: MarketFeed, pair: string, from: number, to: number) =>
  (await feed.seconds(pair, from, to)).map(({ at, price }) => [at - START, toText(price)])

describe('reading Kraken', () => {
  let standIn: KrakenStandIn
  let feed: MarketFeed
  beforeEach(async () => {
    hand = handClock(START)
    standIn = await krakenStandIn(hand.clock.now)
    feed = krakenFeed(hand.clock, standIn)
  })
  afterEach(() => standIn.close())

  it('lists pairs by the names of today, not as XBT and XDG', async () => {
    standIn.halt('SOL/USD')
    const found = await feed.instruments()
    expect(found.map(({ pair, status }) => `${pair} ${status}`)).toEqual([
      'USD_BTC trading',
      'USD_DOGE trading',
      'BTC_ETH trading',
      'USD_1INCH trading',
      'USD_SOL halted',
    ])
    expect(found[0]).toEqual({
      pair: 'USD_BTC',
      base: 'BTC',
      quote: 'USD',
      tick: '0.1',
      lot: '0.00000001',
      minSize: '0.00005',
      minTotal: '0.5',
      status: 'trading',
    })
  })

  it('a pair that never traded has no ticker, and is no fault', async () => {
    const faults: string[] = []
    const ignore = () => {}
    const stream = feed.open({
      trade: ignore,
      quote: ignore,
      status: ignore,
      pulse: ignore,
      up: ignore,
      stale: ignore,
      down: ignore,
      unreadable: (_count, sentence) => faults.push(sentence),
    })
    standIn.list('NEW/USD', 'NEWUSD', 'NEWUSD')
    const found = await feed.tickers()
    stream.close()
    expect({ pairs: found.map(({ pair }) => pair), faults }).toEqual({
      pairs: expect.not.arrayContaining(['USD_NEW']) as string[],
      faults: [],
    })
  })

  it('tickers have their volume in quote units', async () => {
    standIn.trade('DOGE/USD', '0.2000000', '3')
    standIn.quote('DOGE/USD', '0.1999000', '0.2000000', '10', '20')
    const found = await feed.tickers()
    expect(found.find(({ pair }) => pair === 'USD_DOGE')).toEqual({
      pair: 'USD_DOGE',
      last: '0.2',
      open: '0.16241',
      quoteVolume: '0.7624',
      bid: '0.1999',
      ask: '0.2',
      bidSize: '10',
      askSize: '20',
    })
    expect(found.length).toBe(5)
  })

  it('candles reach back 720 intervals, and the answer says so', async () => {
    standIn.past('BTC/USD', [])
    const own = standIn.pair('BTC/USD').trades
    own.splice(0, own.length, { id: 1, at: START - 24 * HOUR, price: '60000', size: '1' })
    const day = START - 24 * HOUR
    const minutes = await feed.candles('USD_BTC', '1m', day, START)
    expect(minutes.from).toBe(START - 719 * MINUTE)
    expect(minutes.candles.length).toBe(719)
    expect(minutes.candles[0]?.time).toBe(minutes.from)
    const fives = await feed.candles('USD_BTC', '5m', day, START)
    expect(fives.from).toBe(day)
    expect(fives.candles.length).toBe(288)
  })

  it('candles of 3 minutes and 2 hours, which Kraken lacks, are made from whole ones', async () => {
    const own = standIn.pair('SOL/USD').trades
    own.length = 0
    standIn.past('SOL/USD', [
      [START - 6 * MINUTE, '140', '1'],
      [START - 5 * MINUTE, '150', '2'],
      [START - 4 * MINUTE, '130', '3'],
      [START - 3 * MINUTE, '141', '4'],
    ])
    const { candles, from } = await feed.candles('USD_SOL', '3m', START - 7 * MINUTE, START)
    expect(from).toBe(START - 7 * MINUTE)
    expect(candles).toEqual([
      { time: START - 6 * MINUTE, open: '140', high: '150', low: '130', close: '130', volume: '6' },
      { time: START - 3 * MINUTE, open: '141', high: '141', low: '141', close: '141', volume: '4' },
    ])
    own.splice(0, own.length, { id: 1, at: START - 2_000 * HOUR, price: '1', size: '1' })
    const hours = await feed.candles('USD_SOL', '2h', START - 1_000 * HOUR, START)
    expect(hours.from).toBe(START - 718 * HOUR)
    expect(hours.candles.length).toBe(359)
  })

  it('the last price of each second is read from the trades, page by page', async () => {
    const trades = Array.from({ length: 2_500 }, (_, index) => {
      return [START + index * 20, `${64_000 + index}`, '0.001'] as const
    })
    standIn.past('BTC/USD', trades)
    hand.advance(MINUTE)
    const found = await steps(feed, 'USD_BTC', START, START + 49 * SECOND)
    expect(found.length).toBe(49)
    expect(found[0]).toEqual([0, '64049'])
    expect(found.at(-1)).toEqual([48_000, '66449'])
    expect(standIn.requests.length).toBe(3)
  })

  it('loses no trade if a page ends among trades of one nanosecond', async () => {
    const at = START + 5 * SECOND
    standIn.past(
      'BTC/USD',
      Array.from({ length: 1_500 }, (_, index) => [index < 600 ? START : at, `${index + 1}`, '1']),
    )
    hand.advance(MINUTE)
    expect(await steps(feed, 'USD_BTC', START, START + MINUTE)).toEqual([
      [0, '600'],
      [5_000, '1500'],
    ])
  })

  it('reading stops if pages do not move on', async () => {
    const rows = Array.from({ length: 1_000 }, () => ['1', '1', START / 1_000, 'b', 'l', '', 1])
    for (let page = 0; page < 2; page++) {
      standIn.answer(200, { error: [], result: { XXBTZUSD: rows, last: `${START}000000` } })
    }
    const failure = await failureOf(feed.seconds('USD_BTC', START, START + MINUTE))
    expect(failure.message).toContain('“last” does not move on')
  })

  it.each([
    ['EGeneral:Too many requests', 'limited'],
    ['EAPI:Rate limit exceeded', 'limited'],
    ['EService:Unavailable', 'unreachable'],
    ['EQuery:Unknown asset pair', 'refused'],
  ] as const)('the error %s within an answer of 200 is %s', async (error, kind) => {
    standIn.answer(200, { error: [error] })
    const failure = await failureOf(feed.instruments())
    expect(failure).toMatchObject({ kind, message: `Kraken answered “${error}”.` })
    expect(failure.retryAt).toBe(kind === 'limited' ? START + 15_500 : undefined)
  })

  it('requests go out five at once, then less than one a second', async () => {
    const read = () => feed.candles('USD_BTC', '1m', START, START)
    const reads = Array.from({ length: 8 }, read)
    await expect.poll(() => standIn.requests.length).toBe(5)
    for (let count = 6; count <= 8; count++) {
      hand.advance(1_249)
      hand.advance(1)
      await expect.poll(() => standIn.requests.length).toBe(count)
    }
    await Promise.all(reads)
    const times = standIn.requests.slice(5).map(({ at }) => at - START)
    expect(times).toEqual([1_250, 2_500, 3_750])
  })

  it('a request that would wait longer than 20 s is refused at once, with the time to ask again', async () => {
    const read = () => feed.candles('USD_BTC', '1m', START, START)
    const waiting = Promise.allSettled(Array.from({ length: 21 }, read))
    expect(await failureOf(read())).toMatchObject({ kind: 'limited', retryAt: START + 1_250 })
    await expect.poll(() => standIn.requests.length).toBe(5)
    for (let count = 6; count <= 21; count++) {
      hand.advance(1_250)
      await expect.poll(() => standIn.requests.length).toBe(count)
    }
    expect((await waiting).filter(({ status }) => status === 'rejected')).toEqual([])
  })
})
