import { expect, it } from 'vitest'

import { emptyRanges } from './range-choice.tsx'
import { DAY, type NamedRange, rangeStart } from './range.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const read = (range: NamedRange, ...daysAgo: number[]) => ({
  from: rangeStart(range, NOW, 'UTC'),
  readAt: NOW,
  instants: Float64Array.from(daysAgo, (days) => NOW - days * DAY),
})
const offered = (...known: Parameters<typeof emptyRanges>[0]) => [
  ...emptyRanges(known, 'UTC').keys(),
]

it('a range that was never read is available', () => {
  expect(offered()).toEqual([])
  expect(offered(read('24h', 0.5, 0))).toEqual([])
})

it('a range after the last point is empty', () => {
  expect(offered(read('90d', 80, 40, 12))).toEqual(['24h', '7d'])
  expect(emptyRanges([read('30d')], 'UTC').get('7d')).toBeNull()
})

it('a range is as good as empty if a shorter one shows all', () => {
  const known = read('all', 10, 5, 0)
  expect(offered(known)).toEqual(['90d', '1y'])
  expect(emptyRanges([known], 'UTC').get('1y')).toBe(NOW - 10 * DAY)
})

it('a history of over a year leaves all ranges available', () => {
  expect(offered(read('all', 400, 100, 20, 3, 0.2, 0), read('24h', 0.2, 0))).toEqual([])
})

it('a longer range than the one read stays available', () => {
  expect(offered(read('30d', 10, 5, 0))).toEqual([])
})
