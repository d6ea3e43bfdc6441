import type { Point } from './decimate.ts'

/** An interval this many times the usual one is a gap: nobody knows what was between. */
const UNUSUAL = 3
const MOST = 24

/**
 * Takes a series apart where points are missing, judged by the median of its intervals. More than a
 * few parts are no line with gaps but points at odd times, and stay together.
 */
export function withoutGaps(points: readonly Point[]): readonly (readonly Point[])[] {
  if (points.length < 4) return [points]
  const steps = Float64Array.from(
    { length: points.length - 1 },
    (_, index) => (points[index + 1]?.at ?? 0) - (points[index]?.at ?? 0),
  )
  const median = steps.toSorted()[steps.length >> 1] ?? 0
  const cuts: number[] = []
  for (const [index, step] of steps.entries()) if (step > median * UNUSUAL) cuts.push(index + 1)
  if (cuts.length === 0 || cuts.length >= MOST || median <= 0) return [points]
  return [0, ...cuts].map((from, index) => points.slice(from, cuts[index]))
}
