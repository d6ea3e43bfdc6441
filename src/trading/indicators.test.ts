import { describe, expect, it } from 'vitest'

import {
  type Series,
  bollingerSeries,
  exponentialSeries,
  macdSeries,
  rsiSeries,
} from './indicators.ts'

/** Rounds like the tables. */
const rounded = (values: Series, places: number): number[] =>
  values.flatMap((value) => (value === undefined ? [] : Number(value.toFixed(places))))

describe('RSI', () => {
  // Table of 14-period values in StockCharts ChartSchool, "Relative Strength Index (RSI)".
  const CLOSES = [
    44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826,
    45.8931, 46.0328, 45.614, 46.282, 46.282, 46.0028, 46.0328, 46.4116, 46.2222, 45.6439, 46.2122,
    46.2521, 45.7137, 46.4515, 45.7835, 45.3548, 44.0288, 44.1783, 44.2181, 44.5672, 43.4205,
    42.6628, 43.1314,
  ]
  const PUBLISHED = [
    70.53, 66.32, 66.55, 69.41, 66.36, 57.97, 62.93, 63.26, 56.06, 62.38, 54.71, 50.42, 39.99,
    41.46, 41.87, 45.46, 37.3, 33.08, 37.77,
  ]

  it('RSI equals the published example at each close', () => {
    const series = rsiSeries(CLOSES, 14)
    expect(rounded(series, 2)).toEqual(PUBLISHED)
    expect(series.findIndex((value) => value !== undefined)).toBe(14)
  })

  it('RSI is 0 or 100 if prices only fall or rise, and 50 if they do not move', () => {
    expect(rsiSeries([1, 2, 3, 4], 3).at(-1)).toBe(100)
    expect(rsiSeries([4, 3, 2, 1], 3).at(-1)).toBe(0)
    expect(rsiSeries([2, 2, 2, 2], 3).at(-1)).toBe(50)
  })
})

describe('Bollinger Bands', () => {
  // Table of 20-period bands in StockCharts ChartSchool, "Bollinger Bands".
  const CLOSES = [
    86.1557, 89.0867, 88.7829, 90.3228, 89.0671, 91.1453, 89.4397, 89.175, 86.9302, 87.6752,
    86.9596, 89.4299, 89.3221, 88.7241, 87.4497, 87.2634, 89.4985, 87.9006, 89.126, 90.7043,
    92.9001, 92.9784, 91.8021,
  ]
  const PUBLISHED = [
    [86.124, 88.7079, 91.2919],
    [86.1409, 89.0451, 91.9493],
    [85.8667, 89.2396, 92.6125],
    [85.8472, 89.3906, 92.934],
  ]

  it('Bollinger Bands equal the published example at each close', () => {
    const { lower, middle, upper } = bollingerSeries(CLOSES, 20, 2)
    const column = (at: number) => PUBLISHED.map((row) => row[at])
    expect(rounded(lower, 2)).toEqual(rounded(column(0), 2))
    expect(rounded(middle, 2)).toEqual(rounded(column(1), 2))
    expect(rounded(upper, 2)).toEqual(rounded(column(2), 2))
    expect(middle.findIndex((value) => value !== undefined)).toBe(19)
  })
})

describe('exponential average', () => {
  // Table of the 10-day average in StockCharts ChartSchool, "Moving Averages".
  const CLOSES = [
    22.2734, 22.194, 22.0847, 22.1741, 22.184, 22.1344, 22.2337, 22.4323, 22.2436, 22.2933, 22.1542,
    22.3926, 22.3816, 22.6109, 23.3558, 24.0519, 23.753, 23.8324, 23.9516, 23.6338,
  ]
  const PUBLISHED = [22.22, 22.21, 22.24, 22.27, 22.33, 22.52, 22.8, 22.97, 23.13, 23.28, 23.34]

  it('an exponential average equals the published example', () => {
    expect(rounded(exponentialSeries(CLOSES, 10), 2)).toEqual(PUBLISHED)
  })

  it('an exponential average needs as many values as its period', () => {
    expect(exponentialSeries([1, 2], 3)).toEqual([undefined, undefined])
  })
})

describe('MACD', () => {
  // Apple's closes from February 2013, calculated in Samir Khan, "How to Calculate MACD in Excel".
  const CLOSES = [
    459.99, 448.85, 446.06, 450.81, 442.8, 448.97, 444.57, 441.4, 430.47, 420.05, 431.14, 425.66,
    430.58, 431.72, 437.87, 428.43, 428.35, 432.5, 443.66, 455.72, 454.49, 452.08, 452.73, 461.91,
    463.58, 461.14, 452.08, 442.66, 428.91, 429.79, 431.99, 427.72, 423.2, 426.21, 426.98, 435.69,
    434.33, 429.8, 419.85, 426.24, 402.8, 392.05, 390.53, 398.67, 406.13, 405.46, 408.38, 417.2,
    430.12, 442.78, 439.29, 445.52, 449.98, 460.71, 458.66, 463.84, 456.77, 452.97, 454.74, 443.86,
    428.85, 434.58, 433.26, 442.93, 439.66, 441.35,
  ]

  const PERIODS = { fast: 12, slow: 26, signal: 9 }

  it('MACD equals the published example from the first signal on', () => {
    const { line, signal } = macdSeries(CLOSES, PERIODS)
    expect(line.findIndex((value) => value !== undefined)).toBe(25)
    expect(line[25]).toBeCloseTo(8.2752695039, 8)
    expect(signal.findIndex((value) => value !== undefined)).toBe(33)
    expect(line[33]).toBeCloseTo(-2.0705581901, 8)
    expect(signal[33]).toBeCloseTo(3.0375258687, 8)
    expect(line[34]).toBeCloseTo(-2.6218423283, 8)
    expect(signal[34]).toBeCloseTo(1.9056522293, 8)
  })

  it('MACD has no signal with too few closes', () => {
    expect(rounded(macdSeries(CLOSES.slice(0, 33), PERIODS).signal, 2)).toEqual([])
  })
})
