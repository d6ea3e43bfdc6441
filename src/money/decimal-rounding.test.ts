import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  amounts,
  manyPlaces,
  reference,
  plain,
  rational,
  reduced,
  roundings,
  smallAmounts,
  steps,
} from '#testing/decimals.ts'
import {
  absolute,
  compare,
  decimal,
  divide,
  HUNDRED,
  isMultipleOf,
  isZero,
  multiply,
  ONE,
  placesOf,
  round,
  roundToStep,
  subtract,
  ZERO,
} from './decimal.ts'

it('a quotient is within one unit of the last place, on the side that the rounding mode says', () => {
  fc.assert(
    fc.property(amounts, amounts, manyPlaces, roundings, (a, b, places, rounding) => {
      fc.pre(!isZero(b))
      const quotient = divide(a, b, places, rounding)
      const unit = decimal(plain(1n, places))
      const rest = absolute(subtract(a, multiply(quotient, b)))
      const bound = multiply(unit, absolute(b))
      expect(placesOf(quotient)).toBeLessThanOrEqual(places)
      expect(compare(rest, bound)).toBe(-1)
      const isNearest = compare(multiply(rest, decimal('2')), bound) <= 0
      const side = compare(absolute(multiply(quotient, b)), absolute(a))
      const holds = {
        down: side <= 0,
        up: side >= 0,
        'half-up': isNearest,
        'half-even': isNearest,
      }
      expect(holds[rounding]).toBe(true)
    }),
  )
})

it('a quotient equals that of a reference model of rational numbers', () => {
  fc.assert(
    fc.property(smallAmounts, smallAmounts, fc.nat(6), roundings, (a, b, places, rounding) => {
      fc.pre(!isZero(b))
      const [left, right] = [rational(a), rational(b)]
      const exact = reduced(left.top * right.bottom, left.bottom * right.top)
      expect(divide(a, b, places, rounding)).toBe(reference(exact, places, rounding))
    }),
  )
})

it('dividing a product by one factor gives the other', () => {
  fc.assert(
    fc.property(amounts, amounts, roundings, (a, b, rounding) => {
      fc.pre(!isZero(b))
      expect(divide(multiply(a, b), b, placesOf(a), rounding)).toBe(a)
    }),
  )
})

it('dividing by zero throws', () => {
  expect(() => divide(ONE, ZERO, 8, 'down')).toThrow(RangeError)
})

it.each([
  ['1', '3', 4, 'down', '0.3333'],
  ['1', '3', 4, 'up', '0.3334'],
  ['-1', '3', 4, 'down', '-0.3333'],
  ['-1', '3', 4, 'up', '-0.3334'],
  ['1', '8', 2, 'half-even', '0.12'],
  ['3', '8', 2, 'half-even', '0.38'],
  ['1', '8', 2, 'half-up', '0.13'],
  ['-1', '8', 2, 'half-up', '-0.13'],
  ['1', '1000', 2, 'up', '0.01'],
  ['1', '-1000', 2, 'up', '-0.01'],
  ['0', '7', 2, 'up', '0'],
] as const)('%s ÷ %s at %i places, %s, is %s', (a, b, places, rounding, result) => {
  expect(divide(decimal(a), decimal(b), places, rounding)).toBe(result)
})

it('a rounded value equals that of a reference model of rational numbers', () => {
  fc.assert(
    fc.property(amounts, manyPlaces, roundings, (a, places, rounding) => {
      expect(round(a, places, rounding)).toBe(reference(rational(a), places, rounding))
    }),
  )
})

it('rounding a rounded value changes nothing', () => {
  fc.assert(
    fc.property(amounts, manyPlaces, roundings, (a, places, rounding) => {
      const once = round(a, places, rounding)
      expect(round(once, places, rounding)).toBe(once)
    }),
  )
})

it('a value rounded to a step is a multiple of it, less than one step away', () => {
  fc.assert(
    fc.property(amounts, steps, roundings, (a, step, rounding) => {
      const rounded = roundToStep(a, step, rounding)
      expect(isMultipleOf(rounded, step)).toBe(true)
      expect(compare(absolute(subtract(a, rounded)), step)).toBe(-1)
      expect(rounded === a).toBe(isMultipleOf(a, step))
    }),
  )
})

it('rounding to a step of 0.01 equals rounding to two places', () => {
  fc.assert(
    fc.property(amounts, roundings, (a, rounding) => {
      expect(roundToStep(a, decimal('0.01'), rounding)).toBe(round(a, 2, rounding))
    }),
  )
})

it('rounding to a zero or negative step throws', () => {
  expect(() => roundToStep(ONE, ZERO, 'down')).toThrow(RangeError)
  expect(() => roundToStep(ONE, decimal('-1'), 'down')).toThrow(RangeError)
  expect(isMultipleOf(HUNDRED, ZERO)).toBe(false)
})
