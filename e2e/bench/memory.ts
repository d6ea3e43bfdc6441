import { openWorld } from '#paper/engine/open-world.ts'
import { collectGarbage } from '#testing/kept-memory.ts'
import { memoryStore } from '#testing/memory-store.ts'

import type { Figure } from './report.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const MADE = Date.UTC(2026, 10, 1)
const MEGABYTE = 1_000_000
const MOST_GROWTH = 1.15
/** What happened is read from where it is stored: of a row nothing stays, but for the heap's own spread. */
const BYTES_A_ROW = 100

/** Memory at six points of a year that goes by as fast as it can: of a quiet world and of the demo. */
export function memoryOverAYear(): Figure[] {
  const quiet = year('empty')
  const busy = year('demo')
  const aRow = (busy.heap.at(-1)! - busy.heap[0]!) / busy.rows
  return [
    figure('heap of a quiet world over a year', quiet.heap),
    figure('resident memory of the demo over a further year', busy.resident),
    {
      goal: 21,
      metric: `heap that each of ${busy.rows} rows of that year keeps`,
      ours: aRow,
      unit: 'bytes',
      budget: `≤ ${BYTES_A_ROW}`,
      isMet: aRow <= BYTES_A_ROW,
    },
  ]
}

function figure(metric: string, samples: readonly number[]): Figure {
  const [first = 0] = samples
  const last = samples.at(-1) ?? 0
  return {
    goal: 21,
    metric,
    ours: last / MEGABYTE,
    floor: first / MEGABYTE,
    spread: [Math.min(...samples) / MEGABYTE, Math.max(...samples) / MEGABYTE],
    unit: 'MB',
    budget: `≤ ${MOST_GROWTH}× the start`,
    isMet: last <= MOST_GROWTH * first,
  }
}

function year(kind: 'empty' | 'demo') {
  const engine = openWorld(
    { kind, seed: 1, madeAt: MADE, user: 'trader' },
    undefined,
    memoryStore().past,
  )
  engine.takeChanges()
  const heap: number[] = []
  const resident: number[] = []
  let rows = 0
  const sample = (): void => {
    collectGarbage()
    const { heapUsed, rss } = process.memoryUsage()
    heap.push(heapUsed)
    resident.push(rss)
  }
  sample()
  for (let day = 1; day <= 365; day++) {
    const start = MADE + (day - 1) * DAY
    for (let hour = 1; hour <= 24; hour++) {
      engine.advance(start + hour * HOUR)
      rows += engine.takeChanges().appended.length
    }
    if (day % 73 === 0) sample()
  }
  return { heap, resident, rows }
}
