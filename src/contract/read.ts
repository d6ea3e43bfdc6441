import * as z from 'zod/mini'

import { type Decimal, isPositive, readDecimal } from '#money/decimal.ts'
import { list } from '#money/words.ts'

import { isAmount, isPair, readerAtOnce, step } from './primitives.ts'

/**
 * What a page may rely on of an answer: every member is there, except decimals, each of which may be
 * unknown by itself, and the members that the contract marks with `mayBeMissing`. An enumeration may
 * hold a word that the contract does not list.
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

/** An answer, or a row of a list, that lacks a member which every page needs. */
export type UnreadableRow = {
  readonly kind: 'unreadable'
  /** Its `id` or `uuid`, where that can be read: some requests need nothing else. */
  readonly id: number | string | undefined
  /** The JSON as the service sent it. */
  readonly raw: unknown
}

/** Rows as a page holds them: each one may be unreadable. */
export type Rows<Row> = readonly (Row | UnreadableRow)[]

/** What a service answered: an entity, or rows each of which may be unreadable. */
export type AnswerIn<S> =
  S extends z.ZodMiniArray<infer Row> ? (ReadOf<Row> | UnreadableRow)[] : ReadOf<S>

/** A request read back: any member may be unknown. */
export type Parts<T> = T extends Decimal | string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? Parts<Item>[]
    : T extends object
      ? { [K in keyof T]: Parts<T[K]> | undefined }
      : T

/** One difference between an answer and the contract. */
export type Drift = { path: string; expected: string; got: string }

/**
 * On the object itself and out of sight: a weak map of every object ever read grows with the hours
 * that a page stands open, and never gives its room back.
 */
const RAW = Symbol('raw')

/** The JSON that an answer, or a row of a list in it, was read from, unknown members and all. */
export const rawOf = (read: object): unknown => Reflect.get(read, RAW)

export const isUnreadable = (row: unknown): row is UnreadableRow =>
  typeof row === 'object' && row !== null && 'kind' in row && row.kind === 'unreadable'

const readableOf = new WeakMap<object, readonly unknown[]>()
const NO_ROWS: readonly never[] = []

/**
 * The rows that could be read: the same array at every call, and `rows` itself where all could. A sum
 * over them must say that it lacks the others: see `unreadableRows`. None while there is no answer.
 */
export function readableRows<Row>(rows: Rows<Row> = NO_ROWS): readonly Row[] {
  let readable = readableOf.get(rows)
  if (!readable) {
    readable = rows.some(isUnreadable) ? rows.filter((row) => !isUnreadable(row)) : rows
    readableOf.set(rows, readable)
  }
  return readable as readonly Row[]
}

/** The rows that could not be read. */
export const unreadableRows = (rows: readonly unknown[] = NO_ROWS): readonly UnreadableRow[] =>
  rows.filter((row) => isUnreadable(row))

/** The values that are known. */
export const present = <T>(values: readonly (T | undefined)[]): T[] =>
  values.filter((value) => value !== undefined)

/**
 * Reads an answer. Forms are lenient: text or number, seconds or ISO 8601, an unknown word of an
 * enumeration and a pair of another form as their text. A decimal that is missing or wrong is unknown
 * by itself; another member that is missing or wrong makes its row unreadable, or the whole answer
 * where it is one entity. Each difference is counted as drift. Nothing is thrown.
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
  if (!isList) note(drift, 'an array', json)
  if (!rows) return { value: unreadable(schema, json), drift }
  const value = rows.map((row, index) => {
    const before = drift.length
    const read = readRow(schema.def.element, row, drift)
    nameNew(drift, before, `[${index}]`)
    return read
  })
  return { value: value as AnswerIn<S>, drift }
}

function readRow(schema: z.core.$ZodType, json: unknown, drift: Drift[]): unknown {
  const value = readerOf(schema)(json, drift)
  return value === UNREAD ? unreadable(schema, json) : keepRaw(value, json)
}

function unreadable(schema: z.core.$ZodType, json: unknown): UnreadableRow {
  return keepRaw({ kind: 'unreadable', id: idIn(schema, json), raw: json } as const, json)
}

/** The `uuid` first: an order of the history goes by it, and by its `id` only without one. */
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

/**
 * Reads a request that was written earlier or elsewhere, member by member: one that is missing or
 * wrong is `undefined`. Nothing is thrown.
 */
export function readParts<S extends z.ZodMiniType>(schema: S, json: unknown): Parts<z.output<S>> {
  const value = partsReaderOf(schema)(json, [])
  return keepRaw(known(value), json) as Parts<z.output<S>>
}

/** Not on every object within: there are forty of them to a row, and the row's own has theirs in it. */
function keepRaw<T>(value: T, json: unknown): T {
  return isObject(value) ? Object.defineProperty(value, RAW, { value: json }) : value
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What stands for a value that could not be read and that its row cannot do without. */
const UNREAD = Symbol('unread')

/** Notes what it did not expect by its path below itself: whatever holds it puts its own name before. */
type Reader = (json: unknown, drift: Drift[]) => unknown

/** How values of a schema are read, found out once: asking for every value took half as long again. */
const cached = (make: (schema: z.core.$ZodType) => Reader) => {
  const known = new WeakMap<z.core.$ZodType, Reader>()
  return (schema: z.core.$ZodType): Reader => {
    let found = known.get(schema)
    if (!found) known.set(schema, (found = make(schema)))
    return found
  }
}

/** Of answers: a row is read whole or not at all. */
const readerOf: (schema: z.core.$ZodType) => Reader = cached((schema) =>
  newReader(schema, readerOf, false),
)

/** Of requests: each member by itself. */
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

const known = (value: unknown): unknown => (value === UNREAD ? undefined : value)

/** A figure or a word of a form that cannot be read counts as left out; an object is needed whole. */
function optionalReader({ def: { innerType } }: z.ZodMiniOptional, of: ReaderOf): Reader {
  const inner = of(innerType)
  const isNullable = innerType instanceof z.ZodMiniNullable
  const isNeededWhole = isNested(innerType)
  return (json, drift) => {
    if (json === undefined || (json === null && !isNullable)) return undefined
    const value = inner(json, drift)
    return isNeededWhole ? value : known(value)
  }
}

const isNested = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodMiniNullable
    ? isNested(schema.def.innerType)
    : schema instanceof z.ZodMiniObject || schema instanceof z.ZodMiniArray

function arrayReader(schema: z.ZodMiniArray, of: ReaderOf, isInParts: boolean): Reader {
  const element = of(schema.def.element)
  return (json, drift) => {
    if (!Array.isArray(json)) return note(drift, 'an array', json)
    const values = json.map((row: unknown, index) => {
      const before = drift.length
      const value = element(row, drift)
      nameNew(drift, before, `[${index}]`)
      return keepRaw(isInParts ? known(value) : value, row)
    })
    return values.includes(UNREAD) ? UNREAD : values
  }
}

/** Some services put the list into an object of its own: `{"trades": […]}`. */
function wrappedRows(json: unknown): unknown[] | undefined {
  const members = typeof json === 'object' && json !== null ? Object.values(json) : []
  return members.length === 1 && Array.isArray(members[0]) ? members[0] : undefined
}

function membersReader({ shape }: z.ZodMiniObject, of: ReaderOf, isInParts: boolean): Reader {
  const members = Object.entries(shape).map(([name, member]) => [name, of(member)] as const)
  // A copy has all of its members from the start, which is faster than to add one by one.
  const unfilled = Object.fromEntries(members.map(([name]): [string, unknown] => [name, undefined]))
  return (json, drift) => {
    if (!isObject(json)) {
      note(drift, 'an object', json)
      // The members of what could not be read at all are not counted one by one.
      return isInParts ? { ...unfilled } : UNREAD
    }
    const value = { ...unfilled }
    let isWhole = true
    for (const [name, member] of members) {
      const before = drift.length
      const one = member(Object.hasOwn(json, name) ? json[name] : undefined, drift)
      if (drift.length > before) nameNew(drift, before, name)
      if (one === UNREAD) isWhole = false
      value[name] = known(one)
    }
    return isWhole || isInParts ? value : UNREAD
  }
}

/** Services do send exponents and fifty digits, which no request of ours may have. */
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
  const atOnce = atOnceBy(schema)
  return (json, drift) => {
    const value = atOnce(json)
    if (value !== undefined) return value
    const checked = z.safeDecode(schema as z.ZodMiniType, json)
    if (checked.success) return checked.data
    const expected = words ?? checked.error.issues[0]?.message ?? 'another value'
    note(drift, expected, json)
    return isText && typeof json === 'string' ? json : UNREAD
  }
}

/** Asking zod for each of ten thousand members was most of the time that a list took to read. */
function atOnceBy(schema: z.core.$ZodType): (json: unknown) => unknown {
  if (!(schema instanceof z.ZodMiniEnum)) return readerAtOnce(schema) ?? (() => undefined)
  const words = new Set<unknown>(schema.options)
  return (json) => (words.has(json) ? json : undefined)
}

function note(drift: Drift[], expected: string, got: unknown): typeof UNREAD {
  drift.push({ path: '', expected, got: describe(got) })
  return UNREAD
}

/** Paths are put together where something is wrong, and not for each of ten thousand members. */
function nameNew(drift: Drift[], from: number, name: string): void {
  if (drift.length === from) return
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
