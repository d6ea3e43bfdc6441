import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** One line of the table. `floor` is the least that can be paid on this machine in this run. */
export type Figure = {
  /** The number of the goal in the performance budget. */
  goal: number
  metric: string
  ours: number
  floor?: number | undefined
  unit: string
  budget: string
  /** Whether ours is within the budget; left out where only more rounds could say. */
  isMet?: boolean | undefined
  /** Smallest and largest of the rounds. */
  spread?: readonly [number, number] | undefined
}

const RESULTS = join(import.meta.dirname, '..', '..', 'test-results')

/** One table in the order of the goals, and how many of them are met. */
export function print(figures: readonly Figure[]): void {
  const rows = figures
    .toSorted((a, b) => a.goal - b.goal)
    .map((figure) => [
      `${figure.goal}. ${figure.metric}`,
      `${short(figure.ours)} ${figure.unit}${spreadOf(figure)}`,
      figure.floor === undefined ? '–' : `${short(figure.floor)} ${figure.unit}`,
      figure.floor ? `${short(figure.ours / figure.floor)}×` : '–',
      figure.budget,
      figure.isMet === undefined ? '' : figure.isMet ? 'met' : 'missed',
    ])
  const table = [['metric', 'ours', 'floor', 'ratio', 'budget', ''], ...rows]
  const widths = [0, 1, 2, 3, 4].map((column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  )
  for (const row of table) {
    console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | '))
  }
  const judged = figures.filter(({ isMet }) => isMet !== undefined)
  console.log(`\n${judged.filter(({ isMet }) => isMet).length} of ${judged.length} met.`)
}

export function save(part: string, figures: readonly Figure[]): void {
  mkdirSync(RESULTS, { recursive: true })
  writeFileSync(join(RESULTS, `bench-${part}.json`), `${JSON.stringify(figures, null, 2)}\n`)
}

const short = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)

const spreadOf = ({ spread }: Figure): string =>
  spread ? ` (${short(spread[0])}–${short(spread[1])})` : ''
