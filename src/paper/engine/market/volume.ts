import { hash, unit } from './noise.ts'
import type { PricePath } from './price-path.ts'

const HOUR = 3_600
const MINUTE = 60

/** Activity of an hour relative to the mean, and the share of each minute. */
export type Flow = {
  hour: (hour: number) => number
  minute: (minute: number) => number
}

/** Version 1 of the market: random volume, independent of the price. */
export const evenFlow = (salt: number): Flow => ({
  hour: (hour) => {
    const busy = unit(hash(salt, 0x766f, hour))
    return 0.35 + busy * busy * 2
  },
  minute: (minute) => 0.5 + unit(hash(salt, 0x6d69, minute)),
})

/** Share of the mean volume while the price stands still. */
const AT_REST = 0.4
/** Mean of |x| for x ~ N(0, 1). */
const MEAN_MOVE = Math.sqrt(2 / Math.PI)

/**
 * Version 2 of the market: V = V̄ · u · (0.4 + 0.6 · |r| ÷ E|r|), with r the log return, E|r| its
 * mean at the pair's volatility, and u drawn from [0.5, 1.5). Linear in |r| as in J. M. Karpoff,
 * "The relation between price changes and trading volume: a survey", Journal of Financial and
 * Quantitative Analysis 22 (1987), 109–126.
 */
export function flowOfMoves(salt: number, path: PricePath, volatility: number): Flow {
  const flowIn = (kind: number, length: number) => {
    const usual = volatility * Math.sqrt(length) * MEAN_MOVE
    // Stretches are read in order, each from the end of the last.
    let knownAt = Number.NaN
    let known = 0
    return (index: number): number => {
      const start = knownAt === index ? known : path.at(index * length)
      knownAt = index + 1
      known = path.at(knownAt * length)
      const move = Math.abs(known - start)
      const draw = 0.5 + unit(hash(salt, kind, index))
      return draw * (AT_REST + ((1 - AT_REST) * move) / usual)
    }
  }
  return { hour: flowIn(0x766f, HOUR), minute: flowIn(0x6d69, MINUTE) }
}

const KEPT_HOURS = 64
const KEPT_PARTS = 8

function kept<T>(most: number, make: (hour: number) => T): (hour: number) => T {
  const known = new Map<number, T>()
  return (hour) => {
    const found = known.get(hour)
    if (found !== undefined) return found
    if (known.size >= most) known.clear()
    const made = make(hour)
    known.set(hour, made)
    return made
  }
}

/** Volume of a span: whole hours by their flow, parts by minutes, so that parts add up. */
export function volumeBetween(hourly: number, flow: Flow): (from: number, to: number) => number {
  const flowOf = kept(KEPT_HOURS, flow.hour)
  /** Cumulative share of an hour's volume up to each minute. */
  const upToMinute = kept(KEPT_PARTS, (hour) => {
    const upTo = new Float64Array(HOUR / MINUTE + 1)
    for (let index = 0; index < MINUTE; index++) {
      upTo[index + 1] = upTo[index]! + flow.minute(hour * MINUTE + index)
    }
    return upTo
  })

  function shareOfHour(hour: number, from: number, to: number): number {
    if (to - from === HOUR) return 1
    const upTo = upToMinute(hour)
    const before = (second: number): number => {
      const minutes = Math.floor(second / MINUTE)
      const [start, end] = [upTo[minutes]!, upTo[minutes + 1] ?? 0]
      const covered = second - minutes * MINUTE
      return covered === 0 ? start : start + ((end - start) * covered) / MINUTE
    }
    return (before(to - hour * HOUR) - before(from - hour * HOUR)) / upTo[MINUTE]!
  }

  return (from, to) => {
    let total = 0
    let at = from
    while (at < to) {
      const hour = Math.floor(at / HOUR)
      const end = Math.min(to, (hour + 1) * HOUR)
      total += hourly * flowOf(hour) * shareOfHour(hour, at, end)
      at = end
    }
    return total
  }
}
