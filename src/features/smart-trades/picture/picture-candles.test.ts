import { describe, expect, it } from 'vitest'

import type { Candle } from '#contract/market.ts'
import { decimal } from '#money/decimal.ts'

import { candlePaths, instantAt, newestCandles, placeOf, timesBelow } from './picture-candles.tsx'

const yOf = (price: number) => 100 - price

const HALF_HOUR = 1_800_000

const candle = (
  [open, high, low, close]: readonly [string, string, string, string],
  index = 0,
): Candle => ({
  time: index * HALF_HOUR,
  open: decimal(open),
  high: decimal(high),
  low: decimal(low),
  close: decimal(close),
  volume: decimal('1'),
})

describe('the candles behind a trade', () => {
  it('are three paths however many there are: wicks, hollow rising bodies, full falling ones', () => {
    const candles = newestCandles([
      candle(['10', '30', '5', '20']),
      candle(['20', '25', '8', '12'], 1),
    ])
    expect(candlePaths(candles, yOf)).toEqual({
      wicks: 'M1.5 70V95M5.5 75V92',
      rising: 'M0.5 80.5h2v9h-2z',
      falling: 'M4 80h3v8h-3z',
    })
  })

  it('keep a line of body where a price came back to where it began', () => {
    const flat = newestCandles([candle(['10', '10', '10', '10'])])
    expect(candlePaths(flat, yOf).rising).toBe('M0.5 90.5h2v0h-2z')
  })

  it('leave out one that lacks a price, and all but the newest day', () => {
    const { close: _, ...torn } = candle(['1', '1', '1', '1'])
    expect(
      newestCandles([{ ...torn, close: undefined }, candle(['2', '2', '2', '2'], 1)]),
    ).toHaveLength(1)
    expect(
      newestCandles(Array.from({ length: 60 }, (_, index) => candle(['2', '2', '2', '2'], index))),
    ).toHaveLength(46)
  })

  it('stand at their own time, so that a missing one leaves a gap', () => {
    const candles = newestCandles([candle(['1', '2', '1', '2']), candle(['1', '2', '1', '2'], 3)])
    expect(candlePaths(candles, yOf).wicks).toBe('M1.5 98V99M13.5 98V99')
    expect(instantAt(candles, placeOf(candles, 3 * HALF_HOUR))).toBe(3 * HALF_HOUR)
  })
})

it.each(Array.from({ length: 48 }, (_, start) => start))(
  'times below candles that begin %d half hours after midnight stand apart, and within the picture',
  (start) => {
    const day = Array.from({ length: 46 }, (_, index) =>
      candle(['1', '1', '1', '1'], start + index),
    )
    const times = timesBelow(newestCandles(day), 'UTC')
    expect(times.length).toBeGreaterThan(1)
    const places = times.map(({ x }) => x)
    // Five digits are about 34 px wide.
    expect(Math.min(...places)).toBeGreaterThanOrEqual(17)
    const gaps = places.slice(1).map((x, index) => x - (places[index] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(40)
  },
)
