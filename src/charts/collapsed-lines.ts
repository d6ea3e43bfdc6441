/** A run of rows that are shown, or the count of a run that is folded away. */
export type Run = { from: number; to: number; isFolded: boolean }

const LIMIT = 40
const EDGE = 4
const AROUND = 7

/**
 * Which lines of a long ladder are in sight: a few at both ends and those around the last price. Up to
 * 40 lines all of them. Runs cover 0 to `count` without gaps.
 */
export function runsOf(count: number, middle: number): readonly Run[] {
  if (count <= LIMIT) return [{ from: 0, to: count, isFolded: false }]
  const shown = (index: number) =>
    index < EDGE || index >= count - EDGE || (index >= middle - AROUND && index < middle + AROUND)
  const runs: Run[] = []
  for (let index = 0; index < count; index += 1) {
    const isFolded = !shown(index)
    const open = runs.at(-1)
    if (open && open.isFolded === isFolded) open.to = index + 1
    else runs.push({ from: index, to: index + 1, isFolded })
  }
  return runs
}
