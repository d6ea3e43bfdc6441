import { useDeferredValue } from 'react'

/** What stands above the rows and how high one is, both in px and rather too small. */
const ABOVE = 200
const ROW = 36

/** As many rows as fit the screen. */
const screenful = (): number => Math.ceil((innerHeight - ABOVE) / ROW)

type Shown<Row> = {
  /** The rows to draw now. */
  first: readonly Row[] | undefined
  /** How many are still to come: they want their room, so that nothing moves. */
  toCome: number
}

/**
 * A long list's first screenful at once, all of it right after, in a drawing that clicks and keys go
 * before. `list` says which list the rows are of: further answers for the same list are drawn whole,
 * and so are rows that only stand in until its own come, when it is `undefined`.
 */
export function useScreenfulFirst<Row>(
  rows: readonly Row[] | undefined,
  list: string | undefined,
): Shown<Row> {
  const drawn = useDeferredValue(rows && list, null)
  if (rows === undefined || list === undefined || drawn === list) return { first: rows, toCome: 0 }
  const count = Math.max(1, screenful())
  return { first: rows.slice(0, count), toCome: Math.max(0, rows.length - count) }
}
