import { describe, expect, it } from 'vitest'

import { DAY, dayStart, rangeBefore, rangeEnd, rangeOfDays, rangeStart } from './range.ts'

const NOW = Date.UTC(2026, 10, 20, 14, 37, 12, 345)

describe('where a range starts', () => {
  it.each([
    ['24h', '2026-11-19T14:35:00.000Z'],
    ['7d', '2026-11-13T14:00:00.000Z'],
    ['30d', '2026-10-21T14:00:00.000Z'],
    ['90d', '2026-08-22T00:00:00.000Z'],
    ['1y', '2025-11-20T00:00:00.000Z'],
    ['all', '2010-01-01T00:00:00.000Z'],
  ] as const)('%s is at %s', (range, expected) => {
    expect(new Date(rangeStart(range, NOW)).toISOString()).toBe(expected)
  })

  it('asks for the same thing a minute later', () => {
    expect(rangeStart('24h', NOW + 60_000)).toBe(rangeStart('24h', NOW))
    expect(rangeStart('90d', NOW + 60_000)).toBe(rangeStart('90d', NOW))
  })

  it('starts days at midnight in UTC', () => {
    expect(new Date(dayStart(NOW)).toISOString()).toBe('2026-11-20T00:00:00.000Z')
  })
})

describe('a range of one’s own', () => {
  it('covers the whole of its first and its last day in UTC', () => {
    expect(rangeOfDays('2026-11-01', '2026-11-01')).toEqual({
      from: Date.UTC(2026, 10, 1),
      to: Date.UTC(2026, 10, 2),
    })
    expect(rangeOfDays('2026-11-02', '2026-11-01')).toBeUndefined()
    expect(rangeOfDays('', '2026-11-01')).toBeUndefined()
    expect(rangeOfDays('0001-01-01', '2026-11-01')).toBeUndefined()
  })

  it('is compared with the same length before it', () => {
    const range = { from: 10 * DAY, to: 13 * DAY }
    expect(rangeBefore(range, 99 * DAY)).toEqual({ from: 7 * DAY, to: 10 * DAY })
    const now = Date.UTC(2026, 10, 19, 12)
    const before = rangeBefore('30d', now)
    expect(before && rangeEnd(before)).toBe(rangeStart('30d', now))
    expect(rangeBefore('all', now)).toBeUndefined()
    // While time goes by, the same thing is asked for.
    expect(rangeBefore('30d', now + 60_000)).toEqual(before)
  })
})
