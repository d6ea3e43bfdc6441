import { expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'

import { wholeCandles } from './price-history.ts'

const candle = (time: number, close: string | undefined) => ({
  time,
  open: decimal('9'),
  high: decimal('9'),
  low: decimal('9'),
  volume: undefined,
  close: close === undefined ? undefined : decimal(close),
})

it('candles in any order are drawn the oldest first and one at a time, as the newer page has them', () => {
  const drawn = wholeCandles([
    [candle(4, '8'), candle(3, '7')],
    [candle(3, '6'), candle(1, '5'), candle(2, undefined)],
  ])
  expect(drawn.map(({ at, close }) => [at, close])).toEqual([
    [1, '5'],
    [3, '7'],
    [4, '8'],
  ])
})
