import { expect, it } from 'vitest'

import { MAX_CANDLES } from '#contract/market.ts'
import { decimal } from '#money/decimal.ts'

import { pageWindows, sizeOfNext, wholeCandles } from './price-history.ts'

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

it('a chart of minutes that stays open for days asks for every candle, in requests that the service takes', () => {
  const length = 60_000
  const opened = Date.UTC(2026, 10, 20, 12)
  for (let hours = 0; hours <= 72; hours += 1) {
    const now = opened + hours * 3_600_000
    const windows = pageWindows({ opened, until: undefined, now, length, older: [240] })
    const spans = windows.map(({ from, to = now }) => Math.floor(to / length) - from / length + 1)
    expect(Math.max(...spans)).toBeLessThanOrEqual(MAX_CANDLES)
    expect(windows[0]?.to).toBeUndefined()
    windows.slice(1).forEach(({ to }, index) => expect(to).toBe((windows[index]?.from ?? 0) - 1))
    expect(windows.at(-1)?.from).toBe(opened - (239 + 240) * length)
  }
})

it('days without trading are no beginning of the market: larger pages are read before it', () => {
  const [traded, empty] = [[1], []]
  expect(sizeOfNext([traded, traded])).toBe(240)
  expect(sizeOfNext([traded, empty])).toBe(MAX_CANDLES)
  expect(sizeOfNext([traded, empty, empty, empty])).toBe(MAX_CANDLES)
  expect(sizeOfNext([traded, empty, empty, empty, empty])).toBeUndefined()
  expect(sizeOfNext([empty, traded])).toBe(240)
})
