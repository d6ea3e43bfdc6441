import { type Decimal, fromNumber, ZERO } from '#money/decimal.ts'
import type { Unit } from '#trading/balance-flow.ts'
import { Amount, Percent } from '#ui/amount.tsx'
import { type CsvCell, csvFigure } from '#ui/csv.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { formatInstant } from '#ui/instant.ts'

import type { Performance } from '../figures/performance.ts'
import { midnightBefore } from '../range.ts'
import { otherUnit, UNIT_NAMES, UNIT_PLACES } from '../unit.ts'
import { type BalanceLines, momentAt, stepAt, valueAt } from './balance-lines.ts'
import type { Series } from './series.ts'

const drawn = (value: number | undefined) =>
  value === undefined || !Number.isFinite(value) ? undefined : csvFigure(fromNumber(value))

export function chartRows(series: Series, lines: BalanceLines, unit: Unit): CsvCell[][] {
  const other = otherUnit(unit)
  const { at: instants, value, flows } = series[unit]
  return [
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
      series.hasFlows[unit] ? csvFigure(flows.get(index) ?? ZERO) : undefined,
      drawn(stepAt(lines.paidIn, at)),
      drawn(valueAt(lines.other, at)),
      drawn(valueAt(lines.drawdown, at)),
    ]),
  ]
}

type ChartTableProps = {
  of: string
  unit: Unit
  lines: BalanceLines
  performance: Performance | undefined
}

/** Screen readers would read more for minutes. */
const MOST_ROWS = 32

/** Chart for screen readers: a summary, and points spread over the range. */
export function ChartTable({ of, unit, lines, performance }: ChartTableProps) {
  const { timeZone } = useDisplayPreferences()
  const places = UNIT_PLACES[unit]
  const exact = (value: Decimal | undefined) => (
    <Amount value={value} places={places} unit={UNIT_NAMES[unit]} />
  )
  const isMidnight = (at: number): boolean => midnightBefore(at, timeZone) === at
  const amount = (value: number | undefined) =>
    exact(value === undefined ? undefined : fromNumber(value))
  return (
    <div className="sr-only">
      {performance && (
        <p>
          {of} went from {exact(performance.start)} to {exact(performance.end)}. Deposits less
          withdrawals: {exact(performance.flows)}, in {lines.flows.length} marked movements.
        </p>
      )}
      <table>
        <caption>Balance history of {of}</caption>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Value</th>
            <th scope="col">Start and deposits</th>
            <th scope="col">Drawdown</th>
          </tr>
        </thead>
        <tbody>
          {Array.from(spread(lines), (at) => {
            const moment = momentAt(lines, at)
            return (
              <tr key={at}>
                <th scope="row">
                  {formatInstant(at, isMidnight(at) ? 'date' : 'minute', timeZone)}
                </th>
                <td>{amount(moment?.value)}</td>
                <td>{amount(moment?.paidIn)}</td>
                <td>
                  <Percent
                    value={moment?.drawdown === undefined ? undefined : fromNumber(moment.drawdown)}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** Evenly spaced points, the last one, and all with deposits or withdrawals. */
function spread({ value: { at: instants }, flows }: BalanceLines): Float64Array {
  const stride = Math.ceil(instants.length / MOST_ROWS)
  const marked = new Set(flows.map(({ at }) => at))
  return instants.filter(
    (at, index) => index % stride === 0 || index === instants.length - 1 || marked.has(at),
  )
}
