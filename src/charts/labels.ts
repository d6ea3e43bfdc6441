/** The least distance in px between the middles of two labels on one axis. */
export const LABEL_GAP = 16

export type AxisLabel = {
  /** Where the label belongs: the place of its tick or line, in px. */
  at: number
  /** Its length along the axis in px. Never counted as less than `LABEL_GAP`. */
  size?: number | undefined
  /** A heavier label stays nearer to its place. The lightest are left out when not all fit. */
  weight?: number | undefined
}

type Placed = { index: number; at: number; size: number; weight: number }

/** Labels that moved together, with the mean place that their members ask for. */
type Block = { sum: number; weight: number; count: number }

/**
 * Moves the labels of one axis apart: no two overlap, none leaves the axis, their order stays, and
 * they stand as near to their places as that allows (least squares, by weight). A label without room
 * is `undefined`.
 */
export function spreadLabels(
  labels: readonly AxisLabel[],
  axis: { from: number; to: number },
): (number | undefined)[] {
  const ordered = thatFit(labels, axis.to - axis.from).toSorted(
    (a, b) => a.at - b.at || a.index - b.index,
  )
  const places = labels.map((): number | undefined => undefined)
  const [first, last] = [ordered[0], ordered.at(-1)]
  if (!first || !last) return places

  // Without the room of the labels before it, each place only has to be no less than the former one.
  const offsets: number[] = []
  ordered.forEach(({ size }, index) => {
    const before = ordered[index - 1]
    offsets.push(before ? (offsets[index - 1] ?? 0) + (before.size + size) / 2 : 0)
  })
  const least = axis.from + first.size / 2
  const most = axis.to - last.size / 2 - (offsets.at(-1) ?? 0)
  let index = 0
  for (const { sum, weight, count } of blocksOf(ordered, offsets)) {
    const place = Math.max(least, Math.min(most, sum / weight))
    for (const end = index + count; index < end; index += 1) {
      const label = ordered[index]
      if (label) places[label.index] = place + (offsets[index] ?? 0)
    }
  }
  return places
}

/** The heaviest labels that have room beside each other. */
function thatFit(labels: readonly AxisLabel[], room: number): Placed[] {
  let used = 0
  return labels
    .map(({ at, size = LABEL_GAP, weight = 1 }, index) => ({
      index,
      at,
      size: Math.max(LABEL_GAP, size),
      weight,
    }))
    .toSorted((a, b) => b.weight - a.weight || a.index - b.index)
    .filter(({ at, size }) => {
      if (!Number.isFinite(at) || used + size > room) return false
      used += size
      return true
    })
}

/** Joins neighbours whose places contradict their order until none do. */
function blocksOf(ordered: readonly Placed[], offsets: readonly number[]): Block[] {
  const blocks: Block[] = []
  ordered.forEach(({ at, weight }, index) => {
    blocks.push({ sum: (at - (offsets[index] ?? 0)) * weight, weight, count: 1 })
    for (;;) {
      const [before, after] = [blocks.at(-2), blocks.at(-1)]
      if (!before || !after || before.sum / before.weight <= after.sum / after.weight) return
      blocks.splice(-2, 2, {
        sum: before.sum + after.sum,
        weight: before.weight + after.weight,
        count: before.count + after.count,
      })
    }
  })
  return blocks
}
