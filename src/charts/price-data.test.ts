import { expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'

import { candleAt } from './price-data.ts'

const HOUR = 3_600_000
const price = decimal('100')
const CANDLES = [10, 11, 14].map((hour) => ({
  at: hour * HOUR,
  open: price,
  high: price,
  low: price,
  close: price,
  volume: undefined,
}))
const hourAt = (minutes: number) => (candleAt(CANDLES, minutes * 60_000)?.at ?? 0) / HOUR

it('an event belongs to the candle that contains it, and to none before the first', () => {
  expect([600, 637, 660, 700, 900].map(hourAt)).toEqual([10, 10, 11, 11, 14])
  expect(candleAt(CANDLES, 9.9 * HOUR)).toBeUndefined()
})
