import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { sum, toNumber, ZERO } from '#money/decimal.ts'
import { propertyRuns } from '#testing/proof-size.ts'
import { type Point, seriesOf } from '#testing/value-series.ts'
import { dayResults, growthIndex } from '#trading/returns.ts'
import { addDays, dayIn, startOfDay } from '#ui/civil-day.ts'

import { performanceOf } from './performance.ts'

const HOUR = 3_600_000

afterEach(() => vi.unstubAllEnvs())

/** Zones with days of 23 and 25 hours, and of 23½ and 24½; one that is half an hour off the points. */
const ZONES = [
  ['Europe/Berlin', ['2026-03-29', '2026-10-25']],
  ['America/New_York', ['2026-03-08', '2026-11-01']],
  ['Australia/Lord_Howe', ['2026-04-05', '2026-10-04']],
] as const

/** Points of some days about a turn of the clock, at the distances that the service keeps. */
const pointsAbout = (turns: readonly string[]) =>
  fc
    .record({
      turn: fc.constantFrom(...turns),
      step: fc.constantFrom(HOUR / 12, HOUR, 24 * HOUR),
      from: fc.integer({ min: -60, max: 0 }),
      values: fc.array(
        fc.tuple(fc.integer({ min: 50_000, max: 150_000 }), fc.constantFrom(0, 0, 0, -700, 1_500)),
        { minLength: 2, maxLength: 80 },
      ),
    })
    .map(({ turn, step, from, values }) =>
      values.map(([cents, flow], index): Point => ({
        at: Math.floor((Date.parse(turn) + from * HOUR) / step) * step + index * step,
        value: cents / 100,
        flow,
      })),
    )

describe.each(ZONES)('days in %s', (zone, turns) => {
  beforeEach(() => void vi.stubEnv('TZ', zone))

  it('daily profits add up to the total, and daily growth multiplies to it', () => {
    fc.assert(
      fc.property(pointsAbout(turns), (walk) => {
        const points = seriesOf(walk)
        const whole = performanceOf(points, '30d', 'local')
        const days = dayResults(points, dayIn('local'))
        expect(sum(days.map(({ profit }) => profit))).toBe(whole?.profit)
        const grown = days.reduce((all, { growth }) => all * growth, 1)
        expect(grown).toBeCloseTo(growthIndex(points).at(-1) ?? Number.NaN, 9)
        expect(whole?.days).toBe(days.length)
        expect(whole?.daysUp).toBeLessThanOrEqual(days.length)
      }),
      { numRuns: propertyRuns(5_000) },
    )
  })

  it('days of hourly points contain every hour of the local clock', () => {
    for (const turn of turns) {
      const hours = Array.from({ length: 96 }, (_, index) => ({
        at: Date.parse(turn) + (index - 36) * HOUR,
        value: 1_000 + index,
        flow: 0,
      }))
      const day = dayResults(seriesOf(hours), dayIn('local')).find(({ day: name }) => name === turn)
      const length = (startOfDay(addDays(turn, 1), 'local') - startOfDay(turn, 'local')) / HOUR
      expect(length).not.toBe(24)
      // One is earned in every hour, and one that two days share is whole on one of them.
      expect(Math.abs(toNumber(day?.profit ?? ZERO) - length)).toBeLessThanOrEqual(0.5)
    }
  })
})

describe('the best day', () => {
  const up = (iso: string, value: number): Point => ({ at: Date.parse(iso), value, flow: 0 })
  // At 21 o'clock in New York it is the next day already in UTC.
  const evening = [
    up('2026-11-19T12:00Z', 100),
    up('2026-11-20T02:00Z', 100),
    up('2026-11-20T03:00Z', 150),
  ]
  const bestIn = (place: string) => {
    vi.stubEnv('TZ', place)
    return performanceOf(seriesOf(evening), '7d', 'local')?.best?.day
  }

  it('the best day has the reader’s date', () => {
    expect(bestIn('America/New_York')).toBe('2026-11-19')
    expect(bestIn('Europe/Berlin')).toBe('2026-11-20')
    expect(performanceOf(seriesOf(evening), '7d', 'UTC')?.best?.day).toBe('2026-11-20')
  })

  it('the best day of daily points is the one they mostly cover, in every time zone', () => {
    const daily = [up('2026-11-18T00:00Z', 100), up('2026-11-19T00:00Z', 110)]
    const days = ['America/New_York', 'Europe/Berlin', 'Asia/Kolkata'].map((place) => {
      vi.stubEnv('TZ', place)
      return performanceOf(seriesOf(daily), '1y', 'local')?.best?.day
    })
    expect(new Set(days)).toEqual(new Set(['2026-11-18']))
  })

  it('the best hour of a range within two days starts on the full hour', () => {
    vi.stubEnv('TZ', 'Asia/Kolkata')
    const morning = [up('2026-11-19T06:35Z', 100), up('2026-11-19T06:55Z', 150)]
    expect(performanceOf(seriesOf(morning), '24h', 'local')?.best?.day).toBe(
      '2026-11-19T06:30:00.000Z',
    )
  })
})
