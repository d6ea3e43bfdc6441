import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { bollinger, macd, rsi } from '#paper/engine/market/signals.ts'
import { proofSize } from '#testing/proof-size.ts'

import { bollingerSeries, macdSeries, rsiSeries } from './indicators.ts'

const closes = fc.array(fc.double({ min: 1, max: 100_000, noNaN: true }), {
  minLength: 30,
  maxLength: 160,
})
const numRuns = proofSize(200, 5_000)

describe('the pictures of indicators', () => {
  it('end where the engine that opens deals counts them to be', () => {
    fc.assert(
      fc.property(closes, (values) => {
        expect(rsiSeries(values, 14).at(-1)).toBeCloseTo(rsi(values, 14), 6)
        const bands = bollingerSeries(values, 20, 2)
        const { lower, middle, upper } = bollinger(values, 20, 2)
        expect(bands.lower.at(-1)).toBeCloseTo(lower, 4)
        expect(bands.middle.at(-1)).toBeCloseTo(middle, 4)
        expect(bands.upper.at(-1)).toBeCloseTo(upper, 4)
        const { line, signal } = macdSeries(values, { fast: 12, slow: 26, signal: 9 })
        const gap = (back: number) => (line.at(-back) ?? 0) - (signal.at(-back) ?? 0)
        const [before, now] = macd(values)
        expect(gap(2)).toBeCloseTo(before, 6)
        expect(gap(1)).toBeCloseTo(now, 6)
      }),
      { numRuns },
    )
  })

  it('begin once enough closes lie before them', () => {
    const values = Array.from({ length: 20 }, (_, index) => 100 + index)
    expect(rsiSeries(values, 14).findIndex((value) => value !== undefined)).toBe(14)
    expect(bollingerSeries(values, 20, 2).middle.filter((value) => value !== undefined)).toEqual([
      109.5,
    ])
  })
})
