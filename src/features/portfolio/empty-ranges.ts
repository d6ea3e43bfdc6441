import { type NamedRange, RANGES, rangeStart } from './range.ts'

/** A balance history as it was read: from where, when, and the instants of its points in order. */
export type Known = { from: number; readAt: number; instants: Float64Array }

export type WhyEmpty = { kind: 'nothing' } | { kind: 'within-shorter'; begins: number }

/**
 * The named ranges that would show nothing, or nothing that a shorter one does not, as far as what
 * was read tells: of a range that reaches back further than anything read, nothing is known.
 */
export function emptyRanges(known: readonly Known[]): ReadonlyMap<NamedRange, WhyEmpty> {
  const empty = new Map<NamedRange, WhyEmpty>()
  for (const [index, range] of RANGES.entries()) {
    if (range === 'all') continue
    const shorter = RANGES[index - 1]
    for (const { from, readAt, instants } of known) {
      const start = rangeStart(range, readAt)
      if (from > start) continue
      const begins = instants[0]
      if (begins === undefined || (instants.at(-1) ?? begins) < start) {
        empty.set(range, { kind: 'nothing' })
      } else if (shorter !== undefined && begins > rangeStart(shorter, readAt)) {
        empty.set(range, { kind: 'within-shorter', begins })
      }
    }
  }
  return empty
}
