import fc from 'fast-check'
import * as z from 'zod/mini'

import { writeJson } from '#contract/json.ts'
import { readParts, type ReadOf } from '#contract/read.ts'

import { arbitraryOf } from './arbitrary-of.ts'

/** An entity of which a test says only what it is about: what it leaves out is unknown. */
export const entity = <S extends z.ZodMiniType>(schema: S, json: unknown): ReadOf<S> =>
  readParts(schema, json) as ReadOf<S>

/** A whole entity as a service writes it, with the members that a test is about. */
export function entityOnTheWire(
  schema: z.ZodMiniType,
  changes: Record<string, unknown> = {},
): Record<string, unknown> {
  const [held] = fc.sample(arbitraryOf(schema), { numRuns: 1, seed: 3 })
  return { ...(z.encode(schema, held) as object), ...changes }
}

/** The same as JSON text. */
export const entityAsText = (
  schema: z.ZodMiniType,
  changes: Record<string, unknown> = {},
): string => writeJson(entityOnTheWire(schema, changes))
