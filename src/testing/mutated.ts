import fc from 'fast-check'

/** What a careless or a hostile sender puts where something else belongs. */
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
