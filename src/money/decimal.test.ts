import { Big } from 'big.js'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amounts, rational, reduced, signOf } from '#testing/decimals.ts'
import { propertyRuns } from '#testing/proof-size.ts'
import {
  absolute,
  add,
  compare,
  type Decimal,
  decimal,
  digitsOf,
  divide,
  fromNumber,
  isDecimal,
  isNegative,
  isPositive,
  isZero,
  larger,
  multiply,
  negate,
  ONE,
  placesOf,
  readDecimal,
  quotient,
  round,
  smaller,
  subtract,
  sum,
  toNumber,
  toText,
  ZERO,
} from './decimal.ts'

it.each([
  ['007.50', '7.5'],
  ['-0', '0'],
  ['-0.00', '0'],
  ['0.10', '0.1'],
  ['100', '100'],
  ['-12.500', '-12.5'],
])('decimal reads %s as %s', (text, canonical) => {
  expect(toText(decimal(text))).toBe(canonical)
})

it.each(['', ' 1', '1 ', '+1', '1.', '.5', '1e3', '1,000', '0x10', 'NaN', 'Infinity', '--1', '１'])(
  'decimal throws for %j',
  (text) => {
    expect(isDecimal(text)).toBe(false)
    expect(() => decimal(text)).toThrow(RangeError)
  },
)

it.each([
  ['9.52E-5', '0.0000952'],
  ['1e3', '1000'],
  ['1.5e+2', '150'],
  ['-2.50e1', '-25'],
  ['+4', '4'],
  ['5.', '5'],
  ['0e-7', '0'],
])('readDecimal reads the exponent form %s as %s', (text, canonical) => {
  expect(readDecimal(text)).toBe(canonical)
})

it.each(['', 'e5', '1e', '1e401', '1e-401', '1e99999', 'ten', '1_000'])(
  'readDecimal returns undefined for %j',
  (text) => {
    expect(readDecimal(text)).toBeUndefined()
  },
)

it('a decimal survives conversion to text and back', () => {
  fc.assert(
    fc.property(amounts, (a) => {
      expect(decimal(toText(a))).toBe(a)
      expect(readDecimal(toText(a))).toBe(a)
    }),
  )
})

it('equal values have the same text, whatever zeros they were written with', () => {
  fc.assert(
    fc.property(amounts, fc.nat(5), fc.nat(5), (a, before, after) => {
      const text = toText(absolute(a))
      const padded = `${'0'.repeat(before)}${text}${text.includes('.') ? '' : '.'}${'0'.repeat(after + 1)}`
      expect(decimal(padded)).toBe(absolute(a))
    }),
  )
})

it('fromNumber keeps the printed digits of every finite double', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(toNumber(fromNumber(value))).toBe(value === 0 ? 0 : value)
    }),
  )
  expect(toText(fromNumber(1e-7))).toBe('0.0000001')
  expect(toText(fromNumber(1e21))).toBe('1000000000000000000000')
  expect(() => fromNumber(Number.NaN)).toThrow(RangeError)
  expect(() => fromNumber(Number.POSITIVE_INFINITY)).toThrow(RangeError)
})

it('0.1 + 0.2 is exactly 0.3, and 36 digits add up exactly', () => {
  expect(add(decimal('0.1'), decimal('0.2'))).toBe('0.3')
  expect(add(decimal('1000000000000000000'), decimal('0.000000000000000001'))).toBe(
    '1000000000000000000.000000000000000001',
  )
})

it('sums and products obey the laws of a ring', () => {
  fc.assert(
    fc.property(amounts, amounts, amounts, (a, b, c) => {
      expect(add(a, b)).toBe(add(b, a))
      expect(add(add(a, b), c)).toBe(add(a, add(b, c)))
      expect(add(a, ZERO)).toBe(a)
      expect(add(a, negate(a))).toBe(ZERO)
      expect(subtract(a, b)).toBe(add(a, negate(b)))
      expect(multiply(a, b)).toBe(multiply(b, a))
      expect(multiply(multiply(a, b), c)).toBe(multiply(a, multiply(b, c)))
      expect(multiply(a, ONE)).toBe(a)
      expect(multiply(a, ZERO)).toBe(ZERO)
      expect(multiply(a, add(b, c))).toBe(add(multiply(a, b), multiply(a, c)))
    }),
  )
})

it('sums and products equal those of rational numbers', () => {
  fc.assert(
    fc.property(amounts, amounts, (a, b) => {
      const [left, right] = [rational(a), rational(b)]
      expect(rational(add(a, b))).toEqual(
        reduced(left.top * right.bottom + right.top * left.bottom, left.bottom * right.bottom),
      )
      expect(rational(multiply(a, b))).toEqual(
        reduced(left.top * right.top, left.bottom * right.bottom),
      )
    }),
  )
})

it('the sum of a list equals adding one value at a time, and is zero for an empty list', () => {
  expect(sum([])).toBe(ZERO)
  fc.assert(
    fc.property(fc.array(amounts, { maxLength: 12 }), (list) => {
      let total = ZERO
      for (const value of list) total = add(total, value)
      expect(sum(list)).toBe(total)
      expect(sum(list.toReversed())).toBe(total)
    }),
  )
})

it.each([
  ['0.00000001', '3000000', '0.0000000000000033333333'],
  ['1', '3', '0.333333333333'],
  ['2', '3', '0.666666666667'],
  ['9007199254740993', '7', '1286742750677284.714285714286'],
  ['0', '7', '0'],
  ['-1', '1024', '-0.0009765625'],
])('%s ÷ %s has 12 decimals or 8 significant digits: %s', (a, b, text) => {
  expect(quotient(decimal(a), decimal(b))).toBe(text)
})

it('compare, smaller and larger order decimals as numbers', () => {
  fc.assert(
    fc.property(amounts, amounts, amounts, (a, b, c) => {
      expect(compare(a, b)).toBe(signOf(rational(subtract(a, b)).top))
      expect(compare(a, b) + compare(b, a)).toBe(0)
      expect(compare(a, b) === 0).toBe(a === b)
      expect(compare(add(a, c), add(b, c))).toBe(compare(a, b))
      expect([smaller(a, b), larger(a, b)]).toEqual(compare(a, b) <= 0 ? [a, b] : [b, a])
    }),
  )
})

it('every decimal is either negative, zero or positive', () => {
  fc.assert(
    fc.property(amounts, (a) => {
      expect([isNegative(a), isZero(a), isPositive(a)].filter(Boolean)).toHaveLength(1)
      expect(isNegative(absolute(a))).toBe(false)
      expect(negate(negate(a))).toBe(a)
    }),
  )
  expect(toText(negate(ZERO))).toBe('0')
})

it('placesOf counts decimals, digitsOf digits without leading zeros', () => {
  expect([placesOf(decimal('12.50')), placesOf(decimal('12'))]).toEqual([1, 0])
  expect([digitsOf(decimal('-0.00120')), digitsOf(decimal('100')), digitsOf(ZERO)]).toEqual([
    2, 3, 0,
  ])
})

describe('compared with big.js', () => {
  const oracle = (value: Decimal) => new Big(toText(value))
  const text = (value: Big) => toText(decimal(value.toFixed()))

  it('compared with big.js sums, differences, products and comparisons equal those of big.js to the last digit', () => {
    const property = fc.property(amounts, amounts, (a, b) => {
      expect(toText(add(a, b))).toBe(text(oracle(a).plus(oracle(b))))
      expect(toText(subtract(a, b))).toBe(text(oracle(a).minus(oracle(b))))
      expect(toText(multiply(a, b))).toBe(text(oracle(a).times(oracle(b))))
      expect(compare(a, b)).toBe(oracle(a).cmp(oracle(b)))
    })
    fc.assert(property, { numRuns: propertyRuns(20_000) })
  })

  it('rounded values and quotients equal those of big.js', () => {
    const modes = [
      ['half-even', Big.roundHalfEven],
      ['down', Big.roundDown],
      ['up', Big.roundUp],
    ] as const
    const property = fc.property(amounts, amounts, fc.nat({ max: 18 }), (a, b, places) => {
      for (const [rounding, mode] of modes) {
        expect(toText(round(a, places, rounding))).toBe(text(oracle(a).round(places, mode)))
      }
      if (isZero(b)) return
      // big.js takes the rounding mode of a division from a global setting.
      const Exact = Big()
      Exact.DP = places
      Exact.RM = Big.roundHalfEven
      const quotient = new Exact(toText(a)).div(new Exact(toText(b)))
      expect(toText(divide(a, b, places, 'half-even'))).toBe(text(quotient))
    })
    fc.assert(property, { numRuns: propertyRuns(20_000) })
  })
})

it('readDecimal reads every plain text as `decimal` does', () => {
  const plain = fc.stringMatching(/^-?0{0,2}[0-9]{1,4}(\.[0-9]{0,3}[0-9]0{0,2})?$/)
  const property = fc.property(plain, (text) => {
    expect(readDecimal(text)).toBe(decimal(text))
  })
  fc.assert(property, {
    numRuns: propertyRuns(2_000),
    examples: [['-0'], ['-0.0'], ['00'], ['0.10']],
  })
})
