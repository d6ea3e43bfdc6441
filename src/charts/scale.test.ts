import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { timeTicks, valueScale } from './scale.ts'

const values = fc.array(fc.double({ min: -1e12, max: 1e12, noNaN: true }), { minLength: 1 })

describe('a value axis', () => {
  it('holds every value and labels only what it holds', () => {
    fc.assert(
      fc.property(values, fc.integer({ min: 2, max: 8 }), (all, count) => {
        const { low, high, ticks } = valueScale(all, count)
        expect(low).toBeLessThanOrEqual(Math.min(...all))
        expect(high).toBeGreaterThanOrEqual(Math.max(...all))
        expect(high).toBeGreaterThan(low)
        expect(ticks.length).toBeGreaterThan(0)
        expect(ticks.length).toBeLessThanOrEqual(count + 1)
        for (const tick of ticks) expect(tick).toBeLessThanOrEqual(high)
      }),
    )
  })

  it('has round labels', () => {
    expect(valueScale([44_300, 54_400], 4).ticks).toEqual([44_000, 48_000, 52_000])
    expect(valueScale([0.1, 0.35], 3).ticks).toEqual([0.1, 0.2, 0.3])
    expect(valueScale([-3, 4], 4).ticks).toEqual([-2.5, 0, 2.5])
  })

  it('does not go below zero when no value does', () => {
    expect(valueScale([1, 100], 4).low).toBe(0)
  })

  it('gives a flat line room', () => {
    const { low, high } = valueScale([500], 4)
    expect(low).toBeLessThan(500)
    expect(high).toBeGreaterThan(500)
    expect(valueScale([0, 0], 4).high).toBeGreaterThan(0)
  })

  it('of nothing has no labels', () => {
    expect(valueScale([], 4).ticks).toEqual([])
  })
})

describe('a time axis', () => {
  const iso = (ticks: readonly number[]) => ticks.map((tick) => new Date(tick).toISOString())

  it('labels the first and the middle of the months of a quarter', () => {
    const { ticks, step } = timeTicks(Date.UTC(2026, 7, 22), Date.UTC(2026, 10, 20), 10)
    expect(step).toBe('day')
    expect(iso(ticks).map((text) => text.slice(5, 10))).toEqual([
      '09-01',
      '09-15',
      '10-01',
      '10-15',
      '11-01',
      '11-15',
    ])
  })

  it('labels hours of a day', () => {
    const { ticks, step } = timeTicks(
      Date.UTC(2026, 10, 19, 14, 5),
      Date.UTC(2026, 10, 20, 14, 5),
      10,
    )
    expect(step).toBe('hour')
    expect(iso(ticks)[0]).toBe('2026-11-19T15:00:00.000Z')
    expect(ticks).toHaveLength(8)
  })

  it('never has more labels than there is room for, all within and in order', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4_000_000_000_000 }),
        fc.integer({ min: 1, max: 600_000_000_000 }),
        fc.integer({ min: 2, max: 12 }),
        (from, span, count) => {
          const { ticks } = timeTicks(from, from + span, count)
          expect(ticks.length).toBeLessThanOrEqual(count)
          for (const [index, tick] of ticks.entries()) {
            expect(tick).toBeGreaterThanOrEqual(from)
            expect(tick).toBeLessThanOrEqual(from + span)
            expect(tick).toBeGreaterThan(ticks[index - 1] ?? -1)
          }
        },
      ),
    )
  })
})
