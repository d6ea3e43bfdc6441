import fc from 'fast-check'

/** Values that a careless or hostile sender puts in the wrong place. */
const STRANGE: readonly unknown[] = [
  null,
  true,
  'true',
  '',
  ' ',
  0,
  -0,
  -1,
  1e21,
  1e-9,
  2 ** 53,
  '1e400',
  'NaN',
  'Infinity',
  '-',
  '0x10',
  '9'.repeat(30),
  '9'.repeat(60),
  '1.23456789012345678901',
  '0.000000000000000000000001',
  `0.${'1'.repeat(60)}`,
  '-0.00',
  '２',
  '\u0000',
  '2026-02-31',
  'a'.repeat(1000),
  [],
  [[]],
  {},
  { value: {} },
  [null],
  { toString: 1, valueOf: 2, length: -1 },
]

type Path = (string | number)[]

/** The value with one to four places replaced, left out or added to. */
export const mutated = (json: unknown): fc.Arbitrary<unknown> =>
  fc
    .array(fc.tuple(fc.nat(), fc.constantFrom('replace', 'remove', 'add', 'repeat'), strange), {
      minLength: 1,
      maxLength: 4,
    })
    .map((changes) =>
      changes.reduce((value, [place, change, other]) => {
        const paths = pathsOf(value)
        return changed(value, paths[place % paths.length] ?? [], change, other)
      }, json),
    )

const strange = fc.oneof(fc.constantFrom(...STRANGE), fc.jsonValue({ maxDepth: 2 }))

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? Array.from(value.entries())
    : Object.entries(value)
  return [path, ...entries.flatMap(([name, member]) => pathsOf(member, [...path, name]))]
}

function changed(value: unknown, path: Path, change: string, other: unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined) return change === 'repeat' ? [value, value] : other
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) => {
      if (index !== name) return [item]
      if (rest.length > 0) return [changed(item, rest, change, other)]
      return (
        { replace: [other], remove: [], add: [item, other], repeat: [item, item] }[change] ?? []
      )
    })
  }
  const members = { ...(value as Record<string, unknown>) }
  if (rest.length > 0 || change === 'repeat') {
    members[name] = changed(members[name], rest, change, other)
  } else if (change === 'remove') delete members[name]
  else if (change === 'add') members[`${name}_new`] = other
  else members[name] = other
  return members
}

type Row = Record<string, unknown>

const isId = (name: string): boolean => name === 'id' || name === 'uuid'

const isAmount = (value: unknown): boolean =>
  (typeof value === 'number' && value !== 0) ||
  (typeof value === 'string' && /^-?\d+\.\d+$/.test(value))

/** Every member but the id. */
const members = (row: Row, change: (value: unknown) => unknown): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, isId(name) ? value : change(value)]),
  )

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const amounts = (row: Row, other: unknown): Row =>
  members(row, (value) => (isRow(value) ? amounts(value, other) : isAmount(value) ? other : value))

/** Rows as a careless service changes them. */
export const ROW_FAULTS: readonly { name: string; of: (row: Row) => Row }[] = [
  { name: 'no id', of: ({ id: _id, uuid: _uuid, ...rest }) => rest },
  {
    name: 'no status',
    of: ({ status: _status, status_string: _text, is_enabled: _isOn, ...rest }) => rest,
  },
  { name: 'amounts that are null', of: (row) => amounts(row, null) },
  { name: 'amounts of a wrong type', of: (row) => amounts(row, [true]) },
  { name: 'nested junk', of: (row) => members(row, (value) => ({ value: { value: [value] } })) },
  { name: 'nothing but its id', of: (row) => members(row, () => undefined) },
  { name: 'huge digits', of: (row) => amounts(row, '9'.repeat(60)) },
]

/** The JSON with other figures in place of zeros, so that a zero on a page was made up there. */
export const withoutZeros = (json: unknown): unknown =>
  JSON.parse(
    JSON.stringify(json ?? null, (_name, value: unknown) => {
      if (value === 0) return 3
      return typeof value === 'string' && /^-?0*(\.0*)?$/.test(value) ? '3.5' : value
    }),
  )

export type Mutation = 'named faults' | 'random changes' | 'another list'
export const MUTATIONS: readonly Mutation[] = ['named faults', 'random changes', 'another list']

const sample = (values: fc.Arbitrary<unknown>, seed: number): unknown =>
  fc.sample(values, { numRuns: 1, seed })[0]

/** A whole answer, each of its rows changed by itself; another one for each `seed`. */
export function mutatedAnswer(json: unknown, mutation: Mutation, seed: number): unknown {
  const faultOf = (row: unknown, index: number): unknown =>
    isRow(row) ? ROW_FAULTS[(seed + index) % ROW_FAULTS.length]?.of(row) : row
  const answer = withoutZeros(json)
  if (!Array.isArray(answer)) {
    return mutation === 'named faults' ? faultOf(answer, 0) : sample(mutated(answer), seed)
  }
  const rows = answer as unknown[]
  if (mutation === 'named faults') return rows.map(faultOf)
  if (mutation === 'random changes') {
    return rows.map((row, index) => sample(mutated(row), seed * 1_000 + index))
  }
  const lists = [[], rows.slice(0, 1), [...rows, ...rows], rows.toReversed()]
  return lists[seed % 8] ?? sample(mutated(rows), seed)
}

/** So many rows, each with an id of its own. */
export const repeatedRows = (json: unknown, count: number): unknown =>
  Array.isArray(json) && json.length > 0
    ? Array.from({ length: count }, (_, index) => {
        const row = (json as Row[])[index % json.length] ?? {}
        const { id } = row
        const isTwin = index >= json.length && typeof id === 'number'
        return isTwin ? { ...row, id: id + 1_000_000 * index } : row
      })
    : json
