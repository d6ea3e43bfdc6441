import { afterEach, expect, it, vi } from 'vitest'

import {
  DAY,
  midnightBefore,
  rangeBefore,
  rangeEnd,
  rangeOfDays,
  rangeStart,
  recentStart,
} from './range.ts'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 10, 20, 14, 37, 12, 345)

afterEach(() => vi.unstubAllEnvs())

it.each([
  ['24h', '2026-11-19T14:35:00.000Z'],
  ['7d', '2026-11-13T00:00:00.000Z'],
  ['30d', '2026-10-21T00:00:00.000Z'],
  ['90d', '2026-08-22T00:00:00.000Z'],
  ['1y', '2025-11-20T00:00:00.000Z'],
  ['all', '2010-01-01T00:00:00.000Z'],
] as const)('%s is at %s', (range, expected) => {
  expect(new Date(rangeStart(range, NOW, 'UTC')).toISOString()).toBe(expected)
})

it('a range makes the same request a minute later', () => {
  expect(rangeStart('24h', NOW + 60_000, 'UTC')).toBe(rangeStart('24h', NOW, 'UTC'))
  expect(rangeStart('90d', NOW + 60_000, 'UTC')).toBe(rangeStart('90d', NOW, 'UTC'))
})

it('a range starts at local midnight, with at least as many whole days as its name says', () => {
  vi.stubEnv('TZ', 'Asia/Kolkata')
  expect(new Date(rangeStart('30d', NOW, 'local')).toISOString()).toBe('2026-10-20T18:30:00.000Z')
  const before = rangeBefore('30d', NOW, 'local')
  expect(before).toEqual({
    from: Date.parse('2026-09-20T18:30:00Z'),
    to: Date.parse('2026-10-20T18:30:00Z'),
  })
})

it('a range starts its days at midnight of the chosen zone', () => {
  const iso = (zone: 'UTC' | 'local') => new Date(midnightBefore(NOW, zone)).toISOString()
  vi.stubEnv('TZ', 'America/New_York')
  expect([iso('UTC'), iso('local')]).toEqual([
    '2026-11-20T00:00:00.000Z',
    '2026-11-20T05:00:00.000Z',
  ])
})

it('a range of a day reaches back to midnight in the last hour of a 25-hour day', () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  const midnight = Date.parse('2026-10-25T00:00+02:00')
  expect(recentStart(midnight + 24.9 * HOUR, 'local')).toBe(midnight)
  expect(recentStart(midnight + 20 * HOUR, 'local')).toBe(midnight - 4 * HOUR)
})

it('a custom range covers its first and last day completely', () => {
  expect(rangeOfDays('2026-11-01', '2026-11-01', 'UTC')).toEqual({
    from: Date.UTC(2026, 10, 1),
    to: Date.UTC(2026, 10, 2),
  })
})

it('a custom range of a day with a clock change has 23 hours', () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  const from = Date.parse('2026-03-29T00:00+01:00')
  const day = rangeOfDays('2026-03-29', '2026-03-29', 'local')
  expect(day).toEqual({ from, to: from + 23 * HOUR })
})

it('a custom range is compared with the same length before', () => {
  const range = { from: 10 * DAY, to: 13 * DAY }
  expect(rangeBefore(range, 99 * DAY, 'UTC')).toEqual({ from: 7 * DAY, to: 10 * DAY })
  const now = Date.UTC(2026, 10, 19, 12)
  const before = rangeBefore('30d', now, 'UTC')
  expect(before && rangeEnd(before)).toBe(rangeStart('30d', now, 'UTC'))
  expect(rangeBefore('all', now, 'UTC')).toBeUndefined()
  // While time goes by, the same thing is asked for.
  expect(rangeBefore('30d', now + 60_000, 'UTC')).toEqual(before)
})
