import * as z from 'zod/mini'

import { isUnreadable, read, type ReadOf } from './read.ts'

type Write = (value: unknown) => unknown

const known = new WeakMap<z.core.$ZodType, Write>()

/**
 * An answer as the wire has it: what `z.encode` gives for a value of the schema's own type, in a
 * fraction of the time, because what the service has made itself is not judged again. Throws for a
 * value that has no text, such as a date of no calendar.
 */
export const write = <S extends z.ZodMiniType>(schema: S, value: z.output<S>): unknown =>
  writerOf(schema)(value)

/**
 * Whether a value kept by an earlier version of the page has every member that a page may rely on by
 * now.
 */
export function isWhole<S extends z.ZodMiniType>(schema: S, kept: unknown): kept is ReadOf<S> {
  try {
    return !isUnreadable(read(schema, write(schema, kept as z.output<S>)).value)
  } catch {
    return false
  }
}

/** How values of a schema are written, found out once. */
function writerOf(schema: z.core.$ZodType): Write {
  let found = known.get(schema)
  if (!found) known.set(schema, (found = newWriter(schema)))
  return found
}

function newWriter(schema: z.core.$ZodType): Write {
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable) {
    const inner = writerOf(schema.def.innerType)
    return (value) => (value === undefined || value === null ? value : inner(value))
  }
  if (schema instanceof z.ZodMiniNonOptional) return writerOf(schema.def.innerType)
  if (schema instanceof z.ZodMiniArray) {
    const element = writerOf(schema.def.element)
    return (value) => (value as unknown[]).map(element)
  }
  if (schema instanceof z.ZodMiniObject) return membersWriter(schema)
  if (schema instanceof z.ZodMiniCodec) return codecWriter(schema)
  if (PLAIN.some((kind) => schema instanceof kind)) return (value) => value
  return (value) => z.encode(schema as z.ZodMiniType, value)
}

/** What is in memory as it is on the wire. */
const PLAIN = [z.ZodMiniString, z.ZodMiniNumber, z.ZodMiniBoolean, z.ZodMiniEnum, z.ZodMiniLiteral]

function membersWriter({ shape }: z.ZodMiniObject): Write {
  const members = Object.entries(shape).map(([name, member]) => [name, writerOf(member)] as const)
  return (value) => {
    const held = value as Record<string, unknown>
    const written: Record<string, unknown> = {}
    for (const [name, member] of members) {
      const one = held[name]
      if (one !== undefined) written[name] = member(one)
    }
    return written
  }
}

function codecWriter({ def }: z.ZodMiniCodec): Write {
  const { reverseTransform } = def
  return (value) => {
    const payload: z.core.ParsePayload = { value, issues: [] }
    const written: unknown = reverseTransform(value, payload)
    const [issue] = payload.issues
    if (issue) throw new RangeError(`${String(value)} cannot be written: ${issue.message}`)
    return written
  }
}
