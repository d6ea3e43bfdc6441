import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { arbitraryOf } from '#testing/arbitrary-of.ts'

import { api } from './api.ts'
import type { Endpoint } from './endpoint.ts'
import { parseJson, readJson, writeJson } from './json.ts'
import { timestamp } from './primitives.ts'
import { read } from './read.ts'
import { write } from './write.ts'

const endpoints: Endpoint[] = Object.values(api)
const parts = endpoints.flatMap((endpoint) =>
  (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part]
    return schema ? [{ name: `${endpoint.name} ${part}`, part, schema }] : []
  }),
)
const RUNS = { numRuns: 50 }

/** Freezes all nested objects. */
function allFrozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) allFrozen(member)
  }
  return Object.freeze(value)
}

it.each(endpoints.map((endpoint) => ({ endpoint, name: endpoint.name })))(
  'a response of $name is unchanged after writing and reading',
  ({ endpoint }) => {
    const property = fc.property(arbitraryOf(endpoint.response), (held) => {
      const text = writeJson(z.encode(endpoint.response, held))
      expect(z.decode(endpoint.response, readJson(text))).toEqual(held)
      expect(writeJson(z.encode(endpoint.response, held))).toBe(text)
      expect(write(endpoint.response, held)).toBe(text)
      // The text of a frozen object is cached.
      const frozen = allFrozen(held)
      for (let turn = 0; turn < 2; turn++) expect(write(endpoint.response, frozen)).toBe(text)
    })
    fc.assert(property, RUNS)
  },
)

it.each(parts)('a request of $name is unchanged after writing and reading', ({ schema, part }) => {
  const property = fc.property(arbitraryOf(schema), (held) => {
    const wire = z.encode(schema, held as never)
    // Paths and queries contain only text.
    const kinds = part === 'body' ? [] : Object.values(wire).map((value) => typeof value)
    expect(kinds.filter((kind) => kind !== 'string')).toEqual([])
    const text = writeJson(wire)
    expect(z.decode(schema, parseJson(text) as never)).toEqual(held)
  })
  fc.assert(property, RUNS)
})

it.each(endpoints.map((endpoint) => ({ endpoint, name: endpoint.name })))(
  'a valid response of $name is read without drift',
  ({ endpoint }) => {
    const property = fc.property(arbitraryOf(endpoint.response), (held) => {
      const wire = z.encode(endpoint.response, held) as object
      const { value, drift } = read(endpoint.response, wire)
      expect(drift).toEqual([])
      expect(z.encode(endpoint.response, value)).toEqual(wire)
    })
    fc.assert(property, RUNS)
  },
)

/** Lengthens all numbers beyond the precision of a double, as text. */
const withLongNumbers = (json: unknown, digits: string): unknown => {
  if (typeof json === 'number') return `${Math.trunc(json)}.${digits}`
  if (Array.isArray(json)) return json.map((item) => withLongNumbers(item, digits))
  if (typeof json !== 'object' || json === null) return json
  const members = Object.entries(json)
  return Object.fromEntries(members.map(([name, value]) => [name, withLongNumbers(value, digits)]))
}

it.each(parts.filter(({ part }) => part === 'body'))(
  'an accepted request can be written again: $name',
  ({ schema }) => {
    const digits = fc.stringMatching(/^[0-9]{0,20}[1-9]$/)
    const property = fc.property(arbitraryOf(schema), digits, (held, more) => {
      const wire = z.encode(schema, held as never)
      for (const name of Object.keys(wire)) {
        const member = (wire as Record<string, unknown>)[name]
        const sent = { ...wire, [name]: withLongNumbers(member, more) }
        const taken = z.safeDecode(schema, sent)
        const wrong = taken.success ? [] : taken.error.issues.map(({ path }) => path[0])
        // The value is either unchanged or refused with its field name.
        expect(wrong).toEqual(wrong.map(() => name))
        expect(taken.success && z.safeEncode(schema, taken.data).error).toBeFalsy()
      }
    })
    fc.assert(property, RUNS)
  },
)

it('an invalid date is not written', () => {
  expect(() => write(timestamp, 1e15)).toThrow('cannot be written')
})
