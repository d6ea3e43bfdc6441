/** A point of a piecewise linear course: seconds since the world's first moment, log price. */
export type Knot = readonly [second: number, value: number]

const HOUR = 3_600
const DAY = 24 * HOUR
const YEAR = 365 * DAY

/**
 * What the whole market goes through every year, counted from the world's first day: a long rise,
 * a crash with half a recovery, a gap over a minute, a slow fall, and back to where it began.
 */
const YEARLY: readonly Knot[] = [
  [0, 0],
  [40 * DAY, 0.02],
  [85 * DAY, 0.24],
  [118 * DAY, 0.2],
  [118 * DAY + 5 * HOUR, -0.12],
  [119 * DAY, -0.08],
  [150 * DAY, 0.02],
  [204 * DAY + 3 * HOUR, 0.06],
  [204 * DAY + 3 * HOUR + 60, 0.1],
  [260 * DAY, 0.12],
  [300 * DAY, -0.06],
  [340 * DAY, 0.01],
]

/** How far the course of a year swings at the most. */
export const SWING = 0.36

/** The course of every year from `from` to `to` seconds, scaled by how much of it a pair takes part in. */
export function courseOfYears(from: number, to: number, scale: number): Knot[] {
  const knots: Knot[] = []
  for (let year = Math.floor(from / YEAR); year * YEAR <= to; year++) {
    for (const [second, value] of YEARLY) knots.push([year * YEAR + second, value * scale])
  }
  return knots
}
