import { expect, it } from 'vitest'

import { decimal, sum } from './decimal.ts'
import { isPrintedSum } from './places-that-add-up.ts'

const isSum = (texts: string[], places = 2) => {
  const parts = texts.map(decimal)
  return isPrintedSum(parts, sum(parts), places)
}

it.each([
  [['1.50', '2.25'], true],
  // Printed as 0.33 three times, with a total of 1.00.
  [['0.333', '0.333', '0.334'], false],
  [['0.005', '0.005'], true],
  // Tiny parts print with more than two decimals.
  [['0.0041', '12.30'], true],
  [['-0.0036', '-98.19'], true],
  [[], true],
])('the printed parts %j add up to their printed total: %s', (parts, expected) => {
  expect(isSum(parts)).toBe(expected)
})

it('isPrintedSum ignores unknown parts and is true for an unknown total', () => {
  expect(isPrintedSum([decimal('1'), undefined], decimal('1'), 2)).toBe(true)
  expect(isPrintedSum([decimal('1')], undefined, 2)).toBe(true)
  expect(isPrintedSum([decimal('1')], decimal('1.01'), 2)).toBe(false)
})
