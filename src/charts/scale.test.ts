import * as fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { timeTicks, valueScale } from './scale.ts'

const values = fc.array(fc.double({ min: -1e12, max: 1e12, noNaN: true }), { minLength: 1 })

it('a value axis contains every value, and only labels inside it', () => {
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

it('a value axis has round labels', () => {
  expect(valueScale([44_300, 54_400], 4).ticks).toEqual([44_000, 48_000, 52_000])
  expect(valueScale([0.1, 0.35], 3).ticks).toEqual([0.1, 0.2, 0.3])
  expect(valueScale([-3, 4], 4).ticks).toEqual([-2.5, 0, 2.5])
})

it('a value axis does not go below zero if no value does', () => {
  expect(valueScale([1, 100], 4).low).toBe(0)
})

it('a value axis has space around a flat line', () => {
  const { low, high } = valueScale([500], 4)
  expect(low).toBeLessThan(500)
  expect(high).toBeGreaterThan(500)
  expect(valueScale([0, 0], 4).high).toBeGreaterThan(0)
})

it('a value axis resolves prices of a fraction of a billionth', () => {
  expect(valueScale([6.4e-12, 6.9e-12], 4).ticks).toEqual([6.4e-12, 6.6e-12, 6.8e-12])
  const flat = valueScale([6.4e-12], 4)
  expect([flat.low > 5e-12, flat.high < 8e-12]).toEqual([true, true])
})

it('a value axis without values has no labels', () => {
  expect(valueScale([], 4).ticks).toEqual([])
})

afterEach(() => vi.unstubAllEnvs())

describe('time axis', () => {
  const iso = (ticks: readonly number[]) => ticks.map((tick) => new Date(tick).toISOString())

  it('a time axis of a quarter labels the first and the middle of its months', () => {
    const { ticks, step } = timeTicks(Date.UTC(2026, 7, 22), Date.UTC(2026, 10, 20), 10, 'UTC')
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

  it('a time axis of a day labels hours', () => {
    const { ticks, step } = timeTicks(
      Date.UTC(2026, 10, 19, 14, 5),
      Date.UTC(2026, 10, 20, 14, 5),
      10,
      'UTC',
    )
    expect(step).toBe('hour')
    expect(iso(ticks)[0]).toBe('2026-11-19T15:00:00.000Z')
    expect(ticks).toHaveLength(8)
  })

  it('a time axis labels days at local midnight, also over a clock change', () => {
    vi.stubEnv('TZ', 'America/New_York')
    const [from, to] = [Date.parse('2026-10-29T12:00Z'), Date.parse('2026-11-04T12:00Z')]
    const { ticks, step } = timeTicks(from, to, 6, 'local')
    expect(step).toBe('day')
    expect(iso(ticks).map((text) => text.slice(5, 16))).toEqual([
      '10-30T04:00',
      '10-31T04:00',
      '11-01T04:00',
      '11-02T05:00',
      '11-03T05:00',
      '11-04T05:00',
    ])
  })

  it('a time axis labels full hours of the local clock', () => {
    vi.stubEnv('TZ', 'Asia/Kolkata')
    const { ticks } = timeTicks(Date.UTC(2026, 10, 19), Date.UTC(2026, 10, 20), 10, 'local')
    expect(iso(ticks)[0]).toBe('2026-11-19T00:30:00.000Z')
  })

  it('a time axis has at most as many labels as fit, inside it and in order', () => {
    vi.stubEnv('TZ', 'America/New_York')
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4_000_000_000_000 }),
        fc.integer({ min: 1, max: 600_000_000_000 }),
        fc.integer({ min: 2, max: 12 }),
        fc.constantFrom('UTC', 'local'),
        (from, span, count, zone) => {
          const { ticks } = timeTicks(from, from + span, count, zone)
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
