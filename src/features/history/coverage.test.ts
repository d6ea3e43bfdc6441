import { expect, it } from 'vitest'

import { dayIn, daysOfPeriod } from '#ui/civil-day.ts'

import { coverageOf } from './loaded-rows.ts'
import type { HistoryView } from './search.ts'
import type { Trade } from './trades.ts'

const view: HistoryView = {
  account_id: undefined,
  pair: undefined,
  order_by: 'closed_at',
  direction: 'desc',
}
const rows = ['2026-11-19T12:00Z', '2026-11-17T08:00Z', '2026-11-17T02:00Z'].map(
  (iso) => ({ closed_at: Date.parse(iso) }) as Trade,
)
const dayOf = dayIn('UTC')
const hasDays = (asked: HistoryView, hasMore: boolean) => {
  const { hasDay } = coverageOf(asked, rows, { hasMore, dayOf })
  return ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'].map(hasDay)
}

it('a day at the edge of what is loaded may go on, those after it are whole', () => {
  expect(hasDays(view, true)).toEqual([false, false, true, true, true])
  expect(hasDays({ ...view, direction: 'asc' }, true)).toEqual([true, true, true, false, false])
})

it('rows in another order leave no day whole', () => {
  expect(hasDays({ ...view, order_by: 'pair' }, true)).not.toContain(true)
  expect(hasDays({ ...view, order_by: 'created_at' }, true)).not.toContain(true)
})

it('once everything is loaded every day is whole', () => {
  expect(hasDays({ ...view, order_by: 'pair' }, false)).not.toContain(false)
  expect(coverageOf(view, rows, { hasMore: false, dayOf })).toMatchObject({
    count: 3,
    isWhole: true,
    from: Date.parse('2026-11-17T02:00Z'),
    to: Date.parse('2026-11-19T12:00Z'),
  })
})

it('a week or month is whole only with its last day, as far as it has come', () => {
  const isWhole = (direction: 'asc' | 'desc', ...period: Parameters<typeof daysOfPeriod>) => {
    const { hasDay } = coverageOf({ ...view, direction }, rows, { hasMore: true, dayOf })
    return daysOfPeriod(...period).every(hasDay)
  }
  // Oldest first, the rows after 19 November are not loaded.
  expect(isWhole('asc', 'week', '2026-11-16', '2026-12-24')).toBe(false)
  expect(isWhole('asc', 'month', '2026-11', '2026-12-24')).toBe(false)
  expect(isWhole('asc', 'month', '2026-10', '2026-12-24')).toBe(true)
  expect(isWhole('desc', 'week', '2026-11-16', '2026-11-19')).toBe(false)
  expect(isWhole('desc', 'week', '2026-11-23', '2026-11-24')).toBe(true)
  expect(daysOfPeriod('month', '2028-02', '2030-01-01')).toEqual(['2028-02-01', '2028-02-29'])
})
