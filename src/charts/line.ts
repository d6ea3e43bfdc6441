/**
 * A series as it is drawn, in time order: instants in epoch milliseconds, and beside each a number that
 * exists only to be drawn. Columns of doubles: an object for each of 50,000 points takes four times the
 * memory.
 */
export type Line = { readonly at: Float64Array; readonly value: Float64Array }

/** From one number to another one, to divide by: 1 where they are the same. */
export const spanOf = (from: number, to: number): number => (to === from ? 1 : to - from)

export type Point = { at: number; value: number }

export const lineOf = (points: readonly Point[]): Line => ({
  at: Float64Array.from(points, ({ at }) => at),
  value: Float64Array.from(points, ({ value }) => value),
})

/** The point at an index; −1 is the last one. */
export function pointOf({ at, value }: Line, index: number): Point | undefined {
  const [instant, amount] = [at.at(index), value.at(index)]
  return instant === undefined || amount === undefined ? undefined : { at: instant, value: amount }
}

/** A part of a line, which it shares its memory with. */
const partOf = ({ at, value }: Line, from: number, to?: number): Line => ({
  at: at.subarray(from, to),
  value: value.subarray(from, to),
})

/** The index of the instant nearest to another; −1 where there is none. */
export function nearestIndex(instants: Float64Array, at: number): number {
  const index = firstIndexFrom(instants, at)
  const after = instants[index]
  const before = instants[index - 1]
  if (after === undefined) return index - 1
  return before !== undefined && at - before < after - at ? index - 1 : index
}

/** The index of the last instant that is not later; −1 when all are. */
export const lastIndexUntil = (instants: Float64Array, at: number): number => {
  const index = firstIndexFrom(instants, at)
  return instants[index] === at ? index : index - 1
}

/** The index of the first instant that is not earlier; one beyond the last when all are. */
function firstIndexFrom(instants: Float64Array, at: number): number {
  let low = 0
  let high = instants.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((instants[middle] ?? 0) < at) low = middle + 1
    else high = middle
  }
  return low
}

/** What is known of gaps besides the distances of the points themselves. */
export type Gaps = {
  /** The moments of points that are known to be missing, in order. */
  missing: Float64Array
  /** Points farther apart, in milliseconds, are joined only where most of them lie that far apart. */
  farthest: number
}

/** An interval this many times the usual one is a gap: what was between is unknown. */
const UNUSUAL = 3
/** One longer than `farthest` is when it is longer than the usual one at all. */
const LONGER = 1.5
const MOST = 24
/** Fewer points have no usual interval. */
const FEW = 4

const NO_OTHERS: Gaps = { missing: new Float64Array(0), farthest: Number.POSITIVE_INFINITY }

/**
 * Takes a line apart where points are missing: where they are known to be, and where an interval is
 * far longer than the median one. More than a few of the latter are no line with gaps but points at
 * odd times, and stay together.
 */
export function withoutGaps(line: Line, { missing, farthest }: Gaps = NO_OTHERS): readonly Line[] {
  const { at } = line
  if (at.length < 2) return [line]
  const cuts = new Set(longSteps(at, farthest))
  for (const instant of missing) {
    const after = lastIndexUntil(at, instant) + 1
    if (after > 0 && after < at.length) cuts.add(after)
  }
  if (cuts.size === 0) return [line]
  const ordered = [...cuts].toSorted((a, b) => a - b)
  return [0, ...ordered].map((from, index) => partOf(line, from, ordered[index]))
}

/** The indexes of the points that come after too long an interval. */
function longSteps(at: Float64Array, farthest: number): number[] {
  const steps = at.subarray(1).map((instant, index) => instant - (at[index] ?? 0))
  const median = steps.toSorted()[steps.length >> 1] ?? 0
  const limit =
    at.length < FEW ? farthest : Math.min(median * UNUSUAL, Math.max(farthest, median * LONGER))
  const cuts: number[] = []
  steps.forEach((step, index) => {
    if (step > limit) cuts.push(index + 1)
  })
  return cuts.length >= MOST || median <= 0 ? [] : cuts
}

/**
 * Thins a line to at most two points a pixel column: the least and the greatest of each, in their
 * order, so that no spike is lost. The first and the last point always stay.
 */
export function decimate(line: Line, columns: number): Point[] {
  const { at, value } = line
  const first = at[0] ?? 0
  const last = at.length - 1
  if (columns < 2 || at.length <= 2 * columns) return pointsAt(line, [...at.keys()])

  const span = spanOf(first, at[last] ?? 0)
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

const pointsAt = (line: Line, indexes: readonly number[]): Point[] =>
  indexes.flatMap((index) => pointOf(line, index) ?? [])
