import { expect, it } from 'vitest'

import { dealStartCondition } from '#contract/dca-strategies.ts'
import { fromNumber } from '#money/decimal.ts'
import { entity } from '#testing/entity.ts'

import { hasPicture, intervalOf, pictureOf as pictureOfCandles } from './condition-picture.ts'

const condition = (members: object) => entity(dealStartCondition, members)
const pictureOf = (of: Parameters<typeof pictureOfCandles>[0], closes: readonly number[]) =>
  pictureOfCandles(
    of,
    closes.map((close) => ({ close: fromNumber(close) })),
  )
const falling = Array.from({ length: 200 }, (_, index) => 1_000 - index)
const calm = Array.from({ length: 200 }, (_, index) => 100 + (index % 2))

it('only indicators have a chart', () => {
  expect(
    ['asap', 'rsi', 'bollinger_bands', 'macd', 'moon'].map((id) => hasPicture(condition({ id }))),
  ).toEqual([false, true, true, true, false])
  expect(pictureOf(condition({ id: 'moon' }), falling)).toBeUndefined()
})

it('an indicator chart describes the newest candle', () => {
  expect(pictureOf(condition({ id: 'rsi' }), falling)?.words).toBe('RSI is 0.0, oversold.')
  expect(pictureOf(condition({ id: 'rsi' }), calm)?.words).toMatch(/neutral\.$/)
  const jump = [...calm, 130]
  const bands = condition({ id: 'bollinger_bands' })
  expect(pictureOf(bands, jump)?.words).toBe('The price is above the upper band.')
  expect(pictureOf(bands, calm)?.words).toBe('The price is between the bands.')
  expect(pictureOf(condition({ id: 'macd' }), jump)?.words).toBe('MACD is above its signal line.')
})

it('an indicator chart uses the service’s defaults', () => {
  const own = condition({ id: 'rsi', options: { default_oversold: 20, default_overbought: 80 } })
  expect(pictureOf(own, calm)?.indicator.levels).toEqual([20, 80])
})

it('an indicator with an invalid period has no chart', () => {
  for (const default_period of [0, -14]) {
    const odd = condition({ id: 'rsi', options: { default_period } })
    expect(pictureOf(odd, calm)).toBeUndefined()
  }
})

it('an indicator has one value per candle, none before its first period', () => {
  const seriesOf = (id: string) =>
    pictureOf(condition({ id }), calm)?.indicator.series.map(({ name, values }) => [
      name,
      values.length,
      values.findIndex((value) => value !== undefined),
    ])
  expect(seriesOf('rsi')).toEqual([['RSI 14', 200, 14]])
  expect(seriesOf('bollinger_bands')).toEqual([
    ['Upper band', 200, 19],
    ['Average', 200, 19],
    ['Lower band', 200, 19],
  ])
  expect(seriesOf('macd')).toEqual([
    ['Histogram', 200, 33],
    ['MACD', 200, 25],
    ['Signal', 200, 33],
  ])
})

it('RSI and MACD are in a pane below, bands over the prices', () => {
  const paneOf = (id: string) => pictureOf(condition({ id }), calm)?.indicator.pane
  expect(['rsi', 'macd', 'bollinger_bands'].map(paneOf)).toEqual(['below', 'below', 'prices'])
})

it('an indicator with too few candles shows nothing', () => {
  expect(pictureOf(condition({ id: 'rsi' }), [1, 2, 3])?.words).toBe('Not enough candles.')
  const macd = condition({ id: 'macd' })
  // The line begins with the 26th close, its average of 9 with the 34th.
  expect(pictureOf(macd, [1, 2, 3])?.words).toBe('Not enough candles.')
  expect(pictureOf(macd, calm.slice(0, 33))?.words).toBe('Not enough candles.')
  expect(pictureOf(macd, calm.slice(0, 34))?.words).toMatch(/its signal line\.$/)
  expect(pictureOf(macd, Array(40).fill(7))?.words).toBe('MACD is at its signal line.')
})

it('an indicator chart uses 15 minutes, as the paper service checks, if offered', () => {
  const over = (timeframes: string[]) =>
    intervalOf(condition({ id: 'rsi', options: { timeframes } }))
  expect(over(['5m', '15m', '1h'])).toBe('15m')
  expect(over(['7m', '1h', '4h'])).toBe('1h')
  expect(over(['7m'])).toBe('15m')
})
