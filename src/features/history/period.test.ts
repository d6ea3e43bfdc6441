import { afterEach, expect, it, vi } from 'vitest'

import { asSearch, holdsPartOf, monthsOf, neighbourOf, periodOf, spanOf } from './period.ts'

const TODAY = '2026-11-26'

afterEach(() => vi.unstubAllEnvs())

it.each([
  [{}, 'month', 'November 2026', '2026-11-01', TODAY, false],
  [{ period: '2026-10' }, 'month', 'October 2026', '2026-10-01', '2026-10-31', true],
  [{ period: '2027-01' }, 'month', 'November 2026', '2026-11-01', TODAY, false],
  [{ period: '2026' }, 'year', '2026', '2026-01-01', TODAY, false],
  [{ period: '2025' }, 'year', '2025', '2025-01-01', '2025-12-31', true],
  [{ period: 'all' }, 'all', 'all time', '', TODAY, false],
  [{ from: '2026-10-27', to: TODAY }, 'days', '27 Oct to 26 Nov 2026', '2026-10-27', TODAY, false],
  [
    { from: '2025-12-30', to: '2026-01-02' },
    'days',
    '30 Dec 2025 to 2 Jan 2026',
    '2025-12-30',
    '2026-01-02',
    true,
  ],
  [{ from: TODAY, period: 'all' }, 'days', '26 Nov 2026', TODAY, TODAY, false],
  [{ to: '2026-01-31' }, 'month', 'November 2026', '2026-11-01', TODAY, false],
  [{ from: '2027-01-01' }, 'month', 'November 2026', '2026-11-01', TODAY, false],
] as const)('%j is a %s, %s', (chosen, kind, name, first, last, isOver) => {
  expect(periodOf(chosen, TODAY)).toEqual({ kind, name, first, last, isOver })
})

it('the URL of a period omits this month and removes other dates', () => {
  expect(asSearch('2026-11', TODAY)).toEqual({
    period: undefined,
    from: undefined,
    to: undefined,
    day: undefined,
  })
  expect(asSearch('2026-10', TODAY).period).toBe('2026-10')
})

it('a month or year has neighbours that have begun', () => {
  const at = (period: string) => periodOf({ period }, TODAY)
  expect(neighbourOf(at('2026-01'), -1, TODAY)).toBe('2025-12')
  expect(neighbourOf(at('2026-10'), 1, TODAY)).toBe('2026-11')
  expect(neighbourOf(at('2026-11'), 1, TODAY)).toBeUndefined()
  expect(neighbourOf(at('2025'), 1, TODAY)).toBe('2026')
  expect(neighbourOf(at('2026'), 1, TODAY)).toBeUndefined()
  expect(neighbourOf(at('all'), -1, TODAY)).toBeUndefined()
})

it('a time span runs from local midnight to midnight, also over a clock change', () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  const { from, to } = spanOf(periodOf({ period: '2026-10' }, TODAY), 'local')
  expect(from).toBe(Date.parse('2026-10-01T00:00+02:00'))
  expect(to).toBe(Date.parse('2026-11-01T00:00+01:00') - 1)
  expect(spanOf(periodOf({ period: 'all' }, TODAY), 'UTC')).not.toHaveProperty('from')
})

it('the months of all time run from the first order to today', () => {
  expect(monthsOf(periodOf({ period: 'all' }, TODAY), '2026-09-30')).toEqual([
    '2026-09',
    '2026-10',
    '2026-11',
  ])
})

it('a custom period contains its first and last month partly', () => {
  const partly = (chosen: Parameters<typeof periodOf>[0]) => {
    const period = periodOf(chosen, TODAY)
    return monthsOf(period, '2026-10-05').map((month) => holdsPartOf(period, month))
  }
  expect(partly({ from: '2026-08-02', to: '2026-10-30' })).toEqual([true, false, true])
  expect(partly({ from: '2026-08-01', to: '2026-10-31' })).toEqual([false, false, false])
  expect(partly({ from: '2026-10-01' })).toEqual([false, false])
  expect(partly({ period: 'all' })).toEqual([false, false])
})
