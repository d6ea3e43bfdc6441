import { type Line, lastIndexUntil, partOf } from './line.ts'

/** What else tells of a gap than the distances of the points themselves. */
export type Gaps = {
  /** The moments of points that are known to be missing, in order. */
  missing: Float64Array
  /** Points farther apart, in milliseconds, are joined only where most of them lie that far apart. */
  farthest: number
}

/** An interval this many times the usual one is a gap: nobody knows what was between. */
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
