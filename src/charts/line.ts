/**
 * A series as it is drawn, in time order: instants in epoch milliseconds, and beside each a number that
 * exists only to be drawn. Columns of doubles: an object for each of 50,000 points takes four times the
 * memory.
 */
export type Line = { readonly at: Float64Array; readonly value: Float64Array }

export type Point = { at: number; value: number }

export const lineOf = (points: readonly Point[]): Line => ({
  at: Float64Array.from(points, ({ at }) => at),
  value: Float64Array.from(points, ({ value }) => value),
})

/** The point at an index; −1 is the last one. */
export function pointOf({ at, value }: Line, index: number): Point | undefined {
  const [instant, amount] = [at.at(index), value.at(index)]
  return instant === undefined || amount === undefined ? undefined : { at: instant, value: amount }
}

/** A part of a line, which it shares its memory with. */
export const partOf = ({ at, value }: Line, from: number, to?: number): Line => ({
  at: at.subarray(from, to),
  value: value.subarray(from, to),
})

/** The index of the instant nearest to another; −1 where there is none. */
export function nearestIndex(instants: Float64Array, at: number): number {
  const index = firstIndexFrom(instants, at)
  const after = instants[index]
  const before = instants[index - 1]
  if (after === undefined) return index - 1
  return before !== undefined && at - before < after - at ? index - 1 : index
}

/** The index of the last instant that is not later; −1 when all are. */
export const lastIndexUntil = (instants: Float64Array, at: number): number => {
  const index = firstIndexFrom(instants, at)
  return instants[index] === at ? index : index - 1
}

/** The index of the first instant that is not earlier; one beyond the last when all are. */
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
