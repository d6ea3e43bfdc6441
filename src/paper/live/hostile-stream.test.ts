import { afterEach, expect, it } from 'vitest'

import { binanceStandIn } from '#testing/exchanges/binance-stand-in.ts'
import { handClock } from '#testing/exchanges/hand-clock.ts'
import { krakenStandIn } from '#testing/exchanges/kraken-stand-in.ts'
import { eventually } from '#testing/eventually.ts'

import { binanceFeed } from './binance.ts'
import { exactJson, Unreadable } from './exchange-json.ts'
import type { FeedEvents } from './feed.ts'
import { krakenFeed } from './kraken.ts'

const START = Date.UTC(2026, 10, 27, 12)
const MINUTE = 60_000

const ends: (() => unknown)[] = []
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()))
})

const EXCHANGES = {
  binance: {
    feed: binanceFeed,
    standIn: binanceStandIn,
    pair: 'USDT_ETH',
    symbol: 'ETHUSDT',
  },
  kraken: {
    feed: krakenFeed,
    standIn: krakenStandIn,
    pair: 'BTC_ETH',
    symbol: 'ETH/BTC',
  },
}

/** A stream of one pair, with its events as short lines. */
async function streaming(name: keyof typeof EXCHANGES) {
  const { pair, symbol, ...make } = EXCHANGES[name]
  const hand = handClock(START)
  const standIn = await make.standIn(hand.clock.now)
  const lines: string[] = []
  const times: number[] = []
  const events: FeedEvents = {
    trade: (trade) => lines.push(`trade ${trade.pair}`),
    quote: () => {},
    status: () => {},
    pulse: (_at, time) => void (time !== undefined && times.push(time)),
    up: (pairs) => lines.push(`up ${[...pairs].join()}`),
    stale: () => {},
    down: ({ reason }) => lines.push(`down ${reason}`),
    unreadable: (_count, sentence) => lines.push(sentence),
  }
  const stream = make.feed(hand.clock, standIn).open(events)
  ends.push(() => {
    stream.close()
    return standIn.close()
  })
  const count = (line: string, times: number) =>
    eventually(() => {
      hand.advance(250)
      expect(lines.filter((one) => one === line)).toHaveLength(times)
      return times
    })
  stream.watch(new Set([pair]))
  await count(`up ${pair}`, 1)
  return { pair, symbol, hand, standIn, stream, lines, times, count }
}

const NESTED = `${'['.repeat(100_000)}${']'.repeat(100_000)}`

const NO_TEXT = '{"toString":1}'

it.each([
  ['binance', 'a refusal nested too deeply to print', `{"id":7,"error":${NESTED}}`],
  ['binance', 'a kind that is an object', `{"e":${NO_TEXT}}`],
  ['binance', 'a kind nested too deeply to print', `{"e":${NESTED}}`],
  ['kraken', 'a channel that is an object', `{"channel":${NO_TEXT}}`],
  ['kraken', 'a channel nested too deeply to print', `{"channel":${NESTED}}`],
  [
    'kraken',
    'an error that is an object',
    `{"method":"subscribe","success":false,"req_id":7,"symbol":"X","error":${NO_TEXT}}`,
  ],
] as const)('%s: a message with %s is dropped, and trades go on', async (name, _, text) => {
  const { standIn, symbol, pair, count } = await streaming(name)
  standIn.send(text)
  standIn.trade(symbol, '1', '1')
  expect(await count(`trade ${pair}`, 1)).toBe(1)
})

it('text of 20,000 quotes without an end is refused within half a second', () => {
  const before = performance.now()
  expect(() => exactJson(`"${'\\"'.repeat(20_000)}`)).toThrow(Unreadable)
  expect(performance.now() - before).toBeLessThan(500)
})

it.each(['binance', 'kraken'] as const)(
  '%s: a trade time ten minutes ahead of this machine moves no clock',
  async (name) => {
    const { standIn, symbol, hand, times, count, pair } = await streaming(name)
    standIn.trade(symbol, '1', '1', hand.clock.now() + 10 * MINUTE)
    standIn.trade(symbol, '1', '1')
    await count(`trade ${pair}`, 1)
    expect(Math.max(...times)).toBeLessThan(hand.clock.now() + MINUTE)
  },
)

it.each(['binance', 'kraken'] as const)(
  '%s: a pair that was not watched for a moment is reported as streaming again',
  async (name) => {
    const { stream, pair, count } = await streaming(name)
    stream.watch(new Set())
    stream.watch(new Set([pair]))
    expect(await count(`up ${pair}`, 2)).toBe(2)
  },
)

it('kraken: a subscription that was refused is tried again', async () => {
  const { stream, standIn, pair, hand, lines } = await streaming('kraken')
  if (!('heartbeat' in standIn)) throw new Error('another exchange')
  standIn.delist('DOGE/USD')
  stream.watch(new Set([pair, 'USD_DOGE']))
  await eventually(() => {
    hand.advance(250)
    expect(lines.join('\n')).toContain('a subscription was refused')
  })
  standIn.list('DOGE/USD', 'XDGUSD', 'XDGUSD')
  await eventually(() => {
    hand.advance(500)
    standIn.heartbeat()
    expect(lines.join('\n')).toContain('up BTC_ETH,USD_DOGE')
  })
})
