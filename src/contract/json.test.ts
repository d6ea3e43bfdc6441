import fc from 'fast-check'
import { expect, it } from 'vitest'

import { propertyRuns } from '#testing/proof-size.ts'

import { decodeUtf8, parseJson, readJson, withoutNulls, writeJson } from './json.ts'
import { JsonProblem } from './json-reader.ts'

const refusal = (text: string): string => {
  try {
    parseJson(text)
  } catch (error) {
    if (error instanceof JsonProblem) return error.message
    throw error
  }
  return 'taken'
}

it('a body is parsed like JSON.parse', () => {
  const harmless = fc
    .jsonValue({ maxDepth: 5 })
    .filter((value) => !/__proto__|constructor|prototype/.test(JSON.stringify(value)))
  const property = fc.property(harmless, fc.nat(3), (value, indent) => {
    const text = JSON.stringify(value, null, indent)
    expect(parseJson(text, { depth: 99, tokens: 1e6 })).toEqual(JSON.parse(text))
  })
  fc.assert(property, { numRuns: propertyRuns(2_000) })
})

it('a body keeps all digits: numbers that a double would change become text, unless no amount is as large', () => {
  const text = '[0.1, 1.50, 9007199254740993, 0.12345678901234567890, 1e400, 1E5, -0.0, 1e-400]'
  expect(parseJson(text)).toEqual([
    0.1,
    1.5,
    '9007199254740993',
    '0.12345678901234567890',
    Infinity,
    100_000,
    -0,
    '1e-400',
  ])
})

it.each([
  ['', 'The JSON ends too early.'],
  ['{"a":', 'The JSON ends too early.'],
  ['"abc', 'The JSON ends too early.'],
  ['[1,]', 'A value is missing, at character 4.'],
  ['{"a" 1}', 'A colon is missing, at character 6.'],
  ['{a:1}', 'A name in quotes is missing, at character 2.'],
  ['[1 2]', 'A comma or "]" is missing, at character 4.'],
  ['01', 'There is text after the end of the JSON, at character 2.'],
  ['+1', 'A value is missing, at character 1.'],
  ['.5', 'A value is missing, at character 1.'],
  ['NaN', 'A value is missing, at character 1.'],
  ['nul', 'A value is missing, at character 1.'],
  ["'a'", 'A value is missing, at character 1.'],
  ['"\\x41"', 'A string has an unknown escape, at character 2.'],
  ['"\\u12g4"', 'A string has an unknown escape, at character 2.'],
  ['"a\nb"', 'A string has a raw control character, at character 3.'],
  ['"\\ud83e"', 'A string has half of a surrogate pair, at character 1.'],
  ['{"\\udd2d":1}', 'A string has half of a surrogate pair, at character 2.'],
  ['{"a":1,"a":2}', 'An object has a duplicate name, at character 8.'],
  ['{"a":1,"\\u0061":2}', 'An object has a duplicate name, at character 8.'],
  ['{"__proto__":{}}', 'The name "__proto__" is not allowed, at character 2.'],
  ['{"\\u005f_proto__":{}}', 'The name "__proto__" is not allowed, at character 2.'],
  ['[{"constructor":1}]', 'The name "constructor" is not allowed, at character 3.'],
  ['{"prototype":1}', 'The name "prototype" is not allowed, at character 2.'],
  ['\ufeff{}', 'A value is missing, at character 1.'],
  ['{}\u0000', 'There is text after the end of the JSON, at character 3.'],
])('an invalid body is refused with the position: %j', (text, sentence) => {
  expect(refusal(text)).toBe(sentence)
})

it('a body has at most 16 levels and 2,000 names and values', () => {
  expect(refusal('['.repeat(16) + ']'.repeat(16))).toBe('taken')
  expect(refusal('['.repeat(17) + ']'.repeat(17))).toMatch(/^The JSON is nested more than 16/)
  expect(refusal(`[${'1,'.repeat(1998)}1]`)).toBe('taken')
  expect(refusal(`[${'1,'.repeat(1999)}1]`)).toMatch(/^The JSON has more than 2000/)
  expect(refusal('['.repeat(60_000))).toMatch(/^The JSON is nested more than 16/)
})

it('a body may contain complete surrogate pairs, escaped or not', () => {
  expect(parseJson('["\\ud83e\\udded","🧭"]')).toEqual(['🧭', '🧭'])
})

it('a body cannot change a prototype', () => {
  const property = fc.property(fc.string({ unit: 'binary' }), (text) => {
    refusal(text)
    refusal(`{"${text}":1}`)
    expect(Object.getPrototypeOf({})).toBe(Object.prototype)
  })
  fc.assert(property, { numRuns: propertyRuns(2_000) })
})

it('a body must be valid UTF-8', () => {
  expect(decodeUtf8(new TextEncoder().encode('{"a":"é🧭"}'))).toBe('{"a":"é🧭"}')
  for (const bytes of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf0, 0x9f, 0xa7]]) {
    expect(() => decodeUtf8(new Uint8Array(bytes))).toThrow('The body is not valid UTF-8.')
  }
})

it('a response is parsed like JSON.parse, unless a digit would be lost', () => {
  const property = fc.property(fc.jsonValue(), (value) => {
    const text = JSON.stringify(value)
    expect(readJson(text)).toEqual(JSON.parse(text))
  })
  fc.assert(property, { numRuns: propertyRuns(2_000) })
})

it('a response keeps all digits of decimals', () => {
  const digits = fc.stringMatching(/^-?(0|[1-9]\d{0,30})(\.\d{1,30})?([eE][+-]?\d{1,3})?$/)
  const property = fc.property(digits, (written) => {
    const { a } = readJson(`{"b":"x", "a": ${written} }`) as { a: unknown }
    const isKept = a === written || (typeof a === 'number' && isSameNumber(String(a), written))
    expect(isKept).toBe(true)
  })
  fc.assert(property, { numRuns: propertyRuns(2_000) })
})

it('a response may have duplicate names and lone surrogates', () => {
  expect(readJson('{"a":1,"a":12345678901234567890,"b":"\\ud800"}')).toEqual({
    a: '12345678901234567890',
    b: '\ud800',
  })
})

it('a response cannot change a prototype', () => {
  const read = readJson('{"__proto__":{"polluted":1},"n":12345678901234567890}') as object
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
  expect(Object.keys(read)).toEqual(['__proto__', 'n'])
})

it('a response that is nested too deeply is refused', () => {
  const deep = `${'{"a":"]",'.repeat(501)}"b":1${'}'.repeat(501)}`.replaceAll('",{', '",')
  for (const text of ['['.repeat(200_000) + ']'.repeat(200_000), '[["]",'.repeat(600), deep]) {
    expect(() => readJson(text)).toThrow(JsonProblem)
  }
})

it('a response of 1 MB is parsed without delay', () => {
  const rows = Array.from({ length: 20_000 }, (_, id) => ({
    id,
    price: 0.1 + id / 7,
    note: '[1',
  }))
  expect(readJson(JSON.stringify(rows))).toEqual(rows)
})

it('written numbers have no exponent, and texts are unchanged', () => {
  expect(writeJson({ a: 0.000_000_21, b: [1e21, -1.5e-9], c: '"1e-7', d: ':2.1e-7', e: 7 })).toBe(
    '{"a":0.00000021,"b":[1000000000000000000000,-0.0000000015],"c":"\\"1e-7","d":":2.1e-7","e":7}',
  )
})

it('a bigint is written with all digits', () => {
  const id = 12_345_678_901_234_567_890n
  expect(writeJson({ id, note: '1e-7', gone: undefined, list: [id, undefined, -0, null] })).toBe(
    '{"id":12345678901234567890,"note":"1e-7","list":[12345678901234567890,null,0,null]}',
  )
})

it('written JSON parses to the same value', () => {
  const property = fc.property(
    fc.jsonValue(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    (value, number) => {
      const json = { value, number: number + 0, ':[1e-7': '1e-7' }
      expect(JSON.parse(writeJson(json))).toEqual(JSON.parse(JSON.stringify(json)))
      expect(writeJson([number])).not.toMatch(/e/i)
    },
  )
  fc.assert(property, { numRuns: propertyRuns(2_000) })
})

it('nulls are removed from objects and kept in lists', () => {
  expect(withoutNulls({ a: null, b: { c: null, d: [null, { e: null }] } })).toEqual({
    b: { d: [null, {}] },
  })
})

/** Compares digits and exponents without our decimals. */
function isSameNumber(left: string, right: string): boolean {
  const parts = (text: string): [bigint, bigint] => {
    const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e')
    const [whole = '', fraction = ''] = mantissa.split('.')
    return [BigInt(whole + fraction), BigInt(exponent) - BigInt(fraction.length)]
  }
  const [[a, x], [b, y]] = [parts(left), parts(right)]
  return x >= y ? a * 10n ** (x - y) === b : a === b * 10n ** (y - x)
}
