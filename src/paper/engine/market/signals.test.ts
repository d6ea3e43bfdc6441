import { expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'
import { START } from '#testing/scripted-world.ts'

import { INSTRUMENTS } from './instruments.ts'
import { liveMarket } from './live-market.ts'
import { replayMarket } from './replay-market.ts'
import { createSignals, type Signal } from './signals.ts'

const LENGTHS = { rsi: 900_000, bollinger_bands: 3_600_000, macd: 3_600_000 }

/** Closed candles after which a signal first asks for a long, in a file with these closes. */
function firstSignal(signal: Signal, closes: readonly number[]): number {
  const length = LENGTHS[signal]
  const rows = closes.map((price, index) => {
    const close = decimal(String(price))
    const prices = { open: close, high: close, low: close, close, volume: decimal('1') }
    return { time: index * length, length, pair: 'USDT_BTC', ...prices }
  })
  const market = replayMarket(rows, START)
  const signals = createSignals()
  return closes.findIndex((_, index) =>
    signals.says(signal, market, 'USDT_BTC', START + (index + 1) * length, true),
  )
}

const steady = (count: number): number[] => Array<number>(count).fill(100)

it('a replayed file makes no index oversold before it has 15 closes', () => {
  const falling = Array.from({ length: 20 }, (_, index) => 100 - index)
  expect(firstSignal('rsi', falling)).toBe(14)
})

it('a replayed file has no bands before it has 20 closes', () => {
  expect(firstSignal('bollinger_bands', [...steady(10), 90, ...steady(8), 80])).toBe(19)
})

it('a replayed file has no crossing before it has two values of the signal', () => {
  expect(firstSignal('macd', [...steady(20), 110])).toBe(-1)
  expect(firstSignal('macd', [...steady(40), 110])).toBe(40)
})

it('a pair that an exchange has just listed is not oversold before it has 15 closes', () => {
  const [bitcoin] = INSTRUMENTS.filter(({ pair }) => pair === 'USDT_BTC')
  const live = liveMarket('USDT')
  if (bitcoin) live.list(bitcoin)
  const signals = createSignals()
  const asked = Array.from({ length: 20 }, (_, index) => {
    const at = START + (index + 1) * LENGTHS.rsi
    live.add('USDT_BTC', { at: at - 1_000, price: decimal(String(100 - index)) })
    return signals.says('rsi', live.market, 'USDT_BTC', at, true)
  })
  expect(asked.indexOf(true)).toBe(14)
})
