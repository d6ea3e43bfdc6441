import { type Line, type Point, pointOf } from './line.ts'

/**
 * Thins a line to at most two points a pixel column: the least and the greatest of each, in their
 * order, so that no spike is lost. The first and the last point always stay.
 */
export function decimate(line: Line, columns: number): Point[] {
  const { at, value } = line
  const first = at[0] ?? 0
  const last = at.length - 1
  if (columns < 2 || at.length <= 2 * columns) return pointsAt(line, [...at.keys()])

  const span = (at[last] ?? 0) - first || 1
  const kept = [0]
  let column = 0
  let low = 0
  let high = 0
  const keep = (index: number) => {
    if (index !== kept.at(-1)) kept.push(index)
  }
  const close = () => {
    keep(Math.min(low, high))
    keep(Math.max(low, high))
  }
  for (let index = 0; index <= last; index += 1) {
    const place = Math.min(columns - 1, Math.floor((((at[index] ?? 0) - first) / span) * columns))
    if (place !== column) {
      close()
      column = place
      low = index
      high = index
    }
    const amount = value[index] ?? 0
    if (amount < (value[low] ?? 0)) low = index
    if (amount > (value[high] ?? 0)) high = index
  }
  close()
  keep(last)
  return pointsAt(line, kept)
}

/** Only the points where a stepped series changes, and its last one. */
export function changes(line: Line): Point[] {
  const { value } = line
  const kept = [...value.keys()].filter(
    (index) => index === value.length - 1 || value[index] !== value[index - 1],
  )
  return pointsAt(line, kept)
}

const pointsAt = (line: Line, indexes: readonly number[]): Point[] =>
  indexes.flatMap((index) => pointOf(line, index) ?? [])
