import { expect, it } from 'vitest'

import { areInOrder } from './days-choice.tsx'

it('days in reverse order, a missing day and a day before 2010 are no span', () => {
  expect(areInOrder('2026-11-01', '2026-11-01')).toBe(true)
  expect(areInOrder('2026-11-02', '2026-11-01')).toBe(false)
  expect(areInOrder('', '2026-11-01')).toBe(false)
  expect(areInOrder('2026-11-01', '')).toBe(false)
  expect(areInOrder('0001-01-01', '2026-11-01')).toBe(false)
})
