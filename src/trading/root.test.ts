import fc from 'fast-check'
import { expect, it } from 'vitest'

import { absolute, compare, decimal, fromNumber, multiply, subtract } from '#money/decimal.ts'

import { nthRoot, power } from './grid-ladder.ts'

it('roots are exact to the last requested decimal', () => {
  expect(nthRoot(decimal('2'), 2, 24)).toBe('1.414213562373095048801689')
  expect(nthRoot(decimal('1024'), 10, 24)).toBe('2')
})

it('a root to the power n gives its value to twenty decimals', () => {
  const values = fc.integer({ min: 1_000_001, max: 1_000_000_000 })
  const property = fc.property(values, fc.integer({ min: 1, max: 999 }), (millionths, n) => {
    const value = multiply(fromNumber(millionths), decimal('0.000001'))
    const back = power(nthRoot(value, n, 36), n, 36)
    expect(compare(absolute(subtract(back, value)), decimal('0.00000000000000000001'))).toBe(-1)
  })
  fc.assert(property)
})
