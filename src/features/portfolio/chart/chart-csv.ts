import { csvText } from '#ui/csv.ts'

import { type Decimal, fromNumber, toText, ZERO } from '#money/decimal.ts'
import type { Unit } from '#trading/balance-flow.ts'

import { type BalanceLines, stepAt, valueAt } from './balance-lines.ts'
import type { Series } from './series.ts'
import { otherUnit } from '../unit.ts'

const figure = (value: Decimal) => ({ figure: toText(value) })
const drawn = (value: number | undefined) =>
  value === undefined || !Number.isFinite(value) ? undefined : figure(fromNumber(value))

/** Every point of the chart, in both currencies, with what came in and the lines drawn beside it. */
export function chartAsCsv(series: Series, lines: BalanceLines, unit: Unit): string {
  const other = otherUnit(unit)
  const { at: instants, value, flows } = series[unit]
  return csvText([
    [
      'time',
      `value_${unit}`,
      `value_${other}`,
      `flow_${unit}`,
      `start_and_deposits_${unit}`,
      `held_in_${other}_as_${unit}`,
      'drawdown_percent',
    ],
    ...Array.from(instants, (at, index) => [
      new Date(at).toISOString(),
      drawn(value[index]),
      drawn(valueAt(series[other], at)),
      series.hasFlows[unit] ? figure(flows.get(index) ?? ZERO) : undefined,
      drawn(stepAt(lines.paidIn, at)),
      drawn(valueAt(lines.other, at)),
      drawn(valueAt(lines.drawdown, at)),
    ]),
  ])
}
