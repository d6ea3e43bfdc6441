import * as z from 'zod/mini'

import { readJson, writeJson } from './json.ts'
import { isUnreadable, read, type ReadOf } from './read.ts'

/** Appends pieces of text, which are joined once at the end. */
type Write = (value: unknown, pieces: string[]) => void

const known = new WeakMap<z.core.$ZodType, Write>()

/**
 * Same text as `writeJson(z.encode(…))`, but much faster: our own values aren't validated. Caches
 * frozen objects. Throws for a value without text, such as an invalid date.
 */
export function write<S extends z.ZodMiniType>(schema: S, value: z.output<S>): string {
  const pieces: string[] = []
  writerOf(schema)(value, pieces)
  return pieces.join('')
}

/** Returns true if a value stored by an earlier version still has all required fields. */
export function isWhole<S extends z.ZodMiniType>(schema: S, kept: unknown): kept is ReadOf<S> {
  try {
    return !isUnreadable(read(schema, readJson(write(schema, kept as z.output<S>))).value)
  } catch {
    return false
  }
}

function writerOf(schema: z.core.$ZodType): Write {
  let found = known.get(schema)
  if (!found) known.set(schema, (found = newWriter(schema)))
  return found
}

function newWriter(schema: z.core.$ZodType): Write {
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable) {
    const inner = writerOf(schema.def.innerType)
    return (value, pieces) => {
      if (value === undefined || value === null) pieces.push('null')
      else inner(value, pieces)
    }
  }
  if (schema instanceof z.ZodMiniNonOptional) return writerOf(schema.def.innerType)
  if (schema instanceof z.ZodMiniArray) return arrayWriter(schema)
  if (schema instanceof z.ZodMiniObject) return objectWriter(schema)
  if (schema instanceof z.ZodMiniCodec) return codecWriter(schema)
  if (PLAIN.some((kind) => schema instanceof kind)) return (value, pieces) => add(value, pieces)
  return (value, pieces) => add(z.encode(schema as z.ZodMiniType, value), pieces)
}

/** Types with the same form in memory and in JSON. */
const PLAIN = [z.ZodMiniString, z.ZodMiniNumber, z.ZodMiniBoolean, z.ZodMiniEnum, z.ZodMiniLiteral]

/** Fast path: text and booleans contain no number to rewrite. */
function add(json: unknown, pieces: string[]): void {
  if (typeof json === 'string') pieces.push(JSON.stringify(json))
  else if (typeof json === 'boolean') pieces.push(json ? 'true' : 'false')
  else pieces.push(writeJson(json))
}

function arrayWriter({ def }: z.ZodMiniArray): Write {
  const element = writerOf(def.element)
  return (value, pieces) => {
    const held = value as unknown[]
    for (const [index, one] of held.entries()) {
      pieces.push(index === 0 ? '[' : ',')
      element(one, pieces)
    }
    pieces.push(held.length === 0 ? '[]' : ']')
  }
}

function objectWriter({ shape }: z.ZodMiniObject): Write {
  const members = Object.entries(shape).map(([name, member]) => {
    const label = `${JSON.stringify(name)}:`
    return { name, first: `{${label}`, next: `,${label}`, member: writerOf(member) }
  })
  const texts = new WeakMap<object, string>()
  const addMembers = (held: Record<string, unknown>, pieces: string[]): void => {
    let isEmpty = true
    for (const { name, first, next, member } of members) {
      const one = held[name]
      if (one === undefined) continue
      pieces.push(isEmpty ? first : next)
      member(one, pieces)
      isEmpty = false
    }
    pieces.push(isEmpty ? '{}' : '}')
  }
  return (value, pieces) => {
    const held = value as Record<string, unknown>
    if (!Object.isFrozen(held)) return addMembers(held, pieces)
    let text = texts.get(held)
    if (text === undefined) {
      const own: string[] = []
      addMembers(held, own)
      texts.set(held, (text = own.join('')))
    }
    pieces.push(text)
  }
}

function codecWriter({ def }: z.ZodMiniCodec): Write {
  const { reverseTransform } = def
  return (value, pieces) => {
    const payload: z.core.ParsePayload = { value, issues: [] }
    const written: unknown = reverseTransform(value, payload)
    const [issue] = payload.issues
    if (issue) throw new RangeError(`${String(value)} cannot be written: ${issue.message}`)
    add(written, pieces)
  }
}
