import { expect, it } from 'vitest'

import { dayIn } from '#ui/civil-day.ts'

import { coverageOf, reachBeyond } from './loaded-rows.ts'
import type { Trade } from './trades.ts'

const rows = ['2026-11-19T12:00Z', '2026-11-17T08:00Z', '2026-11-17T02:00Z'].map((iso): Trade => ({
  closed_at: Date.parse(iso),
}))
const dayOf = dayIn('UTC')
const coverage = (hasMore: boolean, first = '') => coverageOf(rows, { first, hasMore, dayOf })

it('the day of the oldest loaded row may be incomplete, later days are complete', () => {
  const { hasDay, back } = coverage(true)
  const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']
  expect(days.map(hasDay)).toEqual([false, false, true, true, true])
  expect(back).toBe(Date.parse('2026-11-17T02:00Z'))
  expect(coverageOf([], { first: '', hasMore: true, dayOf }).hasDay('2026-11-19')).toBe(false)
})

it('a period is complete once an older row has come, or nothing follows', () => {
  expect(coverage(true, '2026-11-18').isWhole).toBe(true)
  expect(coverage(true, '2026-11-17').isWhole).toBe(false)
  expect(coverage(true).isWhole).toBe(false)
  expect(coverage(false).isWhole).toBe(true)
  expect(coverage(false).hasDay('2020-01-01')).toBe(true)
})

it('loading ends with a row older than the period, but not with one without a time', () => {
  const pages = { pages: [[...rows, {} as Trade]], pageParams: [] }
  expect(reachBeyond('2026-11-18', dayOf)(pages)).toBe(true)
  expect(reachBeyond('2026-11-17', dayOf)(pages)).toBe(false)
  expect(reachBeyond('', dayOf)(pages)).toBe(false)
})
