import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal, isNegative, isZero, round } from './decimal.ts'
import {
  countedZeros,
  figure,
  formatAmount,
  formatCount,
  formatPercent,
  formatRate,
  groupedText,
  padding,
  widestPlaces,
} from './format.ts'

const texts = fc.stringMatching(/^-?(0|[1-9]\d{0,20})(\.\d{0,17}[1-9])?$/)
const amounts = texts.map(decimal)

it.each([
  ['52215.05', {}, '52,215.05'],
  ['0.21804512', {}, '0.21804512'],
  ['-20.55', {}, '−20.55'],
  ['133.37', { signed: true }, '+133.37'],
  ['0', { signed: true, places: 2 }, '0.00'],
  ['-0.001', { signed: true, places: 2 }, '−0.001'],
  ['0.0004123', { places: 2 }, '0.00041'],
  ['0.085', { places: 2 }, '0.085'],
  ['0.4123', { places: 0 }, '0.41'],
  ['0.0000000512', { signed: true, places: 2 }, '+0.00000005'],
  ['0.000000001', { signed: true, places: 2 }, '0.00'],
  ['1452', { minPlaces: 2 }, '1,452.00'],
  ['1452.123', { minPlaces: 2 }, '1,452.123'],
  ['2.675', { places: 2 }, '2.68'],
  ['2.665', { places: 2 }, '2.66'],
  ['999.999', { places: 2 }, '1,000.00'],
  ['1234567.5', {}, '1,234,567.5'],
  ['1234567', {}, '1,234,567'],
  ['123456789012345678901234567890.1', {}, '123,456,789,012,345,678,901,234,567,890.1'],
])('a figure writes %s %o as %s', (value, options, text) => {
  expect(formatAmount(decimal(value), options)).toBe(text)
})

it('decimals beyond the fourth are minor digits', () => {
  expect(figure(decimal('0.21804512'))).toEqual({ sign: '', main: '0.2180', minor: '4512' })
  expect(figure(decimal('38.512'), { places: 8 })).toEqual({
    sign: '',
    main: '38.5120',
    minor: '0000',
  })
  expect(figure(decimal('2.5'))).toEqual({ sign: '', main: '2.5', minor: '' })
})

it('a figure with mainPlaces 0 the point and the cents are minor digits', () => {
  expect(figure(decimal('52215.05'), { mainPlaces: 0 })).toEqual({
    sign: '',
    main: '52,215',
    minor: '.05',
  })
})

it('a formatted figure has every digit, no exponent, and parses back to its value', () => {
  fc.assert(
    fc.property(amounts, fc.boolean(), fc.nat(6), (value, signed, mainPlaces) => {
      const { sign, main, minor } = figure(value, { signed, mainPlaces })
      const text = sign + main + minor
      expect(text).not.toMatch(/e/i)
      expect(decimal(text.replaceAll(',', '').replace('−', '-').replace('+', ''))).toBe(value)
    }),
  )
})

it('whole digits are grouped by three', () => {
  fc.assert(
    fc.property(amounts, (value) => {
      const whole = figure(value, { places: 2 }).main.split('.')[0]
      expect(whole).toMatch(/^\d{1,3}(,\d{3})*$/)
    }),
  )
})

it('a figure with `places` shows the rounded value, a small value with two digits', () => {
  fc.assert(
    fc.property(amounts, fc.integer({ min: 1, max: 10 }), (value, places) => {
      const text = formatAmount(value, { places }).replaceAll(',', '').replace('−', '-')
      const shown = text.split('.')[1]?.length ?? 0
      expect(decimal(text)).toBe(round(value, shown, 'half-even'))
      const isTwoDigits = /^-?0\.0*[1-9]\d?$|^-?0\.\d{8}$/.test(text)
      expect(shown === places || isTwoDigits).toBe(true)
    }),
  )
})

it('a value that eight decimals can show is never printed as zero', () => {
  fc.assert(
    fc.property(amounts, fc.nat(4), (value, places) => {
      const isNothing = isZero(round(value, 8, 'down'))
      expect(isNothing || /[1-9]/.test(formatAmount(value, { places }))).toBe(true)
    }),
  )
})

it('a price keeps at least four significant digits at any number of decimals', () => {
  fc.assert(
    fc.property(amounts, fc.nat(10), (value, places) => {
      const text = formatAmount(value, { places, isPrice: true })
      const shown = decimal(text.replaceAll(',', '').replace('−', '-'))
      const digits = text.replaceAll(/\D/g, '').replace(/^0+/, '').length
      expect(shown === value || digits >= 4).toBe(true)
    }),
  )
})

it('the sign follows the printed digits: − for a loss, + for a gain if `signed`, none for zero', () => {
  fc.assert(
    fc.property(amounts, fc.nat(4), (value, places) => {
      const { sign, main, minor } = figure(value, { places, signed: true })
      const isZero = !/[1-9]/.test(main + minor)
      expect(sign).toBe(isZero ? '' : isNegative(value) ? '−' : '+')
    }),
  )
})

it('a percentage has two decimals by default and no space', () => {
  expect(formatPercent(decimal('3.641'), { signed: true })).toBe('+3.64%')
  expect(formatPercent(decimal('-1.595'))).toBe('−1.60%')
  expect(formatPercent(decimal('37.8'), { places: 1 })).toBe('37.8%')
  expect(formatPercent(decimal('-0.001'))).toBe('0.00%')
})

it.each([
  ['0.075', '0.075%'],
  ['1.5', '1.50%'],
  ['0.0375', '0.0375%'],
  ['1.2000000000000002', '1.20%'],
])('a configured percentage of %s keeps its decimals: %s', (percent, text) => {
  expect(formatRate(decimal(percent))).toBe(text)
})

it('formatCount groups the digits of a whole number', () => {
  expect([0, 999, 1_234_567].map(formatCount)).toEqual(['0', '999', '1,234,567'])
})

describe('a figure with many zeros after its point', () => {
  const short = (value: string, options = {}) => countedZeros(figure(decimal(value), options))

  it.each([
    ['0.000000001', '0.0(8)1'],
    ['0.0000000064123', '0.0(8)64123'],
    ['-0.00000000001234567', '−0.0(10)1234567'],
    ['0.0000000000000001', '0.0(15)1'],
  ])('%s is shortened to %s', (value, text) => {
    expect(short(value)).toBe(text)
  })

  it.each(['0', '0.00000001', '1.000000001', '0.0000000123', '12'])(
    '%s is not shortened',
    (value) => {
      expect(short(value)).toBeUndefined()
    },
  )

  it('a value that prints as zero is not shortened', () => {
    expect(short('0.000000001', { places: 9, mainPlaces: 2 })).toBe('0.0(8)1')
    expect(short('0.0000000001', { places: 9 })).toBeUndefined()
  })
})

it.each([
  ['1234.5', '1,234.5'],
  ['92436.36', '92,436.36'],
  [' 1000000 ', '1,000,000'],
  ['1234.5000', '1,234.5000'],
])('%s are grouped as %s', (text, grouped) => {
  expect(groupedText(text)).toBe(grouped)
})

it.each([
  '',
  '999',
  '999.12345',
  '0.12345',
  '1234,5',
  '1,234.5',
  '-1234',
  '01234',
  '1234.',
  'abcd',
])('"%s" stays as it was typed', (text) => {
  expect(groupedText(text)).toBeUndefined()
})

it('a figure is padded to the wanted number of decimals', () => {
  expect(padding('1,000.25', 8)).toBe('000000')
  expect(padding('12', 8)).toBe('.00000000')
  expect(padding('0.12345678', 8)).toBe('')
  expect(padding('5', 0)).toBe('')
})

it('a figure of ten million or more is not padded', () => {
  expect(padding('9,999,999.5', 8)).toBe('0000000')
  expect(padding('645,957,054,000.5', 8)).toBe('')
})

it('all padded figures of a column have the same number of decimals', () => {
  const column = fc.array(fc.stringMatching(/^\d{1,7}(\.\d{0,17}[1-9])?$/).map(decimal), {
    minLength: 1,
  })
  fc.assert(
    fc.property(column, (values) => {
      const widest = widestPlaces(values, 30)
      const tails = values.map((value) => {
        const printed = formatAmount(value)
        return (printed + padding(printed, widest)).split('.')[1]?.length ?? 0
      })
      expect(new Set(tails).size).toBe(1)
    }),
  )
})

it('a column is padded no further than its limit', () => {
  expect(widestPlaces([decimal('0.123456789012'), undefined], 8)).toBe(8)
  expect(widestPlaces([])).toBe(0)
})
