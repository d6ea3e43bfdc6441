/**
 * Series to draw, in time order: epoch milliseconds with values. Typed arrays, because 50,000 point
 * objects would take four times the memory.
 */
export type Line = { readonly at: Float64Array; readonly value: Float64Array }

/** Distance to divide by; 1 if zero. */
export const spanOf = (from: number, to: number): number => (to === from ? 1 : to - from)

export type Point = { at: number; value: number }

export const lineOf = (points: readonly Point[]): Line => ({
  at: Float64Array.from(points, ({ at }) => at),
  value: Float64Array.from(points, ({ value }) => value),
})

/** Point at an index; −1 is the last. */
export function pointOf({ at, value }: Line, index: number): Point | undefined {
  const [instant, amount] = [at.at(index), value.at(index)]
  return instant === undefined || amount === undefined ? undefined : { at: instant, value: amount }
}

const partOf = ({ at, value }: Line, from: number, to?: number): Line => ({
  at: at.subarray(from, to),
  value: value.subarray(from, to),
})

/** Index of the nearest instant; −1 if there is none. */
export function nearestIndex(instants: Float64Array, at: number): number {
  const index = firstIndexFrom(instants, at)
  const after = instants[index]
  const before = instants[index - 1]
  if (after === undefined) return index - 1
  return before !== undefined && at - before < after - at ? index - 1 : index
}

/** Index of the last instant not after `at`; −1 if all are later. */
export const lastIndexUntil = (instants: Float64Array, at: number): number => {
  const index = firstIndexFrom(instants, at)
  return instants[index] === at ? index : index - 1
}

/** Index of the first instant not before `at`; the length if all are earlier. */
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

/** Facts about gaps besides the distances of points. */
export type Gaps = {
  /** Instants of points known to be missing, sorted. */
  missing: Float64Array
  /** In milliseconds. Points farther apart are joined only if most of them are. */
  farthest: number
}

/** An interval this many times the median is a gap. */
const UNUSUAL = 3
/** Beyond `farthest`, an interval this many times the median is a gap. */
const LONGER = 1.5
const MOST = 24
/** Minimum points for a usual interval. */
const FEW = 4

const NO_OTHERS: Gaps = { missing: new Float64Array(0), farthest: Number.POSITIVE_INFINITY }

/**
 * Splits a line at known missing points, and at intervals far above the median. Many such intervals
 * mean irregular points, which stay together.
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

/** Indexes of points after too long an interval. */
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
 * Reduces a line to the minimum and maximum of each pixel column, in order, so that spikes stay.
 * Keeps the first and last point.
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
