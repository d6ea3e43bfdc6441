import fc from 'fast-check'
import * as z from 'zod/mini'

import { writeJson } from '#contract/json.ts'
import { isAmount } from '#contract/primitives.ts'
import { isUnreadable, read, type ReadOf } from '#contract/read.ts'

import { arbitraryOf } from './arbitrary-of.ts'

/**
 * An entity as `read()` returns it. A test gives the members that it is about. Of the others, those that a
 * page has to do without are unknown, and the rest are plain: `''`, `false`, `0`, `null` and empty lists.
 */
export function entity<S extends z.ZodMiniType>(schema: S, json: unknown): ReadOf<S> {
  const { value, drift } = read(schema, filled(schema, json))
  const rows: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (rows.some(isUnreadable)) throw new Error(`Unreadable: ${JSON.stringify(drift)}`)
  return value as ReadOf<S>
}

/** Returns true if a page could use an entity with these members. */
export const isReadable = (schema: z.ZodMiniType, json: unknown): boolean =>
  !isUnreadable(read(schema, filled(schema, json)).value)

function filled(schema: z.core.$ZodType, json: unknown): unknown {
  const isMissing = json === undefined
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNonOptional) {
    return isMissing ? json : filled(schema.def.innerType, json)
  }
  if (schema instanceof z.ZodMiniNullable) {
    const { innerType } = schema.def
    if (json === null || (isMissing && !isAmount(innerType))) return null
    return filled(innerType, json)
  }
  if (schema instanceof z.ZodMiniArray) {
    if (isMissing) return []
    return Array.isArray(json) ? json.map((row) => filled(schema.def.element, row)) : json
  }
  if (schema instanceof z.ZodMiniObject) {
    if (!isMissing && (typeof json !== 'object' || json === null)) return json
    const given: Record<string, unknown> = { ...json }
    for (const [name, member] of Object.entries(schema.shape)) {
      const value = filled(member, given[name])
      if (value !== undefined) given[name] = value
    }
    return given
  }
  if (!isMissing || isAmount(schema)) return json
  if (schema instanceof z.ZodMiniEnum) return schema.options[0]
  return PLAIN.find((plain) => z.safeDecode(schema as z.ZodMiniType, plain).success)
}

const PLAIN: readonly unknown[] = [
  false,
  '',
  0,
  '1970-01-01T00:00:00.000Z',
  '00000000-0000-4000-8000-000000000000',
  'USDT_BTC',
  'BTC/USDT',
]

/** A whole entity as a service writes it, with the members that a test is about. */
export function entityOnTheWire(
  schema: z.ZodMiniType,
  changes: Record<string, unknown> = {},
): Record<string, unknown> {
  const [held] = fc.sample(arbitraryOf(schema), { numRuns: 1, seed: 3 })
  return { ...(z.encode(schema, held) as object), ...changes }
}

/** JSON text of the entity. */
export const entityAsText = (
  schema: z.ZodMiniType,
  changes: Record<string, unknown> = {},
): string => writeJson(entityOnTheWire(schema, changes))
