import { type Decimal, fromNumber, subtract, sum } from '#money/decimal.ts'

import type { ValuePoint } from './series.ts'

/** A day or an hour and what it brought. */
export type Stretch = { at: number; profit: Decimal; percent: number }

export type Performance = {
  first: ValuePoint
  last: ValuePoint
  /** Paid in less what was taken out, after the first point. */
  deposits: Decimal
  profit: Decimal
  /** In percent; `undefined` when a value was below zero on the way. */
  timeWeighted: number | undefined
  /** Percent below the highest so far, of the time-weighted index: deposits neither lift nor sink it. */
  drawdown: { at: number; value: number }[]
  deepest: { at: number; value: number } | undefined
  best: Stretch | undefined
  worst: Stretch | undefined
}

/** What a series of values and deposits comes to; `undefined` for fewer than two points. */
export function performanceOf(
  points: readonly ValuePoint[],
  stretch: number,
): Performance | undefined {
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last || first === last) return undefined

  const deposits = sum(points.slice(1).map(({ flow }) => fromNumber(flow)))
  const gain = subtract(fromNumber(last.value), fromNumber(first.value))
  const index = indexOf(points)
  const drawdown = drawdownOf(index)
  const stretches = stretchesOf(points, stretch)
  return {
    first,
    last,
    deposits,
    profit: subtract(gain, deposits),
    timeWeighted:
      index.length === points.length ? ((index.at(-1)?.value ?? 1) - 1) * 100 : undefined,
    drawdown,
    deepest: least(drawdown, ({ value }) => value),
    best: least(stretches, ({ percent }) => -percent),
    worst: least(stretches, ({ percent }) => percent),
  }
}

/** How much of itself a value became over one step, money paid in at the start of the step. */
function factorOf(before: ValuePoint, after: ValuePoint): number | undefined {
  const base = before.value + after.flow
  if (base > 0) return after.value / base
  return base === 0 && after.value === 0 ? 1 : undefined
}

/** One unit of money at the first point, carried along: Π V_k ÷ (V_{k−1} + F_k). */
function indexOf(points: readonly ValuePoint[]): { at: number; value: number }[] {
  const index: { at: number; value: number }[] = []
  let value = 1
  for (const [k, point] of points.entries()) {
    const before = points[k - 1]
    const factor = before ? factorOf(before, point) : 1
    if (factor === undefined) return index
    value *= factor
    index.push({ at: point.at, value })
  }
  return index
}

function drawdownOf(index: readonly { at: number; value: number }[]) {
  let highest = 0
  return index.map(({ at, value }) => {
    highest = Math.max(highest, value)
    return { at, value: highest > 0 ? (value / highest - 1) * 100 : 0 }
  })
}

/** Each step belongs to the day or hour it starts in. */
function stretchesOf(points: readonly ValuePoint[], length: number): Stretch[] {
  const groups = new Map<number, ValuePoint[]>()
  for (const [k, point] of points.entries()) {
    const before = points[k - 1]
    if (!before) continue
    const at = Math.floor(before.at / length) * length
    const group = groups.get(at)
    if (group) group.push(point)
    else groups.set(at, [before, point])
  }
  return [...groups].flatMap(([at, group]) => {
    const index = indexOf(group)
    const start = group[0]
    const end = group.at(-1)
    if (!start || !end || index.length < group.length) return []
    const flows = group.slice(1).map(({ flow }) => fromNumber(flow))
    return {
      at,
      profit: subtract(subtract(fromNumber(end.value), fromNumber(start.value)), sum(flows)),
      percent: ((index.at(-1)?.value ?? 1) - 1) * 100,
    }
  })
}

function least<T>(values: readonly T[], measure: (value: T) => number): T | undefined {
  let found: T | undefined
  for (const value of values) {
    if (found === undefined || measure(value) < measure(found)) found = value
  }
  return found
}
