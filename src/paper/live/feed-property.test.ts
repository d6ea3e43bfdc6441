import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { toText } from '#money/decimal.ts'
import { binanceStandIn } from '#testing/exchanges/binance-stand-in.ts'
import { eventually } from '#testing/eventually.ts'
import { handClock } from '#testing/exchanges/hand-clock.ts'
import { krakenStandIn } from '#testing/exchanges/kraken-stand-in.ts'

import { binanceFeed } from './binance.ts'
import type { FeedTrade } from './feed.ts'
import { krakenFeed } from './kraken.ts'

const START = Date.UTC(2026, 10, 27, 12, 0, 0)
const RUNS = process.env['QUARTERDECK_PROVE'] ? 300 : 25

/** Events of the stream, in order. */
type Turn =
  | { kind: 'trade'; pair: 0 | 1; price: number; size: number; after: number; isHeldBack: boolean }
  | { kind: 'repeat'; count: number }
  | { kind: 'late'; back: number }
  | { kind: 'broken'; back: number; cut: number; junk: string }
  | { kind: 'drop' }

const turns: fc.Arbitrary<Turn[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('trade' as const),
        pair: fc.constantFrom(0 as const, 1 as const),
        price: fc.integer({ min: 1, max: 10_000_000 }),
        size: fc.integer({ min: 1, max: 1_000 }),
        after: fc.integer({ min: 0, max: 1_500 }),
        isHeldBack: fc.nat(7).map((chance) => chance === 0),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('repeat' as const),
        count: fc.integer({ min: 1, max: 5 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('late' as const),
        back: fc.integer({ min: 0, max: 12 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('broken' as const),
        back: fc.integer({ min: 0, max: 5 }),
        cut: fc.integer({ min: 0, max: 160 }),
        junk: fc.constantFrom('', '"', '}', '0', '-', 'e9', '\\', 'null', '{}', '\u0000'),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop' as const) }) },
  ),
  { minLength: 1, maxLength: 60 },
)

const hand = handClock(START)
const opened = {
  binance: async () => {
    const standIn = await binanceStandIn(hand.clock.now)
    const symbols = ['BTCUSDT', 'ETHBTC'] as const
    return {
      standIn,
      feed: binanceFeed(hand.clock, standIn),
      symbols,
      pairs: ['USDT_BTC', 'BTC_ETH'],
    }
  },
  kraken: async () => {
    const standIn = await krakenStandIn(hand.clock.now)
    const symbols = ['BTC/USD', 'ETH/BTC'] as const
    return {
      standIn,
      feed: krakenFeed(hand.clock, standIn),
      symbols,
      pairs: ['USD_BTC', 'BTC_ETH'],
    }
  },
}
type Opened = Awaited<ReturnType<(typeof opened)['binance' | 'kraken']>>
const exchanges = {} as Record<'binance' | 'kraken', Opened>
beforeAll(async () => {
  exchanges.binance = await opened.binance()
  exchanges.kraken = await opened.kraken()
})
afterAll(() => Promise.all(Object.values(exchanges).map(({ standIn }) => standIn.close())))

/** Digits with eight decimals, without a double in between. */
const digits = (units: number): string => {
  const text = String(units).padStart(9, '0')
  return `${text.slice(0, -8)}.${text.slice(-8)}`
}

it.each(['binance', 'kraken'] as const)(
  '%s: whatever is repeated, late or broken, trades arrive once, in order, with their own price',
  async (name) => {
    const { standIn, feed, symbols, pairs } = exchanges[name]
    await fc.assert(
      fc.asyncProperty(turns, async (script) => {
        const got: FeedTrade[] = []
        let isUp = false
        let attempts = 0
        const stream = feed.open({
          trade: (trade) => got.push(trade),
          quote: () => {},
          status: () => {},
          pulse: () => {},
          up: (set) => (isUp = set.size === pairs.length),
          stale: () => {},
          down: () => {
            isUp = false
            attempts += 1
          },
          unreadable: () => {},
        })
        stream.watch(new Set(pairs))
        const until = (isTrue: () => boolean) =>
          eventually(() => {
            if (isTrue()) return
            hand.advance(500)
            throw new Error('not yet')
          })
        const connected = () => until(() => isUp)
        await connected()

        const sent: string[] = []
        const expected: string[] = []
        for (const turn of script) {
          if (turn.kind === 'trade') {
            hand.advance(turn.after)
            const symbol = symbols[turn.pair]
            if (turn.isHeldBack) standIn.silence()
            standIn.trade(symbol, digits(turn.price), digits(turn.size))
            standIn.speak()
            const { id } = standIn.pair(symbol).trades.at(-1) ?? { id: 0 }
            sent.push(standIn.lastSent(String(id)))
            expected.push(line(pairs[turn.pair] ?? '', id, digits(turn.price), hand.clock.now()))
          } else if (turn.kind === 'repeat') sent.slice(-turn.count).forEach(standIn.send)
          else if (turn.kind === 'late') standIn.send(sent.at(-1 - turn.back) ?? '{}')
          else if (turn.kind === 'broken') {
            const text = sent.at(-1 - turn.back) ?? '{}'
            standIn.send(text.slice(0, turn.cut) + turn.junk + text.slice(turn.cut + 1, -1))
          } else {
            const before = attempts
            standIn.drop()
            await until(() => attempts > before)
            await connected()
          }
        }
        // A last trade shows that everything before it has arrived.
        hand.advance(2_000)
        standIn.trade(symbols[0], digits(123), digits(1))
        await eventually(() => expect(got.at(-1)?.price).toBe('0.00000123'))
        stream.close()

        const lines = got
          .slice(0, -1)
          .map(({ pair, id, price, at }) => line(pair, id, toText(price), at))
        const isWhole = !script.some(
          (turn) => turn.kind === 'drop' || ('isHeldBack' in turn && turn.isHeldBack),
        )
        for (const pair of pairs) {
          const own = lines.filter((one) => one.startsWith(pair))
          const all = expected.filter((one) => one.startsWith(pair))
          expect(isSubsequence(own, all), `${own.join('\n')}\nof\n${all.join('\n')}`).toBe(true)
          expect(isWhole ? own : all).toEqual(all)
        }
      }),
      { numRuns: RUNS, verbose: 1 },
    )
  },
)

const line = (pair: string, id: number, price: string, at: number): string =>
  `${pair} #${id} ${price.replace(/\.?0+$/, '')} ${at}`

function isSubsequence(part: readonly string[], whole: readonly string[]): boolean {
  let index = 0
  for (const one of whole) if (one === part[index]) index += 1
  return index === part.length
}
