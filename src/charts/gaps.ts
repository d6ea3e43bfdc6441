import { type Line, partOf } from './line.ts'

/** An interval this many times the usual one is a gap: nobody knows what was between. */
const UNUSUAL = 3
const MOST = 24

/**
 * Takes a line apart where points are missing, judged by the median of its intervals. More than a
 * few parts are no line with gaps but points at odd times, and stay together.
 */
export function withoutGaps(line: Line): readonly Line[] {
  const { at } = line
  if (at.length < 4) return [line]
  const steps = at.subarray(1).map((instant, index) => instant - (at[index] ?? 0))
  const median = steps.toSorted()[steps.length >> 1] ?? 0
  const cuts: number[] = []
  steps.forEach((step, index) => {
    if (step > median * UNUSUAL) cuts.push(index + 1)
  })
  if (cuts.length === 0 || cuts.length >= MOST || median <= 0) return [line]
  return [0, ...cuts].map((from, index) => partOf(line, from, cuts[index]))
}
