import {
  type Gaps,
  lastIndexUntil,
  type Line,
  lineOf,
  nearestIndex,
  type Point,
  pointOf,
} from '#charts/line.ts'
import { toNumber } from '#money/decimal.ts'
import type { Unit } from '#trading/balance-flow.ts'

import type { Performance } from '../figures/performance.ts'
import { DAY } from '../range.ts'
import { otherUnit } from '../unit.ts'
import { heldInOther, paidIn, type Series } from './series.ts'

export type BalanceLines = {
  value: Line
  other: Line
  /** Step line: each value holds until the next. */
  paidIn: Line
  drawdown: Line
  flows: readonly Point[]
  gaps: Gaps
}

export type Moment = {
  at: number
  value: number
  other: number | undefined
  paidIn: number | undefined
  profit: number | undefined
  drawdown: number | undefined
}

export function linesOf(
  series: Series,
  performance: Performance | undefined,
  unit: Unit,
): BalanceLines {
  const { [unit]: whole } = series
  const hasFlows = series.hasFlows[unit]
  // Starts at the first deposit, because nothing could have risen before.
  const begin = whole.at[whole.value.findIndex((value) => value !== 0)] ?? Number.NEGATIVE_INFINITY
  return {
    value: since(whole, begin),
    other: series.hasFlows[otherUnit(unit)]
      ? since(finite(heldInOther(series, unit)), begin)
      : NOTHING,
    paidIn: hasFlows ? since(finite(paidIn(whole)), begin) : NOTHING,
    drawdown: hasFlows && performance ? since(finite(performance.fall), begin) : NOTHING,
    // The first point's flow was paid in before the range began.
    flows: [...whole.flows].flatMap(([index, flow]) => {
      const value = toNumber(flow)
      return index === 0 || !Number.isFinite(value) ? [] : { at: whole.at[index] ?? 0, value }
    }),
    gaps: { missing: whole.missing, farthest: FARTHEST },
  }
}

/** Maximum distance of points at which daily figures are known. */
const FARTHEST = 2 * DAY

const NOTHING = lineOf([])

/** Leaves out points that are not finite numbers. */
function finite(line: Line): Line {
  const { at, value } = line
  if (value.every(Number.isFinite)) return line
  const has = (_: number, index: number) => Number.isFinite(value[index])
  return { at: at.filter(has), value: value.filter(has) }
}

function since({ at, value }: Line, begin: number): Line {
  const first = at.findIndex((instant) => instant >= begin)
  return first <= 0 ? { at, value } : { at: at.subarray(first), value: value.subarray(first) }
}

export function momentAt(lines: BalanceLines, at: number | undefined): Moment | undefined {
  const point = at === undefined ? pointOf(lines.value, -1) : pointAt(lines.value, at)
  if (!point) return undefined
  const paid = stepAt(lines.paidIn, point.at)
  return {
    ...point,
    other: valueAt(lines.other, point.at),
    paidIn: paid,
    profit:
      paid !== undefined && Number.isFinite(point.value - paid) ? point.value - paid : undefined,
    drawdown: valueAt(lines.drawdown, point.at),
  }
}

/** Value of a step line at an instant: its last step until then. */
export const stepAt = (line: Line, at: number): number | undefined =>
  line.value[lastIndexUntil(line.at, at)]

/** Binary search: up to 50,000 points while the cursor moves. */
function pointAt(line: Line, at: number): Point | undefined {
  const index = nearestIndex(line.at, at)
  return line.at[index] === at ? pointOf(line, index) : undefined
}

export const valueAt = (line: Line, at: number): number | undefined => pointAt(line, at)?.value
