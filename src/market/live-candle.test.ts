import { expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'

import { withPrice } from './live-candle.ts'

const [open, high, low, close] = [10, 12, 9, 11].map((price) => decimal(String(price))) as [
  ReturnType<typeof decimal>,
  ReturnType<typeof decimal>,
  ReturnType<typeof decimal>,
  ReturnType<typeof decimal>,
]
const candle = (at: number) => ({ at, volume: undefined, open, high, low, close })
const candles = [candle(0), candle(60_000)]
const moved = (last: string, at = 61_000) =>
  withPrice(candles, decimal(last), { at, length: 60_000 })

it('the newest candle closes at the price of the stream and widens to it', () => {
  expect(moved('13')).toEqual([candles[0], { ...candles[1], close: '13', high: '13' }])
  expect(moved('8')[1]).toEqual({ ...candles[1], close: '8', low: '8' })
  expect(moved('10.5')[1]).toEqual({ ...candles[1], close: '10.5' })
})

it('a price from before or after the newest candle changes no candle', () => {
  expect(moved('13', 59_999)).toBe(candles)
  expect(moved('13', 120_000)).toBe(candles)
})
