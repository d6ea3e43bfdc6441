import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { decimal, toText } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'

import { readAmount, readWhole, sentAs } from './amount-text.ts'

const read = (text: string) => {
  const value = readAmount(text)
  return value === undefined ? undefined : toText(value)
}

it.each([
  ['90850', '90850'],
  ['  0.0450 ', '0.045'],
  ['.5', '0.5'],
  ['5.', '5'],
  ['+3', '3'],
  ['-2.5', '-2.5'],
  ['−2.5', '-2.5'],
  ['0,045', '0.045'],
  ['2,15', '2.15'],
  ['92,900', '92900'],
  ['92,900.00', '92900'],
  ['92.900,50', '92900.5'],
  ['1.234.567', '1234567'],
  ['1 234 567,8', '1234567.8'],
  ["1'234.5", '1234.5'],
])('a typed amount %j is read as %s', (typed, sent) => {
  expect(read(typed)).toBe(sent)
})

it.each([
  '',
  ' ',
  '.',
  ',',
  '-',
  'abc',
  '1e5',
  '1,2,3',
  '1.2.3',
  '12,34.5',
  '0x10',
  '1,,2',
  '1-2',
  '0.000.012',
  '0,000.5',
])('a typed amount %j is refused', (typed) => {
  expect(read(typed)).toBeUndefined()
})

it.each([
  ['12.500', 'Sent as 12.5'],
  ['12,500', 'Sent as 12500'],
  ['1.234', 'Sent as 1.234'],
  ['999.000', 'Sent as 999'],
  ['0,045', 'Sent as 0.045'],
  ['2,15', 'Sent as 2.15'],
  ['1 234', 'Sent as 1234'],
  ['92.900,50', 'Sent as 92900.5'],
  ['12500', undefined],
  ['12.5', undefined],
  ['1234.567', undefined],
  ['0.045', undefined],
  ['12.5000', undefined],
  ['abc', undefined],
])('a typed amount %j shows at once: %s', (typed, words) => {
  expect(sentAs(typed)).toBe(words)
})

it('a typed amount may be any figure as shown on screen', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.nat(8), (units, places) => {
      const digits = String(units < 0n ? -units : units).padStart(places + 1, '0')
      const cut = digits.length - places
      const text = `${units < 0n ? '-' : ''}${digits.slice(0, cut)}${places ? `.${digits.slice(cut)}` : ''}`
      const value = decimal(text)
      const shown = formatAmount(value, { minPlaces: 2 })
      expect(readAmount(shown)).toBe(value)
    }),
  )
})

it.each([
  ['1,000', 1000],
  [' 20 ', 20],
  ['1 000', 1000],
  ['2.5', undefined],
  ['', undefined],
  ['99999999999999999999', undefined],
])('a typed whole number %j is read', (text, whole) => {
  expect(readWhole(text)).toBe(whole)
})
