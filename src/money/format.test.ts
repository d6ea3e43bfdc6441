import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal, isNegative, isZero, round, toText } from './decimal.ts'
import {
  figure,
  formatAmount,
  formatPercent,
  groupedText,
  padding,
  tinyFigure,
  widestPlaces,
} from './format.ts'

const texts = fc.stringMatching(/^-?(0|[1-9]\d{0,20})(\.\d{0,17}[1-9])?$/)
const amounts = texts.map(decimal)

describe('a figure', () => {
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
  ])('writes %s %o as %s', (value, options, text) => {
    expect(formatAmount(decimal(value), options)).toBe(text)
  })

  it('parts the digits beyond four decimals', () => {
    expect(figure(decimal('0.21804512'))).toEqual({ sign: '', main: '0.2180', minor: '4512' })
    expect(figure(decimal('38.512'), { places: 8 })).toEqual({
      sign: '',
      main: '38.5120',
      minor: '0000',
    })
    expect(figure(decimal('2.5'))).toEqual({ sign: '', main: '2.5', minor: '' })
  })

  it('parts the cents, with their point, from the one big number of a page', () => {
    expect(figure(decimal('52215.05'), { mainPlaces: 0 })).toEqual({
      sign: '',
      main: '52,215',
      minor: '.05',
    })
  })

  it('loses no digit, writes no exponent and can be read back', () => {
    fc.assert(
      fc.property(amounts, fc.boolean(), fc.nat(6), (value, signed, mainPlaces) => {
        const { sign, main, minor } = figure(value, { signed, mainPlaces })
        const text = sign + main + minor
        expect(text).not.toMatch(/e/i)
        expect(decimal(text.replaceAll(',', '').replace('−', '-').replace('+', ''))).toBe(value)
      }),
    )
  })

  it('groups by three from the point', () => {
    fc.assert(
      fc.property(amounts, (value) => {
        const whole = figure(value, { places: 2 }).main.split('.')[0]
        expect(whole).toMatch(/^\d{1,3}(,\d{3})*$/)
      }),
    )
  })

  it('shows what rounding gives, with the places asked for or with two digits of what is smaller', () => {
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

  it('prints nothing as zero that eight decimals can show', () => {
    fc.assert(
      fc.property(amounts, fc.nat(4), (value, places) => {
        const isNothing = isZero(round(value, 8, 'down'))
        expect(isNothing || /[1-9]/.test(formatAmount(value, { places }))).toBe(true)
      }),
    )
  })

  it('signs what it prints: never zero, always a loss, a gain when asked', () => {
    fc.assert(
      fc.property(amounts, fc.nat(4), (value, places) => {
        const { sign, main, minor } = figure(value, { places, signed: true })
        const isZero = !/[1-9]/.test(main + minor)
        expect(sign).toBe(isZero ? '' : isNegative(value) ? '−' : '+')
      }),
    )
  })
})

it('writes a percentage without a space, with two places', () => {
  expect(formatPercent(decimal('3.641'), { signed: true })).toBe('+3.64%')
  expect(formatPercent(decimal('-1.595'))).toBe('−1.60%')
  expect(formatPercent(decimal('37.8'), { places: 1 })).toBe('37.8%')
  expect(formatPercent(decimal('-0.001'))).toBe('0.00%')
})

describe('a tiny price', () => {
  it.each([
    ['0.000001234', { sign: '', zeros: 5, digits: '1234' }],
    ['0.00001', { sign: '', zeros: 4, digits: '1' }],
    ['-0.0000123456789', { sign: '−', zeros: 4, digits: '12346' }],
    ['0.00000999999999', { sign: '', zeros: 4, digits: '1' }],
    // In one form beside 0.00001111, which it may stand above.
    ['0.00016247', { sign: '', zeros: 3, digits: '16247' }],
  ])('%s is short', (price, short) => {
    expect(tinyFigure(decimal(price))).toEqual(short)
  })

  it.each(['0', '0.001', '0.0010001', '1.000001', '15.062', '0.000999999999'])(
    '%s reads well as it is',
    (price) => {
      expect(tinyFigure(decimal(price))).toBeUndefined()
    },
  )

  it('keeps five digits of the price', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 3, max: 17 }),
        fc.integer({ min: 1, max: 99_999 }),
        (zeros, digits) => {
          const price = decimal(`0.${'0'.repeat(zeros)}${digits}`)
          const short = tinyFigure(price)
          expect(short && decimal(`0.${'0'.repeat(short.zeros)}${short.digits}`)).toBe(price)
        },
      ),
    )
  })
})

describe('digits as they are typed', () => {
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
})

describe('alignment', () => {
  it('pads shorter figures to the places of the longest', () => {
    expect(padding(2, 8)).toBe('000000')
    expect(padding(0, 8)).toBe('.00000000')
    expect(padding(8, 8)).toBe('')
    expect(padding(0, 0)).toBe('')
  })

  it('makes every figure of a column equally wide behind the point', () => {
    fc.assert(
      fc.property(fc.array(amounts, { minLength: 1 }), (column) => {
        const widest = widestPlaces(column, 30)
        const tails = column.map((value) => {
          const fraction = toText(value).split('.')[1]
          return (
            (fraction === undefined ? '' : `.${fraction}`) + padding(fraction?.length ?? 0, widest)
          )
        })
        expect(new Set(tails.map((tail) => tail.length)).size).toBe(1)
      }),
    )
  })

  it('does not pad a column further than its limit', () => {
    expect(widestPlaces([decimal('0.123456789012'), undefined], 8)).toBe(8)
    expect(widestPlaces([])).toBe(0)
  })
})
