import fc from 'fast-check'
import { expect, it } from 'vitest'

import { compare, decimal, fromNumber, isMultipleOf, multiply, sum } from '#money/decimal.ts'

import { nearestTick, splitUnits, unitsFor } from './lots.ts'

it('units for an amount never cost more than the amount', () => {
  expect(unitsFor(decimal('100'), decimal('30'), decimal('0.01'))).toBe('3.33')
  expect(unitsFor(decimal('100'), decimal('30'), undefined)).toBe('3.333333333333333333')
})

it('a price is rounded to the nearest tick, half to even', () => {
  const tick = decimal('0.5')
  expect(nearestTick(decimal('10.74'), tick)).toBe('10.5')
  expect(nearestTick(decimal('10.75'), tick)).toBe('11')
  expect(nearestTick(decimal('10.25'), tick)).toBe('10')
  expect(nearestTick(decimal('10.25'), undefined)).toBe('10.25')
})

it('the last part gets the rounding remainder', () => {
  const thirds = [decimal('33.33'), decimal('33.33'), decimal('33.34')]
  expect(splitUnits(decimal('1'), thirds, decimal('0.1'))).toEqual(['0.3', '0.3', '0.4'])
})

it('units not covered by the volumes are kept', () => {
  expect(splitUnits(decimal('1'), [decimal('25')], decimal('0.1'))).toEqual(['0.2'])
})

it('parts add up exactly and are in whole lots', () => {
  const volumes = fc
    .array(fc.integer({ min: 1, max: 99 }), { maxLength: 7 })
    .filter((parts) => parts.reduce((a, b) => a + b, 0) < 100)
    .map((parts) => [...parts, 100 - parts.reduce((a, b) => a + b, 0)].map(fromNumber))
  const property = fc.property(volumes, fc.nat(1_000_000), fc.nat(8), (parts, count, places) => {
    const lot = decimal(`0.${'0'.repeat(places)}1`)
    const units = multiply(lot, fromNumber(count))
    const split = splitUnits(units, parts, lot)
    expect(sum(split)).toBe(units)
    expect(split.every((part) => isMultipleOf(part, lot))).toBe(true)
    expect(split.every((part) => compare(part, decimal('0')) >= 0)).toBe(true)
  })
  fc.assert(property)
})
