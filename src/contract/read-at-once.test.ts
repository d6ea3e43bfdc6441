import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { arbitraryOf } from '#testing/arbitrary-of.ts'
import { mutated } from '#testing/mutated.ts'
import { propertyRuns } from '#testing/proof-size.ts'

import { api } from './api.ts'
import type { Endpoint } from './endpoint.ts'
import { fastReaderOf } from './primitives.ts'
import { read } from './read.ts'

const endpoints = new Map<string, Endpoint>(Object.entries(api))
const RUNS = propertyRuns(100_000)
const SAMPLES = { numRuns: RUNS / 300, seed: 11 }

/** Collects the schemas of single values. */
function valueSchemasOf(schema: z.core.$ZodType): z.core.$ZodType[] {
  if (
    schema instanceof z.ZodMiniOptional ||
    schema instanceof z.ZodMiniNullable ||
    schema instanceof z.ZodMiniNonOptional
  ) {
    return valueSchemasOf(schema.def.innerType)
  }
  if (schema instanceof z.ZodMiniArray) return valueSchemasOf(schema.def.element)
  if (schema instanceof z.ZodMiniObject) return Object.values(schema.shape).flatMap(valueSchemasOf)
  return [schema]
}

const leaves = new Set([...endpoints.values()].flatMap(({ response }) => valueSchemasOf(response)))
const readAtOnce = [...leaves].filter((leaf) => fastReaderOf(leaf) !== undefined)

const digits = fc.stringMatching(/^-?0{0,2}[0-9]{1,18}(\.[0-9]{0,22}0{0,2})?(e-?[0-9]{1,2})?$/)
const dates = fc.stringMatching(
  /^(19|20)[0-9]{2}-(0[0-9]|1[0-3])-([0-2][0-9]|3[0-2])(T[0-2][0-9]:[0-6][0-9](:[0-6][0-9](\.[0-9]{1,9})?)?(Z|[+-][0-2][0-9]:[0-6][0-9]))?$/,
)
const words = fc.constantFrom(
  'true',
  'false',
  'BTC_USDT',
  'A_',
  'BTC/USDT',
  '/',
  'A_B\n',
  'C_\u0085',
  '6F9619FF-8B86-D011-B42D-00C04FC964FF',
  '6f9619ff-8b86-d011-b42d-00c04fc964ff ',
)
const numbers = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.constantFrom(-0, 2 ** 53, -(2 ** 53), 1e21, 1e-7, NaN, Infinity),
)
const anything = fc.oneof(digits, dates, words, numbers, fc.jsonValue({ maxDepth: 1 }))

it('a value from the fast reader equals that of its schema', { timeout: 600_000 }, () => {
  expect(readAtOnce.length).toBeGreaterThan(8)
  const property = fc.property(
    fc.constantFrom(...readAtOnce).chain((schema) =>
      fc.tuple(
        fc.constant(schema as z.ZodMiniType),
        fc.oneof(
          anything,
          arbitraryOf(schema).map((held) => z.encode(schema as z.ZodMiniType, held)),
        ),
      ),
    ),
    ([schema, wire]) => {
      const value = fastReaderOf(schema)?.(wire)
      if (value === undefined) return
      const asked = z.safeDecode(schema, wire)
      expect(asked.error?.issues).toBeUndefined()
      expect(value).toBe(asked.data)
    },
  )
  fc.assert(property, { numRuns: RUNS })
})

describe('responses', () => {
  const answers = [...endpoints].flatMap(([name, { response }]) =>
    fc
      .sample(arbitraryOf(response), SAMPLES)
      .map((held) => ({ name, wire: z.encode(response, held as never) })),
  )
  const some = fc
    .constantFrom(...answers)
    .chain(({ name, wire }) =>
      fc.tuple(fc.constant(name), fc.oneof(fc.constant(wire), mutated(wire))),
    )

  it('a valid response is read like by its schema, without drift', { timeout: 600_000 }, () => {
    let taken = 0
    const property = fc.property(some, ([name, json]) => {
      const { response } = endpoints.get(name) ?? api.getTime
      const asked = z.safeDecode(response, json)
      if (!asked.success) return
      taken += 1
      const { value, drift } = read(response, json)
      expect(drift).toEqual([])
      expect(value).toEqual(asked.data)
    })
    fc.assert(property, { numRuns: RUNS })
    expect(taken).toBeGreaterThan(RUNS / 4)
  })
})
