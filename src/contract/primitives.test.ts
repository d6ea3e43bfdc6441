import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { decimal, toText } from '#money/decimal.ts'

import { noteLength, noteText } from './note.ts'
import {
  amount,
  asNumber,
  booleanText,
  chartNumber,
  flag,
  instantOf,
  integerText,
  isoOrUnix,
  numericAmount,
  pair,
  slashPair,
  ticker,
  timestamp,
  unixSeconds,
  uuid,
  wholeNumber,
} from './primitives.ts'
import { attributesOf } from './sentences.ts'
import { smartTradeDraft } from './smart-trade-draft.ts'

const decoded = (schema: z.ZodMiniType, wire: unknown): unknown => z.safeDecode(schema, wire).data
const refused = (schema: z.ZodMiniType, wire: unknown): string | undefined =>
  z.safeDecode(schema, wire).error?.issues[0]?.message

it.each([
  ['1.50', '1.5'],
  ['-0', '0'],
  ['007.0', '7'],
  [0.1, '0.1'],
  [1e-7, '0.0000001'],
  [1e21, '1000000000000000000000'],
])('an amount of %j is read as %s', (wire, value) => {
  expect(decoded(amount, wire)).toBe(value)
  expect(decoded(numericAmount, wire)).toBe(value)
})

it.each([
  ['0.12345678901234567890', '0.1234567890123456789'],
  ['9'.repeat(40), '9'.repeat(40)],
])('an amount of %j is accepted as text and refused as a number', (wire, value) => {
  expect(decoded(amount, wire)).toBe(value)
  expect(refused(numericAmount, wire)).toBe('This has more digits than a JSON number can hold.')
})

it.each([
  ['1e5'],
  ['1e400'],
  ['NaN'],
  ['Infinity'],
  [''],
  [' 1'],
  ['1,5'],
  ['+1'],
  ['.5'],
  ['0x10'],
  ['１'],
  ['9'.repeat(41)],
  [`0.${'1'.repeat(40)}`],
  [1e60],
  [Infinity],
  [NaN],
  [null],
  [true],
  [[]],
  [{}],
])('an amount of %j is refused', (wire) => {
  expect(refused(amount, wire)).toBe(
    'Enter a number in digits (at most 40), without currency or unit.',
  )
  expect(refused(numericAmount, wire)).toBe(
    'Enter a number in digits (at most 40), without currency or unit.',
  )
})

it('a missing amount asks for a number', () => {
  expect(refused(amount, undefined)).toBe('Enter a number.')
})

it('a numeric amount is never shortened to fit a JSON number', () => {
  const long = decimal('0.1234567890123456789')
  expect(z.safeEncode(numericAmount, long).error?.issues[0]?.message).toBe(
    'This has more digits than a JSON number can hold.',
  )
  expect(z.encode(numericAmount, asNumber(long))).toBe(0.12345678901234568)
  expect(z.encode(amount, long)).toBe(toText(long))
})

it('a numeric amount that a double can hold is unchanged', () => {
  const doubles = fc.double({ noNaN: true, noDefaultInfinity: true, min: 1e-20, max: 1e20 })
  const property = fc.property(doubles, (value) => {
    expect(z.encode(numericAmount, z.decode(numericAmount, value))).toBe(value)
  })
  fc.assert(property)
})

it.each([
  [7, 7],
  ['7', 7],
  ['-0', 0],
  ['9007199254740991', 9_007_199_254_740_991],
])('%j is a whole number', (wire, value) => {
  expect(decoded(wholeNumber, wire)).toBe(value)
  expect(decoded(integerText, wire)).toBe(value)
})

it.each([['7.0'], [7.5], ['9007199254740992'], ['1e3'], [''], [null]])(
  '%j is not a whole number',
  (wire) => {
    expect(refused(wholeNumber, wire)).toBe('Enter a whole number.')
    expect(refused(integerText, wire)).toBe('Enter a whole number.')
  },
)

it('a boolean is read from itself and from its text', () => {
  for (const schema of [flag, booleanText]) {
    expect([true, 'true', false, 'false'].map((wire) => decoded(schema, wire))).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect([1, 'yes', 'TRUE', null].map((wire) => refused(schema, wire))).toEqual(
      Array.from({ length: 4 }, () => 'Send true or false.'),
    )
  }
  expect([z.encode(flag, true), z.encode(booleanText, true)]).toEqual([true, 'true'])
})

it.each([
  ['2026-02-28T12:30:15.250Z', Date.UTC(2026, 1, 28, 12, 30, 15, 250)],
  ['2026-02-28T12:30:15+02:00', Date.UTC(2026, 1, 28, 10, 30, 15)],
  ['2026-02-28T12:30Z', Date.UTC(2026, 1, 28, 12, 30)],
  ['2026-02-28', Date.UTC(2026, 1, 28)],
])('a time is read from %s', (text, at) => {
  expect(instantOf(text)).toBe(at)
  expect(decoded(isoOrUnix, text)).toBe(at)
})

it.each([
  ['2026-02-31'],
  ['2026-13-01'],
  ['2026-02-28T12:30'],
  ['2026-02-28T25:00Z'],
  ['28.02.2026'],
  ['Feb 28 2026'],
  [''],
])('%j is not a time', (text) => {
  expect(refused(timestamp, text)).toBe('Send an ISO 8601 date with Z or an offset.')
  expect(refused(isoOrUnix, text)).toMatch(/^Send an ISO 8601 date/)
})

it('UNIX seconds are accepted where the spec says so, milliseconds never', () => {
  expect(decoded(isoOrUnix, '1726617600')).toBe(1_726_617_600_000)
  expect(decoded(unixSeconds, 1_726_617_600)).toBe(1_726_617_600_000)
  expect(refused(isoOrUnix, '1726617600000')).toMatch(/or UNIX seconds\.$/)
})

it('a plus that arrived as a space is refused with how to send it', () => {
  expect(refused(isoOrUnix, '2026-02-28T12:30:00 00:00')).toContain('(its + as %2B)')
})

it('a time is written for years of four digits only', () => {
  expect(z.safeEncode(timestamp, Date.UTC(10_000, 0)).success).toBe(false)
  expect(z.encode(timestamp, Date.UTC(9_999, 11, 31))).toBe('9999-12-31T00:00:00.000Z')
})

it('a chart number may be sent as text', () => {
  expect(decoded(chartNumber, '9.52E-5')).toBe(0.000_095_2)
  expect(refused(chartNumber, 'much')).toBe('Send a number.')
})

it.each([
  ['USDT_BTC', true, pair],
  ['USDT_DOGE_USDT', true, pair],
  ['USDT_BTC-USDT-SWAP', true, pair],
  ['BTC_BTC-PERPETUAL', true, pair],
  ['USDT_kPEPE', true, pair],
  ['USDT_币安人生', true, pair],
  ['BTC/USDT', false, pair],
  ['_BTC', false, pair],
  ['USDT_', false, pair],
  ['USDT_B\nTC', false, pair],
  ['USDTBTC', false, pair],
  ['BTC/USDT', true, slashPair],
  ['BTC/USDT:USDT', true, slashPair],
  ['USDT_BTC', false, slashPair],
  ['/USDT', false, slashPair],
  ['BTC/\u0085', false, slashPair],
  ['kPEPE', true, ticker],
  ['', false, ticker],
  ['11111111-2222-3333-4444-555555555555', true, uuid],
  ['summary', false, uuid],
])('%j is valid as a pair, currency or id: %s', (text, isTaken, schema) => {
  expect(z.safeDecode(schema, text).success).toBe(isTaken)
})

it('the length of a note counts visible characters', () => {
  expect(noteLength('🧭é')).toBe(2)
  expect(decoded(noteText, '🧭'.repeat(300))).toBe('🧭'.repeat(300))
})

it.each([[''], ['a'.repeat(301)], [undefined], [7]])(
  'a note of the wrong length is refused',
  (note) => {
    expect(refused(noteText, note)).toBe('A note has 1 to 300 characters.')
  },
)

it('a note may have line breaks and tabs, but no other control characters, and none that turns text around', () => {
  expect(decoded(noteText, 'a\n\tb')).toBe('a\n\tb')
  for (const control of ['\u0000', '\r', '\u007f', '\u0085', '\u202E', '\u2066']) {
    expect(refused(noteText, `a${control}b`)).toMatch(/^A note cannot have control characters/)
  }
})

// zod calls a codec's encode before any check, so it must accept any input.
it.each([[undefined], [null], [7], ['text'], [{}], [[]], [NaN]])(
  '%j is refused with a message and never throws',
  (value) => {
    for (const schema of [amount, numericAmount, timestamp, isoOrUnix]) {
      const guarded = z.object({ a: schema }).check(z.refine(() => true))
      expect(() => z.safeEncode(guarded, { a: value } as never)).not.toThrow()
    }
    expect(() => z.safeEncode(smartTradeDraft, value as never)).not.toThrow()
  },
)

it('problems are named in plain words, by dotted path', () => {
  const schema = z.object({
    rows: z.array(
      z.object({ kind: z.enum(['a', 'b', 'c']), name: z.string().check(z.minLength(2)) }),
    ),
  })
  const wire = { rows: [{ kind: 'd', name: 'x' }, { name: 5 }] }
  expect(
    attributesOf(z.safeDecode(schema, wire as never).error ?? new z.core.$ZodError([])),
  ).toEqual({
    'rows.0.kind': ['Send a, b or c.'],
    'rows.0.name': ['Send at least 2 characters.'],
    'rows.1.kind': ['Send a, b or c.'],
    'rows.1.name': ['Send text.'],
  })
})

it('a date is read only if its month has that day', () => {
  const days = fc.tuple(
    fc.integer({ min: 1900, max: 2100 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 31 }),
  )
  const property = fc.property(days, ([year, month, day]) => {
    const written = (part: number) => String(part).padStart(2, '0')
    const noon = Date.UTC(year, month - 1, day, 12)
    const isThere = new Date(noon).getUTCMonth() === month - 1
    const text = `${year}-${written(month)}-${written(day)}T12:00:00Z`
    expect(instantOf(text)).toBe(isThere ? noon : undefined)
  })
  fc.assert(property, { examples: [[[2026, 2, 29]], [[2024, 2, 29]], [[2026, 4, 31]]] })
})
