import { expect, it } from 'vitest'

import { daysProblem } from './days-choice.tsx'

it('days in reverse order, a missing day and a day before 2010 are no span, each for a reason of its own', () => {
  expect(daysProblem('2026-11-01', '2026-11-01')).toBeUndefined()
  expect(daysProblem('2026-11-02', '2026-11-01')).toMatch(/before the first/)
  expect(daysProblem('', '2026-11-01')).toBe('Choose two days.')
  expect(daysProblem('2026-11-01', '')).toBe('Choose two days.')
  expect(daysProblem('0001-01-01', '2026-11-01')).toBe('Choose days from 2010 on.')
})
