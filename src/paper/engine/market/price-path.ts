import { NOISE_LIMIT, mix, noise, unit } from './noise.ts'
import type { Knot } from './regimes.ts'

/** The log price of one pair at every second, as a pure function: any second can be asked for. */
export type PricePath = {
  at(second: number): number
  /** The first second in (`after`, `until`] that `leaves`; looked for only where the price can be outside the bounds. */
  firstOutside(
    after: number,
    until: number,
    bounds: { low: number; high: number },
    leaves: (logPrice: number) => boolean,
  ): number | undefined
  highest(from: number, to: number): number
  lowest(from: number, to: number): number
}

export type PathManner = {
  /** Standard deviation of a second's log return. */
  volatility: number
  /** Correlation with the whole market. */
  marketShare: number
  pairSalt: number
  marketSalt: number
  course: readonly Knot[]
  /** How far the course can be from the line between any two of its points. */
  swing: number
}

/** The path spans 2^29 seconds (17 years), the world's first second in its middle. */
const LEVELS = 29
export const HALF_SPAN = 2 ** (LEVELS - 1)
/** Beyond 48 days displacements grow no further: prices wander around their level for years. */
const LONGEST_SWING = 2 ** 22
/** Calm and wild times alternate in stretches of 18 hours. */
const MOOD_LEVEL = LEVELS - 16
const CALM = 0.55
const WILD = 1.55

/**
 * A Brownian bridge by midpoint displacement: the value in the middle of an interval is the mean of
 * its ends plus noise that the interval's place alone decides. Noise is bounded, so the path inside
 * an interval is too, and a search for a price looks only where that price can be.
 */
export function pricePath(manner: PathManner): PricePath {
  const { volatility, marketShare, pairSalt, marketSalt, course, swing } = manner
  const ownShare = Math.sqrt(1 - marketShare * marketShare)
  const spread = new Float64Array(LEVELS)
  /** How far all levels from here on can carry the path away from the line between its ends. */
  const reach = new Float64Array(LEVELS + 1)
  const marketSalts = new Int32Array(LEVELS)
  const pairSalts = new Int32Array(LEVELS)
  for (let level = LEVELS - 1; level >= 0; level--) {
    const span = Math.min(2 ** (LEVELS - level), LONGEST_SWING)
    spread[level] = (volatility * Math.sqrt(span)) / 2
    reach[level] = reach[level + 1]! + spread[level]! * NOISE_LIMIT * (marketShare + ownShare)
    marketSalts[level] = mix(mix(marketSalt) ^ level)
    pairSalts[level] = mix(mix(pairSalt) ^ level)
  }
  const moodSalt = mix(marketSalt ^ 0x51ed27)

  const moodAt = (level: number, index: number, above: number): number => {
    if (level !== MOOD_LEVEL) return above
    const draw = unit(mix(moodSalt ^ index))
    return draw < 0.3 ? CALM : draw < 0.8 ? 1 : WILD
  }
  const room = (level: number, mood: number, bent: boolean): number =>
    reach[level]! * (level < MOOD_LEVEL ? WILD : mood) + (bent ? swing : 0)

  const middle = (level: number, index: number, l: number, r: number, mood: number): number =>
    (l + r) / 2 +
    spread[level]! *
      mood *
      (marketShare * noise(mix(marketSalts[level]! ^ index)) +
        ownShare * noise(mix(pairSalts[level]! ^ index)))

  /** What the course adds in the middle of an interval, beyond the mean of its ends. */
  const bend = (start: number, end: number): number =>
    courseAt(course, (start + end) / 2) - (courseAt(course, start) + courseAt(course, end)) / 2
  const isBent = (start: number, end: number): boolean => {
    const next = course[segmentOf(course, start) + 1]
    return next !== undefined && next[0] < end
  }

  /** The intervals around the place asked for last, one a level: neighbours share most of them. */
  const lefts = new Float64Array(LEVELS + 1)
  const rights = new Float64Array(LEVELS + 1)
  const moods = new Float64Array(LEVELS + 1).fill(1)
  const bents = new Uint8Array(LEVELS + 1).fill(1)
  lefts[0] = courseAt(course, -HALF_SPAN)
  rights[0] = courseAt(course, HALF_SPAN)
  let place = 0
  let known = 0

  function descend(to: number, until: number): void {
    // What is kept serves every later question: a place beyond the path would spoil all of them.
    if (!(to >= 0 && to < 2 ** LEVELS))
      throw new RangeError('the price path ends before this second')
    const shared = place === to ? LEVELS : Math.clz32(place ^ to) - (32 - LEVELS)
    const from = Math.min(shared, known)
    for (let level = from; level < until; level++) {
      const index = to >>> (LEVELS - level)
      const length = 2 ** (LEVELS - level)
      const start = index * length - HALF_SPAN
      const mood = moodAt(level, index, moods[level]!)
      const bent = bents[level] === 1 && isBent(start, start + length)
      let value = middle(level, index, lefts[level]!, rights[level]!, mood)
      if (bent) value += bend(start, start + length)
      const goesRight = ((to >>> (LEVELS - level - 1)) & 1) === 1
      lefts[level + 1] = goesRight ? value : lefts[level]!
      rights[level + 1] = goesRight ? rights[level]! : value
      moods[level + 1] = mood
      bents[level + 1] = bent ? 1 : 0
    }
    place = to
    known = Math.max(from, until)
  }

  function at(second: number): number {
    descend(second + HALF_SPAN, LEVELS)
    return lefts[LEVELS]!
  }

  /** Visits the intervals that touch (`a`, `b`], until `enter` or `leaf` has found what it looks for. */
  type Visit = {
    enter(l: number, r: number, room: number): boolean
    /** One second's value; true ends the walk. */
    leaf(second: number, value: number): boolean
    rightFirst(l: number, r: number): boolean
  }

  function walk(after: number, until: number, visit: Visit): void {
    const a = after + HALF_SPAN
    const b = Math.min(until + HALF_SPAN, 2 ** LEVELS - 1)
    if (b <= a) return
    const shared = Math.clz32(a ^ b) - (32 - LEVELS)
    descend(a, shared)

    function step(
      level: number,
      index: number,
      l: number,
      r: number,
      above: number,
      wasBent: boolean,
    ): boolean {
      const length = 2 ** (LEVELS - level)
      const start = index * length
      const end = start + length
      if (end <= a || start >= b) return false
      if (level === LEVELS) return visit.leaf(end - HALF_SPAN, r)
      const mood = moodAt(level, index, above)
      const bent = wasBent && isBent(start - HALF_SPAN, end - HALF_SPAN)
      if (!visit.enter(l, r, room(level, mood, bent))) return false
      let value = middle(level, index, l, r, mood)
      if (bent) value += bend(start - HALF_SPAN, end - HALF_SPAN)
      if (visit.rightFirst(l, r)) {
        return (
          step(level + 1, index * 2 + 1, value, r, mood, bent) ||
          step(level + 1, index * 2, l, value, mood, bent)
        )
      }
      return (
        step(level + 1, index * 2, l, value, mood, bent) ||
        step(level + 1, index * 2 + 1, value, r, mood, bent)
      )
    }
    step(
      shared,
      a >>> (LEVELS - shared),
      lefts[shared]!,
      rights[shared]!,
      moods[shared]!,
      bents[shared] === 1,
    )
  }

  return {
    at,
    firstOutside(after, until, { low, high }, leaves) {
      let found: number | undefined
      walk(after, until, {
        enter: (l, r, room) => Math.max(l, r) + room >= high || Math.min(l, r) - room <= low,
        leaf: (second, value) => {
          if (leaves(value)) found = second
          return found !== undefined
        },
        rightFirst: () => false,
      })
      return found
    },
    highest(from, to) {
      let best = at(from)
      walk(from, to, {
        enter: (l, r, room) => Math.max(l, r) + room > best,
        leaf: (_, value) => {
          if (value > best) best = value
          return false
        },
        rightFirst: (l, r) => r > l,
      })
      return best
    },
    lowest(from, to) {
      let best = at(from)
      walk(from, to, {
        enter: (l, r, room) => Math.min(l, r) - room < best,
        leaf: (_, value) => {
          if (value < best) best = value
          return false
        },
        rightFirst: (l, r) => r < l,
      })
      return best
    },
  }
}

/** The last knot at or before a second. */
function segmentOf(course: readonly Knot[], second: number): number {
  let low = 0
  let high = course.length - 1
  while (low < high) {
    const mid = (low + high + 1) >> 1
    if (course[mid]![0] <= second) low = mid
    else high = mid - 1
  }
  return low
}

function courseAt(course: readonly Knot[], second: number): number {
  const i = segmentOf(course, second)
  const [from, start] = course[i]!
  const next = course[i + 1]
  if (!next) return start
  return start + ((next[1] - start) * (second - from)) / (next[0] - from)
}
