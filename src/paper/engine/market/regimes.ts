import { hash, unit } from './noise.ts'

/** A point of a piecewise linear course: second of its year, log price. */
export type Knot = readonly [second: number, value: number]

/** Course of the whole market without noise: log price per second. */
export type Course = {
  at(second: number): number
  /** Returns true if the course changes direction between two seconds. */
  isBent(start: number, end: number): boolean
  /** Bound of its distance from the line between any two of its points. */
  readonly swing: number
}

const HOUR = 3_600
const DAY = 24 * HOUR
/** Years count from the world's first second and have 365 days. */
export const YEAR = 365 * DAY

/** A long rise, a crash with half a recovery, a gap within a minute, a slow fall, and back. */
const FIRST_YEAR: readonly Knot[] = [
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

export type Years = { swing: number; knotsOf: (year: number) => readonly Knot[] }

/** Version 1 of the market: every year equals the first. */
export const equalYears: Years = { swing: 0.36, knotsOf: () => FIRST_YEAR }

/** Maximum distance of a drawn course from the market's level. */
const LIMIT = 0.42
/** Maximum distance of a year's start from that level. */
const YEAR_START = 0.2
/** Latest start of a year's last episode, which ends 25 days before the year does. */
const LAST_START = 260 * DAY

/** Version 2 of the market: later years have rises, falls, crashes and gaps drawn from the seed. */
export function drawnYears(seed: number): Years {
  const salt = hash(seed, 0x79656172, 3)
  const startOf = (year: number): number =>
    year === 0 || year === 1 ? 0 : (unit(hash(salt, year, 0)) * 2 - 1) * YEAR_START
  return {
    swing: 2 * LIMIT,
    knotsOf: (year) => (year === 0 ? FIRST_YEAR : drawnYear(salt, year, startOf(year))),
  }
}

function drawnYear(salt: number, year: number, start: number): Knot[] {
  let draws = 0
  const draw = (from: number, to: number): number =>
    from + unit(hash(salt, year, ++draws)) * (to - from)
  const knots: Knot[] = [[0, start]]
  const latest = (): Knot => knots.at(-1)!
  const go = (seconds: number, move: number): void => {
    const [second, level] = latest()
    knots.push([second + Math.round(seconds), Math.max(-LIMIT, Math.min(LIMIT, level + move))])
  }

  // The demo of a new world ends on the first day of year 1, which continues as year 0 began.
  if (year === 1) go(40 * DAY, 0.02)
  else go(draw(10, 40) * DAY, draw(-0.02, 0.02))
  while (latest()[0] < LAST_START) {
    // The higher the market, the sooner it falls.
    const isUp = draw(-0.5, 0.5) > latest()[1]
    const kind = draw(0, 1)
    if (kind < 0.25) go(draw(25, 60) * DAY, draw(-0.02, 0.02))
    else if (kind < 0.75) go(draw(30, 80) * DAY, isUp ? draw(0.08, 0.3) : draw(-0.26, -0.08))
    else {
      if (kind < 0.87) go(60, isUp ? draw(0.02, 0.05) : draw(-0.05, -0.02))
      else if (isUp) go(draw(1, 4) * DAY, draw(0.06, 0.15))
      else {
        const fall = draw(0.12, 0.35)
        go(draw(2, 12) * HOUR, -fall)
        go(draw(6, 36) * HOUR, fall * draw(0.2, 0.6))
      }
      go(draw(5, 25) * DAY, draw(-0.01, 0.01))
    }
  }
  return knots
}

/** Cached years: a search or a page of candles needs a few. */
const KEPT_YEARS = 64

/** The course of all years, scaled by a pair's correlation. */
export function courseOf({ swing, knotsOf }: Years, scale: number): Course {
  const kept = new Map<number, readonly Knot[]>()
  const scaled = (year: number): readonly Knot[] => {
    const known = kept.get(year)
    if (known) return known
    const knots = knotsOf(year).map(([second, value]) => [second, value * scale] as const)
    if (kept.size >= KEPT_YEARS) kept.clear()
    kept.set(year, knots)
    return knots
  }
  const after = (year: number, knots: readonly Knot[], index: number): Knot =>
    knots[index + 1] ?? [YEAR, scaled(year + 1)[0]![1]]

  return {
    swing: swing * scale,
    at(absolute) {
      const year = Math.floor(absolute / YEAR)
      const second = absolute - year * YEAR
      const knots = scaled(year)
      const index = indexAt(knots, second)
      const [from, start] = knots[index]!
      const [to, end] = after(year, knots, index)
      return start + ((end - start) * (second - from)) / (to - from)
    },
    isBent(start, end) {
      const year = Math.floor(start / YEAR)
      const knots = scaled(year)
      const next = after(year, knots, indexAt(knots, start - year * YEAR))
      return year * YEAR + next[0] < end
    },
  }
}

/** The last knot at or before a second of its year. */
function indexAt(knots: readonly Knot[], second: number): number {
  let low = 0
  let high = knots.length - 1
  while (low < high) {
    const mid = (low + high + 1) >> 1
    if (knots[mid]![0] <= second) low = mid
    else high = mid - 1
  }
  return low
}
