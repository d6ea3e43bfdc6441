import { describe, expect, it } from 'vitest'

import { dayStart, rangeStart } from './range.ts'

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
