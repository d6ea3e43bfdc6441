import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { decimal, fromNumber, round, sum } from './decimal.ts'
import { isPrintedSum, placesThatAddUp } from './places-that-add-up.ts'

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

it('parts are printed with the decimals at which they add up to their total', () => {
  const thousandths = fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { minLength: 1 })
  fc.assert(
    fc.property(thousandths, (numbers) => {
      const parts = numbers.map((number) => fromNumber(number / 1_000))
      const places = placesThatAddUp(parts, sum(parts))
      const printed = parts.map((part) => round(part, places, 'half-even'))
      expect(sum(printed)).toBe(round(sum(parts), places, 'half-even'))
    }),
  )
  expect(placesThatAddUp([decimal('0.004'), decimal('0.004')], decimal('0.008'))).toBe(3)
  // They add up exactly, but at no number of decimals that is printed.
  const thirds = ['0.333333333333', '0.333333333333', '0.333333333333'].map(decimal)
  expect(placesThatAddUp(thirds, sum(thirds))).toBe(8)
  // The parts of another service may not add up at all.
  expect(placesThatAddUp([decimal('1'), decimal('1')], decimal('5'))).toBe(2)
})
