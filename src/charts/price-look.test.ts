import { describe, expect, it } from 'vitest'

import { decimal, ONE } from '#money/decimal.ts'

import { barsOf } from './empty-chart.ts'
import type { PriceLevel } from './price-data.ts'
import { type Frame, tagsOf, timeToClose } from './price-layers.ts'
import { firstView, placed, rangeOf, wordsOfLevels } from './price-look.ts'

const HEIGHT = 400
const WIDTH = 700
const pen = {
  measureText: (text: string) => ({ width: 6 * text.length }),
} as unknown as CanvasRenderingContext2D

type Drawn = { look: PriceLevel['look']; y: number; detail?: string; name?: string }

const wordsAt = (levels: readonly Drawn[], width = WIDTH) => {
  const named = levels.map((level, index) => ({
    name: 'Stop',
    price: ONE,
    id: `${index}`,
    ...level,
  }))
  return placed(wordsOfLevels(pen, named, width), HEIGHT)
}
const feetAt = (...levels: Drawn[]) => wordsAt(levels).map(({ foot }) => foot)

it('names of price levels stand above their lines, the entry’s below', () => {
  expect(feetAt({ look: 'entry', y: 200 }, { look: 'down', y: 300 })).toEqual([215, 293])
})

it('names of price levels never overlap, and the least important are left out', () => {
  const feet = feetAt(...[200, 204, 208, 212, 216].map((y) => ({ look: 'up' as const, y })))
  const ordered = feet.toSorted((a, b) => a - b)
  const gaps = ordered.slice(1).map((foot, index) => foot - (ordered[index] ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(15)
  expect(feet[0]).toBe(193)
  expect(feet.length).toBeLessThan(5)
})

it('names of price levels go to the side without another line', () => {
  expect(feetAt({ look: 'entry', y: 200 }, { look: 'break-even', y: 211 })[0]).toBe(193)
})

it('names of price levels between close lines stand on their own line, crossed by no other', () => {
  const lines = [200, 215, 230].map((y) => ({ look: 'up' as const, y }))
  expect(feetAt(...lines)).toEqual([193, 219, 245])
})

it('names of price levels outside the chart are not drawn', () => {
  expect(feetAt({ look: 'up', y: -10 }, { look: 'up', y: Number.NaN })).toEqual([])
})

it('a price chart too narrow for results keeps the names of its levels', () => {
  const stop = { look: 'down', y: 200, detail: 'market, 100%, −90.36' } as const
  expect(wordsAt([stop])[0]).toMatchObject({ detail: stop.detail, right: WIDTH - 8 })
  expect(wordsAt([stop], 300)[0]).toMatchObject({ name: 'Stop', detail: '', right: 292 })
})

describe('price axis', () => {
  const near = (price: number) => ({ price, isFar: false })
  const far = (price: number) => ({ price, isFar: true })

  it('the price axis shows visible candles and every level', () => {
    expect(rangeOf([98, 104], [near(90), near(110)])).toEqual({ minValue: 90, maxValue: 110 })
    expect(rangeOf([98, 104], [])).toEqual({ minValue: 98, maxValue: 104 })
  })

  it('the price axis shows a near liquidation, but does not stretch to a far one', () => {
    expect(rangeOf([], [near(90), near(110), far(75)])).toEqual({ minValue: 75, maxValue: 110 })
    expect(rangeOf([], [near(90), near(110), far(20)])).toEqual({ minValue: 90, maxValue: 110 })
  })

  it('the price axis has space around a single price, and none without a price', () => {
    expect(rangeOf([100, 100], [near(100)])).toEqual({
      minValue: 97.5,
      maxValue: 102.49999999999999,
    })
    expect(rangeOf([], [])).toBeNull()
  })
})

it('a missing candle keeps its place, months without trading do not', () => {
  const [open, high, low, close] = ['1', '2', '1', '2'].map(decimal)
  const candle = (at: number) => ({ at, open, high, low, close, volume: undefined })
  const barsAt = (...minutes: number[]) =>
    barsOf(minutes.map((minute) => candle(minute * 60_000)) as Parameters<typeof barsOf>[0], 60_000)
  expect(barsAt(0, 3).map((bar) => [bar.time, 'open' in bar])).toEqual([
    [0, true],
    [60, false],
    [120, false],
    [180, true],
  ])
  expect(barsAt(0, 100_000)).toHaveLength(2)
})

describe('first view of a price chart', () => {
  const newestX = (words: number, width = 700, begin?: number) => {
    const { from, to } = firstView({ count: 240, begin, width, words })
    return ((239.5 - from) / (to - from)) * width
  }

  it('the newest candle is left of the level names', () => {
    for (const words of [0, 60, 140, 200]) {
      expect(newestX(words)).toBeLessThanOrEqual(700 - words)
      expect(newestX(words, 700, 100)).toBeLessThanOrEqual(700 - words)
    }
  })

  it('a price chart narrower than its level names still has a valid view', () => {
    for (let width = 1; width < 100; width += 1) {
      const { from, to } = firstView({ count: 240, begin: undefined, width, words: 140 })
      expect(to).toBeGreaterThan(from)
    }
  })

  it('level names never take half of a narrow price chart', () => {
    expect(newestX(250, 290)).toBeGreaterThan(290 * 0.55)
  })
})

it('without candles, no time to the close is shown', () => {
  const last = { id: 'last', name: 'Last price', price: decimal('60'), look: 'last' } as const
  const tagsWith = (candles: Frame['scene']['candles']) =>
    tagsOf({
      scene: {
        candles,
        levels: [last],
        length: 3_600_000,
        zones: [],
        markers: [],
        indicators: [],
        since: undefined,
        now: () => Date.UTC(2026, 10, 26, 12),
      },
      size: { width: 700, height: HEIGHT },
      y: () => 60,
      priceOf: () => 60,
    } as unknown as Frame)
  const price = decimal('60')
  const one = { at: 0, open: price, high: price, low: price, close: price, volume: undefined }
  expect(tagsWith([])).toEqual([60])
  expect(tagsWith([one])).toEqual([60, 77])
})

it('the time to the close of a candle counts down from its duration', () => {
  const [minute, hour] = [60_000, 3_600_000]
  const noon = Date.UTC(2026, 10, 26, 12)
  expect(timeToClose(noon + 51 * minute + 48_000, hour)).toBe('08:12')
  expect(timeToClose(noon, 4 * hour)).toBe('4:00:00')
  expect(timeToClose(noon + 59_500, minute)).toBe('00:01')
})
