import { csvText } from '#ui/csv.ts'

import { type Decimal, fromNumber, toText } from '#money/decimal.ts'
import type { Unit } from '#trading/balance-flow.ts'

import { type BalanceLines, stepAt } from './balance-lines.ts'
import type { Series } from './series.ts'
import { otherUnit } from './unit.ts'

const figure = (value: Decimal | undefined) => value && { figure: toText(value) }
const drawn = (value: number | undefined) =>
  value === undefined || !Number.isFinite(value) ? undefined : figure(fromNumber(value))

/** Every point of the chart, in both currencies, with what came in and the lines drawn beside it. */
export function chartAsCsv(series: Series, lines: BalanceLines, unit: Unit): string {
  const other = otherUnit(unit)
  const byTime = (line: readonly { at: number; value: number }[]) =>
    new Map(line.map(({ at, value }) => [at, value]))
  const [held, fall] = [lines.other, lines.drawdown].map(byTime)
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
    ...series[unit].map(({ at, value, flow }, index) => [
      new Date(at).toISOString(),
      figure(value),
      figure(series[other][index]?.value),
      series.hasFlows ? figure(flow) : undefined,
      drawn(stepAt(lines.paidIn, at)),
      drawn(held?.get(at)),
      drawn(fall?.get(at)),
    ]),
  ])
}
