import { lastIndexUntil, nearestIndex } from '#charts/decimate.ts'
import { isZero, toNumber } from '#money/decimal.ts'
import type { Unit } from '#trading/balance-flow.ts'

import type { Performance } from './performance.ts'
import { heldInOther, type Line, paidIn, type Series } from './series.ts'

/** Everything the chart draws. */
export type BalanceLines = {
  value: Line
  other: Line
  /** Steps: what holds until the next one. */
  paidIn: Line
  drawdown: Line
  /** Where money came in or went out. */
  flows: Line
}

/** Everything the readout tells of one instant. */
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
  const { hasFlows } = series
  const points = series[unit]
  return {
    value: points.map(({ at, value }) => ({ at, value: toNumber(value) })),
    other: hasFlows ? finite(heldInOther(series, unit)) : [],
    paidIn: hasFlows ? finite(paidIn(points)) : [],
    drawdown: hasFlows ? finite(performance?.fall ?? []) : [],
    // What the first point says was paid in before the range began.
    flows: points
      .slice(1)
      .flatMap(({ at, flow }) => (isZero(flow) ? [] : { at, value: toNumber(flow) })),
  }
}

/** Figures beyond all doubles mean nothing: what is made of them is left out. */
const finite = (line: Line): Line => line.filter(({ value }) => Number.isFinite(value))

/** What there is to say of the instant pointed at, or of the last one. */
export function momentAt(lines: BalanceLines, at: number | undefined): Moment | undefined {
  const point = at === undefined ? lines.value.at(-1) : pointAt(lines.value, at)
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

/** What a line of steps says at an instant: its last step until then. */
export const stepAt = (line: Line, at: number): number | undefined =>
  line[lastIndexUntil(line, at)]?.value

/** The reader moves along up to 50,000 points, so none of them is looked at in turn. */
function pointAt(line: Line, at: number): Line[number] | undefined {
  const point = line[nearestIndex(line, at)]
  return point?.at === at ? point : undefined
}

const valueAt = (line: Line, at: number): number | undefined => pointAt(line, at)?.value
