import { NOISE_LIMIT, mix, noise, unit } from './noise.ts'
import type { Course } from './regimes.ts'

export type PricePath = ReturnType<typeof pricePath>

export type PathManner = {
  /** Standard deviation of the log return per second. */
  volatility: number
  marketShare: number
  pairSalt: number
  marketSalt: number
  course: Course
}

/** Block length 2^29 seconds (17 years); block 0 has the world's first second in its middle. */
const LEVELS = 29
const BLOCK = 2 ** LEVELS
const HALF_BLOCK = BLOCK / 2
/** Displacements stop growing beyond 48 days: prices stay around their level for years. */
const LONGEST_SWING = 2 ** 22
/** Calm and wild times alternate every 18 hours. */
const MOOD_LEVEL = LEVELS - 16
const CALM = 0.55
const WILD = 1.55

/**
 * The log price of a pair at any second, as a pure function: a Brownian bridge by midpoint
 * displacement. The middle of an interval is the mean of its ends plus noise that depends on its
 * position alone. Noise is bounded, so a price search visits only intervals that can contain the
 * price. Each block is one bridge with its own salts, between values shared with its neighbours.
 */
export function pricePath(manner: PathManner) {
  const { volatility, marketShare, pairSalt, marketSalt, course } = manner
  const ownShare = Math.sqrt(1 - marketShare * marketShare)
  const spread = new Float64Array(LEVELS)
  /** Bound of the distance from the line between the ends, summed over the deeper levels. */
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
  const marketJoint = mix(marketSalt ^ 0x6a6f69)
  const pairJoint = mix(pairSalt ^ 0x6a6f69)

  /** The cached block, and its salts. */
  let block = 0
  const marketNow = marketSalts.slice()
  const pairNow = pairSalts.slice()
  let moodNow = moodSalt

  /** Log price at the start of a block, which is the end of the previous one. */
  const jointAt = (index: number): number => {
    const level = course.at(startOf(index))
    if (index === 0 || index === 1) return level
    return (
      level +
      spread[0]! *
        (marketShare * noise(mix(marketJoint ^ index)) + ownShare * noise(mix(pairJoint ^ index)))
    )
  }

  function enter(next: number): void {
    if (next === block) return
    block = next
    const saltOf = (salt: number): number => (next === 0 ? salt : mix(salt ^ mix(next)))
    for (let level = 0; level < LEVELS; level++) {
      marketNow[level] = saltOf(marketSalts[level]!)
      pairNow[level] = saltOf(pairSalts[level]!)
    }
    moodNow = saltOf(moodSalt)
    lefts[0] = jointAt(next)
    rights[0] = jointAt(next + 1)
    known = 0
  }

  const moodAt = (level: number, index: number, above: number): number => {
    if (level !== MOOD_LEVEL) return above
    const draw = unit(mix(moodNow ^ index))
    return draw < 0.3 ? CALM : draw < 0.8 ? 1 : WILD
  }
  const room = (level: number, mood: number, bent: boolean): number =>
    reach[level]! * (level < MOOD_LEVEL ? WILD : mood) + (bent ? course.swing : 0)

  const middle = (level: number, index: number, l: number, r: number, mood: number): number =>
    (l + r) / 2 +
    spread[level]! *
      mood *
      (marketShare * noise(mix(marketNow[level]! ^ index)) +
        ownShare * noise(mix(pairNow[level]! ^ index)))

  /** Offset of the course at the middle of an interval from the mean of its ends. */
  const bend = (start: number, end: number): number =>
    course.at((start + end) / 2) - (course.at(start) + course.at(end)) / 2

  /** The intervals around the last read, one per level: neighbours share most of them. */
  const lefts = new Float64Array(LEVELS + 1)
  const rights = new Float64Array(LEVELS + 1)
  const moods = new Float64Array(LEVELS + 1).fill(1)
  const bents = new Uint8Array(LEVELS + 1).fill(1)
  lefts[0] = jointAt(0)
  rights[0] = jointAt(1)
  let place = 0
  let known = 0

  function descend(to: number, until: number): void {
    const shared = place === to ? LEVELS : Math.clz32(place ^ to) - (32 - LEVELS)
    const from = Math.min(shared, known)
    for (let level = from; level < until; level++) {
      const index = to >>> (LEVELS - level)
      const length = 2 ** (LEVELS - level)
      const start = startOf(block) + index * length
      const mood = moodAt(level, index, moods[level]!)
      const bent = bents[level] === 1 && course.isBent(start, start + length)
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
    enter(blockOf(second))
    descend(second - startOf(block), LEVELS)
    return lefts[LEVELS]!
  }

  /** Visits intervals that touch (`a`, `b`] until `enter` or `leaf` finds its target. */
  type Visit = {
    enter(l: number, r: number, room: number): boolean
    /** One second's value; true ends the walk. */
    leaf(second: number, value: number): boolean
    rightFirst(l: number, r: number): boolean
  }

  function walk(after: number, until: number, visit: Visit): void {
    for (let next = blockOf(after); startOf(next) < until; next++) {
      enter(next)
      const origin = startOf(next)
      const a = Math.max(after - origin, 0)
      if (walkBlock(a, Math.min(until - origin, BLOCK), origin, visit)) return
    }
  }

  function walkBlock(a: number, b: number, origin: number, visit: Visit): boolean {
    if (b <= a) return false
    const shared = a === b - 1 ? LEVELS : Math.clz32(a ^ (b - 1)) - (32 - LEVELS)
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
      if (level === LEVELS) return visit.leaf(origin + end, r)
      const mood = moodAt(level, index, above)
      const bent = wasBent && course.isBent(origin + start, origin + end)
      if (!visit.enter(l, r, room(level, mood, bent))) return false
      let value = middle(level, index, l, r, mood)
      if (bent) value += bend(origin + start, origin + end)
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
    return step(
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
    /** First second in (`after`, `until`] that `leaves`; skips intervals that cannot. */
    firstOutside(
      after: number,
      until: number,
      { low, high }: { low: number; high: number },
      leaves: (logPrice: number) => boolean,
    ): number | undefined {
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
    highest(from: number, to: number): number {
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
    lowest(from: number, to: number): number {
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

const blockOf = (second: number): number => Math.floor((second + HALF_BLOCK) / BLOCK)
const startOf = (block: number): number => block * BLOCK - HALF_BLOCK
