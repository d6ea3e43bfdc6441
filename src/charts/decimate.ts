/** One drawn point: an instant in epoch milliseconds and a number that exists only to be drawn. */
export type Point = { at: number; value: number }

/**
 * Thins a series (in time order) to at most two points a pixel column: the least and the greatest of
 * each, in their order, so that no spike is lost. The first and the last point always stay.
 */
export function decimate(points: readonly Point[], columns: number): readonly Point[] {
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last || columns < 2 || points.length <= 2 * columns) return points

  const span = last.at - first.at || 1
  const kept: Point[] = [first]
  let column = 0
  let low = first
  let high = first
  const close = () => {
    const [one, other] = low.at <= high.at ? [low, high] : [high, low]
    if (one !== kept.at(-1)) kept.push(one)
    if (other !== kept.at(-1)) kept.push(other)
  }
  for (const point of points) {
    const at = Math.min(columns - 1, Math.floor(((point.at - first.at) / span) * columns))
    if (at !== column) {
      close()
      column = at
      low = point
      high = point
    }
    if (point.value < low.value) low = point
    if (point.value > high.value) high = point
  }
  close()
  if (kept.at(-1) !== last) kept.push(last)
  return kept
}

/** The index of the point nearest in time; −1 for an empty series. */
export function nearestIndex(points: readonly Point[], at: number): number {
  const index = firstIndexFrom(points, at)
  const after = points[index]
  const before = points[index - 1]
  if (!after) return index - 1
  return before && at - before.at < after.at - at ? index - 1 : index
}

/** The index of the last point that is not later; −1 when all are. */
export const lastIndexUntil = (points: readonly Point[], at: number): number => {
  const index = firstIndexFrom(points, at)
  return points[index]?.at === at ? index : index - 1
}

/** The index of the first point that is not earlier; one beyond the last when all are. */
function firstIndexFrom(points: readonly Point[], at: number): number {
  let low = 0
  let high = points.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((points[middle]?.at ?? 0) < at) low = middle + 1
    else high = middle
  }
  return low
}

/** Only the points where a stepped series changes, and its last one. */
export const changes = (points: readonly Point[]): readonly Point[] =>
  points.filter(
    (point, index) => index === points.length - 1 || point.value !== points[index - 1]?.value,
  )
