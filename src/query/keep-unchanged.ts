import { rawOf } from '#contract/read.ts'

/**
 * A new answer in which every row that came as before is the very object it was, and so is the whole
 * list when none changed: what is drawn from such a row need not be drawn again.
 */
export function keepUnchanged(before: unknown, after: unknown): unknown {
  if (!Array.isArray(before) || !Array.isArray(after)) return kept(before, after)
  const rows = after as unknown[]
  const former = new Map<unknown, unknown>(
    before.map((row: unknown, index) => [nameOf(row, index), row]),
  )
  const next = rows.map((row, index) => kept(former.get(nameOf(row, index)), row))
  const isSame = next.length === before.length && next.every((row, index) => row === before[index])
  return isSame ? before : next
}

/** By what a row is found again: its id, or else its place. */
const nameOf = (row: unknown, index: number): unknown =>
  (isObject(row) ? (row['id'] ?? row['uuid']) : undefined) ?? `place ${index}`

/** Reading is a function of the JSON alone, so the same JSON is the same row. */
function kept(before: unknown, after: unknown): unknown {
  if (!isObject(before) || !isObject(after)) return after
  const [formerRaw, raw] = [rawOf(before), rawOf(after)]
  if (raw === undefined) return after
  if (sharing(formerRaw, raw) === formerRaw) return before
  sharing(before, after)
  return after
}

/**
 * What came, with everything within that came before as the very thing it was. A page holds the
 * answer before as well, and the rows of both often differ in a price alone.
 */
function sharing(before: unknown, after: unknown): unknown {
  // Of equal texts one is kept.
  if (!isObject(before) || !isObject(after)) return Object.is(before, after) ? before : after
  const names = Object.keys(after)
  let isSame =
    Array.isArray(before) === Array.isArray(after) &&
    names.length === Object.keys(before).length &&
    isSameJson(rawOf(before), rawOf(after))
  for (const name of names) {
    if (Object.hasOwn(before, name)) after[name] = sharing(before[name], after[name])
    isSame &&= Object.hasOwn(before, name) && Object.is(before[name], after[name])
  }
  return isSame ? before : after
}

export function isSameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return false
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isSameJson(a[name], b[name]))
  )
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
