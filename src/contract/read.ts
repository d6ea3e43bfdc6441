import * as z from 'zod/mini'

import { type Decimal, isPositive, readDecimal } from '#money/decimal.ts'
import { list } from '#money/format.ts'

import { isObject } from './json.ts'
import { isAmount, isPair, fastReaderOf, step } from './primitives.ts'

/**
 * A response in pages: decimals and `mayBeMissing` fields may be unknown, enumerations may hold
 * unlisted text. The `…Entity` types are responses of our service, with every field.
 */
export type ReadOf<S> =
  S extends z.ZodMiniObject<infer Shape>
    ? ReadMembers<Shape>
    : S extends z.ZodMiniArray<infer Element>
      ? ReadOf<Element>[]
      : S extends z.ZodMiniNonOptional<infer Inner> | z.ZodMiniOptional<infer Inner>
        ? ReadOf<Inner> | undefined
        : S extends z.ZodMiniNullable<infer Inner>
          ? ReadOf<Inner> | null
          : z.output<S> extends Decimal
            ? Decimal | undefined
            : S extends z.ZodMiniEnum<infer _>
              ? z.output<S> | (string & {})
              : z.output<S>

type ReadMembers<Shape> = {
  -readonly [Name in keyof Shape as Shape[Name] extends z.ZodMiniOptional ? never : Name]: ReadOf<
    Shape[Name]
  >
} & {
  -readonly [Name in keyof Shape as Shape[Name] extends z.ZodMiniOptional ? Name : never]?: ReadOf<
    Shape[Name]
  >
}

/** A response, or a row of a list, without a required field. */
export type UnreadableRow = {
  readonly kind: 'unreadable'
  /** `id` or `uuid` if readable: enough for some requests. */
  readonly id: number | string | undefined
  /** Original JSON. */
  readonly raw: unknown
}

/** Rows of a list, each possibly unreadable. */
export type Rows<Row> = readonly (Row | UnreadableRow)[]

/** A response: an entity, or rows that may be unreadable. */
export type AnswerIn<S> =
  S extends z.ZodMiniArray<infer Row> ? (ReadOf<Row> | UnreadableRow)[] : ReadOf<S>

/** A request read back, with any field possibly unknown. */
export type Parts<T> = T extends Decimal | string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? Parts<Item>[]
    : T extends object
      ? { [K in keyof T]: Parts<T[K]> | undefined }
      : T

/** A difference between a response and the contract. */
export type Drift = { path: string; expected: string; got: string }

/** Symbol property with the original JSON; a WeakMap of all objects would keep growing. */
const RAW = Symbol('raw')

/** Returns the JSON that a response or row was read from, including unknown fields. */
export const rawOf = (read: object): unknown => Reflect.get(read, RAW)

export const isUnreadable = (row: unknown): row is UnreadableRow =>
  typeof row === 'object' && row !== null && 'kind' in row && row.kind === 'unreadable'

const readableOf = new WeakMap<object, readonly unknown[]>()
const NO_ROWS: readonly never[] = []

/** Returns the readable rows, cached. Sums over them must mention the rest (`unreadableRows`). */
export function readableRows<Row>(rows: Rows<Row> = NO_ROWS): readonly Row[] {
  let readable = readableOf.get(rows)
  if (!readable) {
    readable = rows.some(isUnreadable) ? rows.filter((row) => !isUnreadable(row)) : rows
    readableOf.set(rows, readable)
  }
  return readable as readonly Row[]
}

export const unreadableRows = (rows: readonly unknown[] = NO_ROWS): readonly UnreadableRow[] =>
  rows.filter((row) => isUnreadable(row))

export const present = <T>(values: readonly (T | undefined)[]): T[] =>
  values.filter((value) => value !== undefined)

/**
 * Reads a response leniently: numbers as text, seconds or ISO 8601, unlisted words, other pair
 * formats. An invalid decimal is `undefined`; another invalid field makes its row (or entity)
 * unreadable. Reports each difference as drift. Never throws.
 */
export function read<S extends z.ZodMiniType>(
  schema: S,
  json: unknown,
): { value: AnswerIn<S> | UnreadableRow; drift: Drift[] } {
  const drift: Drift[] = []
  if (!(schema instanceof z.ZodMiniArray)) {
    return { value: readRow(schema, json, drift) as ReadOf<S> as AnswerIn<S>, drift }
  }
  const isList = Array.isArray(json)
  const rows = isList ? (json as unknown[]) : wrappedRows(json)
  if (!isList) addDrift(drift, 'an array', json)
  if (!rows) return { value: unreadable(schema, json), drift }
  const value = rows.map((row, index) => {
    const before = drift.length
    const read = readRow(schema.def.element, row, drift)
    prefixPaths(drift, before, `[${index}]`)
    return read
  })
  return { value: value as AnswerIn<S>, drift }
}

function readRow(schema: z.core.$ZodType, json: unknown, drift: Drift[]): unknown {
  const value = readerOf(schema)(json, drift)
  return value === UNREADABLE ? unreadable(schema, json) : keepRaw(value, json)
}

function unreadable(schema: z.core.$ZodType, json: unknown): UnreadableRow {
  return keepRaw({ kind: 'unreadable', id: idIn(schema, json), raw: json } as const, json)
}

/** History orders are identified by `uuid`, and by `id` only without one. */
const ID_NAMES = ['uuid', 'id']

function idIn(schema: z.core.$ZodType, json: unknown): number | string | undefined {
  if (!(schema instanceof z.ZodMiniObject) || !isObject(json)) return undefined
  for (const name of ID_NAMES) {
    const member = (schema.shape as Record<string, z.core.$ZodType>)[name]
    const id = member && Object.hasOwn(json, name) ? readerOf(member)(json[name], []) : undefined
    if (typeof id === 'string' || typeof id === 'number') return id
  }
  return undefined
}

/** Reads a request field by field; invalid fields are `undefined`. Never throws. */
export function readParts<S extends z.ZodMiniType>(schema: S, json: unknown): Parts<z.output<S>> {
  const value = partsReaderOf(schema)(json, [])
  return keepRaw(known(value), json) as Parts<z.output<S>>
}

/** Attached per row only: nested objects (about 40 per row) are contained in the row's JSON. */
function keepRaw<T>(value: T, json: unknown): T {
  return isObject(value) ? Object.defineProperty(value, RAW, { value: json }) : value
}

/** Marks an unreadable value that its row requires. */
const UNREADABLE = Symbol('unread')

/** Reports drift relative to itself; callers prepend their path. */
type Reader = (json: unknown, drift: Drift[]) => unknown

/** Builds each schema's reader once: looking it up per value made reading 50 % slower. */
const cached = (make: (schema: z.core.$ZodType) => Reader) => {
  const known = new WeakMap<z.core.$ZodType, Reader>()
  return (schema: z.core.$ZodType): Reader => {
    let found = known.get(schema)
    if (!found) known.set(schema, (found = make(schema)))
    return found
  }
}

/** Reads responses: a row is complete or unreadable. */
const readerOf: (schema: z.core.$ZodType) => Reader = cached((schema) =>
  newReader(schema, readerOf, false),
)

/** Reads requests field by field. */
const partsReaderOf: (schema: z.core.$ZodType) => Reader = cached((schema) =>
  newReader(schema, partsReaderOf, true),
)

type ReaderOf = (schema: z.core.$ZodType) => Reader

function newReader(schema: z.core.$ZodType, of: ReaderOf, isInParts: boolean): Reader {
  if (schema instanceof z.ZodMiniOptional) return optionalReader(schema, of)
  if (schema instanceof z.ZodMiniNonOptional) {
    const inner = of(schema.def.innerType)
    return (json, drift) => known(inner(json, drift))
  }
  if (schema instanceof z.ZodMiniNullable) {
    const inner = of(schema.def.innerType)
    return (json, drift) => (json === null ? null : inner(json, drift))
  }
  if (schema instanceof z.ZodMiniArray) return arrayReader(schema, of, isInParts)
  if (schema instanceof z.ZodMiniObject) return membersReader(schema, of, isInParts)
  return isAmount(schema) ? amountReader(schema) : leafReader(schema)
}

const known = (value: unknown): unknown => (value === UNREADABLE ? undefined : value)

/** Invalid optional values count as absent, but optional objects and lists must be complete. */
function optionalReader({ def: { innerType } }: z.ZodMiniOptional, of: ReaderOf): Reader {
  const inner = of(innerType)
  const isNullable = innerType instanceof z.ZodMiniNullable
  const mustBeComplete = isNested(innerType)
  return (json, drift) => {
    if (json === undefined || (json === null && !isNullable)) return undefined
    const value = inner(json, drift)
    return mustBeComplete ? value : known(value)
  }
}

const isNested = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodMiniNullable
    ? isNested(schema.def.innerType)
    : schema instanceof z.ZodMiniObject || schema instanceof z.ZodMiniArray

function arrayReader(schema: z.ZodMiniArray, of: ReaderOf, isInParts: boolean): Reader {
  const element = of(schema.def.element)
  return (json, drift) => {
    if (!Array.isArray(json)) return addDrift(drift, 'an array', json)
    const values = json.map((row: unknown, index) => {
      const before = drift.length
      const value = element(row, drift)
      prefixPaths(drift, before, `[${index}]`)
      return keepRaw(isInParts ? known(value) : value, row)
    })
    return values.includes(UNREADABLE) ? UNREADABLE : values
  }
}

/** Some services wrap the list in an object: `{"trades": […]}`. */
function wrappedRows(json: unknown): unknown[] | undefined {
  const members = typeof json === 'object' && json !== null ? Object.values(json) : []
  return members.length === 1 && Array.isArray(members[0]) ? members[0] : undefined
}

function membersReader({ shape }: z.ZodMiniObject, of: ReaderOf, isInParts: boolean): Reader {
  const members = Object.entries(shape).map(([name, member]) => [name, of(member)] as const)
  // Copying an object with all keys is faster than adding keys one by one.
  const unfilled = Object.fromEntries(members.map(([name]): [string, unknown] => [name, undefined]))
  return (json, drift) => {
    if (!isObject(json)) {
      addDrift(drift, 'an object', json)
      // Reports one drift for the object, not one per field.
      return isInParts ? { ...unfilled } : UNREADABLE
    }
    const value = { ...unfilled }
    let isWhole = true
    for (const [name, member] of members) {
      const before = drift.length
      const one = member(Object.hasOwn(json, name) ? json[name] : undefined, drift)
      if (drift.length > before) prefixPaths(drift, before, name)
      if (one === UNREADABLE) isWhole = false
      value[name] = known(one)
    }
    return isWhole || isInParts ? value : UNREADABLE
  }
}

/** Accepts exponents and 50 digits, which services send but our requests may not contain. */
function amountReader(schema: z.core.$ZodType): Reader {
  const leaf = leafReader(schema)
  return (json, drift) => {
    const value = typeof json === 'string' ? readDecimal(json) : undefined
    return value && (schema !== step || isPositive(value)) ? value : known(leaf(json, drift))
  }
}

function leafReader(schema: z.core.$ZodType): Reader {
  const words = schema instanceof z.ZodMiniEnum ? list(schema.options.map(String), 'or') : undefined
  const isText = words !== undefined || isPair(schema)
  const readFast = fastReader(schema)
  return (json, drift) => {
    const value = readFast(json)
    if (value !== undefined) return value
    const checked = z.safeDecode(schema as z.ZodMiniType, json)
    if (checked.success) return checked.data
    const expected = words ?? checked.error.issues[0]?.message ?? 'another value'
    addDrift(drift, expected, json)
    return isText && typeof json === 'string' ? json : UNREADABLE
  }
}

/** Checks known values without zod, which took most of the time to read a list. */
function fastReader(schema: z.core.$ZodType): (json: unknown) => unknown {
  if (!(schema instanceof z.ZodMiniEnum)) return fastReaderOf(schema) ?? (() => undefined)
  const words = new Set<unknown>(schema.options)
  return (json) => (words.has(json) ? json : undefined)
}

function addDrift(drift: Drift[], expected: string, got: unknown): typeof UNREADABLE {
  drift.push({ path: '', expected, got: describe(got) })
  return UNREADABLE
}

/** Paths are built only for drift, not for every field. */
function prefixPaths(drift: Drift[], from: number, name: string): void {
  if (drift.length === from) return
  for (const one of drift.slice(from)) {
    one.path = one.path === '' || one.path.startsWith('[') ? name + one.path : `${name}.${one.path}`
  }
}

/** Shortens the value: reports must not leak response data. */
function describe(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return `an array of ${value.length}`
  if (typeof value === 'object') return 'an object'
  return `${typeof value} ${JSON.stringify(value).slice(0, 40)}`
}
