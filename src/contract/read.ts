import * as z from 'zod/mini'

import { type Decimal, readDecimal } from '#money/decimal.ts'

import { isAmount, isPair } from './primitives.ts'
import { oneOf } from './sentences.ts'

/** What a lenient read gives: any member may turn out unknown. */
export type Read<T> = T extends Decimal | string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? Read<Item>[]
    : T extends object
      ? { [K in keyof T]: Read<T[K]> | undefined }
      : T

/** One thing an answer had that the contract did not expect. */
export type Drift = { path: string; expected: string; got: string }

export type LenientRead<T> = { value: Read<T>; drift: Drift[] }

/**
 * On the object itself and out of sight: a weak map of every object ever read grows with the hours
 * that a page stands open, and never gives its room back.
 */
const RAW = Symbol('raw')

/** The JSON that an answer, or a row of a list in it, was read from, unknown members and all. */
export const rawOf = (read: object): unknown => Reflect.get(read, RAW)

/**
 * Reads an answer as far as it can be read. A member that is missing or wrong becomes `undefined`
 * and is counted; an unknown word of an enumeration, or a pair of another form, stays as its text; a row that is no object
 * becomes one whose every member is unknown. Nothing is thrown.
 */
export function read<S extends z.ZodMiniType>(schema: S, json: unknown): LenientRead<z.output<S>> {
  const drift: Drift[] = []
  const rows = schema instanceof z.ZodMiniArray && !Array.isArray(json) && wrappedRows(json)
  if (rows) note(drift, 'an array', json)
  const value = readerOf(schema)(rows || json, drift)
  return { value: keepRaw(value, json) as Read<z.output<S>>, drift }
}

/** Not on every object within: there are forty of them to a row, and the row's own has theirs in it. */
function keepRaw(value: unknown, json: unknown): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? Object.defineProperty(value, RAW, { value: json }) : value
}

/** Notes what it did not expect by its path below itself: whatever holds it puts its own name before. */
type Reader = (json: unknown, drift: Drift[]) => unknown

const known = new WeakMap<z.core.$ZodType, Reader>()

/** How values of a schema are read, found out once: asking for every value took half as long again. */
function readerOf(schema: z.core.$ZodType): Reader {
  let found = known.get(schema)
  if (!found) known.set(schema, (found = newReader(schema)))
  return found
}

function newReader(schema: z.core.$ZodType): Reader {
  if (schema instanceof z.ZodMiniOptional) return optionalReader(schema)
  if (schema instanceof z.ZodMiniNullable) {
    const inner = readerOf(schema.def.innerType)
    return (json, drift) => (json === null ? null : inner(json, drift))
  }
  if (schema instanceof z.ZodMiniArray) return rowsReader(schema)
  if (schema instanceof z.ZodMiniObject) return membersReader(schema)
  return isAmount(schema) ? amountReader(schema) : leafReader(schema)
}

function optionalReader({ def: { innerType } }: z.ZodMiniOptional): Reader {
  const inner = readerOf(innerType)
  const isNullable = innerType instanceof z.ZodMiniNullable
  return (json, drift) => {
    const isAbsent = json === undefined || (json === null && !isNullable)
    return isAbsent ? undefined : inner(json, drift)
  }
}

function rowsReader(schema: z.ZodMiniArray): Reader {
  const element = readerOf(schema.def.element)
  return (json, drift) => {
    if (!Array.isArray(json)) return note(drift, 'an array', json)
    return json.map((row: unknown, index) => {
      const before = drift.length
      const value = element(row, drift)
      if (drift.length > before) nameNew(drift, before, `[${index}]`)
      return keepRaw(value, row)
    })
  }
}

/** Some services put the list into an object of its own: `{"trades": […]}`. */
function wrappedRows(json: unknown): unknown[] | undefined {
  const members = typeof json === 'object' && json !== null ? Object.values(json) : []
  return members.length === 1 && Array.isArray(members[0]) ? members[0] : undefined
}

function membersReader({ shape }: z.ZodMiniObject): Reader {
  const members = Object.entries(shape).map(([name, member]) => [name, readerOf(member)] as const)
  return (json, drift) => {
    const isObject = typeof json === 'object' && json !== null && !Array.isArray(json)
    if (!isObject) note(drift, 'an object', json)
    const source = isObject ? (json as Record<string, unknown>) : {}
    const value: Record<string, unknown> = {}
    for (const [name, member] of members) {
      const found = Object.hasOwn(source, name) ? source[name] : undefined
      const before = drift.length
      // The members of a row that could not be read at all are not counted one by one.
      value[name] = isObject ? member(found, drift) : undefined
      if (drift.length > before) nameNew(drift, before, name)
    }
    return value
  }
}

/** Services do send exponents and fifty digits, which no request of ours may have. */
function amountReader(schema: z.core.$ZodType): Reader {
  const leaf = leafReader(schema)
  return (json, drift) =>
    (typeof json === 'string' ? readDecimal(json) : undefined) ?? leaf(json, drift)
}

function leafReader(schema: z.core.$ZodType): Reader {
  const words = schema instanceof z.ZodMiniEnum ? oneOf(schema.options.map(String)) : undefined
  const isText = words !== undefined || isPair(schema)
  return (json, drift) => {
    const checked = z.safeDecode(schema as z.ZodMiniType, json)
    if (checked.success) return checked.data
    const expected = words ?? checked.error.issues[0]?.message ?? 'another value'
    note(drift, expected, json)
    return isText && typeof json === 'string' ? json : undefined
  }
}

function note(drift: Drift[], expected: string, got: unknown): undefined {
  drift.push({ path: '', expected, got: describe(got) })
  return undefined
}

/** Paths are put together where something is wrong, and not for each of ten thousand members. */
function nameNew(drift: Drift[], from: number, name: string): void {
  for (const one of drift.slice(from)) {
    one.path = one.path === '' || one.path.startsWith('[') ? name + one.path : `${name}.${one.path}`
  }
}

/** Never the whole value: an answer may hold what should not lie about in a report. */
function describe(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return `an array of ${value.length}`
  if (typeof value === 'object') return 'an object'
  return `${typeof value} ${JSON.stringify(value).slice(0, 40)}`
}
