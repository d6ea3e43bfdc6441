import { useState } from 'react'

import { chartImage } from '#charts/chart-image.ts'
import { type Decimal, fromNumber, toText, ZERO } from '#money/decimal.ts'
import { HIDDEN } from '#money/format.ts'
import type { Unit } from '#trading/balance-flow.ts'
import { Amount } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { csvFile, csvText, fileWord } from '#ui/csv.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { download } from '#ui/download.ts'
import { DownloadIcon } from '#ui/icons.tsx'
import { formatInstant } from '#ui/instant.ts'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { Percent } from '#ui/percent.tsx'

import type { Performance } from '../figures/performance.ts'
import { midnightBefore } from '../range.ts'
import { otherUnit, UNIT_NAMES, UNIT_PLACES } from '../unit.ts'
import { type BalanceLines, momentAt, stepAt, valueAt } from './balance-lines.ts'
import type { Live, Series } from './series.ts'

type ChartExportProps = {
  of: string
  title: string
  unit: Unit
  series: Series
  /** As they are drawn: what is put away is not in the picture either. */
  lines: BalanceLines
  live: Live | undefined
  drawn: { other: boolean; paidIn: boolean }
  formatValue: (value: number) => string
}

/** The chart as a picture, and its points as a table. Hidden amounts stay hidden unless asked for. */
export function ChartExport(props: ChartExportProps) {
  const { of, title, unit, series, lines, live, drawn, formatValue } = props
  const { areAmountsHidden, timeZone } = useDisplayPreferences()
  const [problem, setProblem] = useState<string>()
  const first = lines.value.at[0] ?? 0
  const last = lines.value.at.at(-1) ?? 0
  const days = [first, last].map((at) => new Date(at).toISOString().slice(0, 10)).join('-to-')
  const name = `quarterdeck-balance-${fileWord(of)}-${unit}-${days}`
  const savePicture = async () => {
    try {
      const picture = await chartImage({
        title,
        data: {
          points: lines.value,
          comparison: drawn.other ? lines.other : undefined,
          deposits: drawn.paidIn ? lines.paidIn : undefined,
          drawdown: lines.drawdown.at.length > 0 ? lines.drawdown : undefined,
          gaps: lines.gaps,
          live,
        },
        timeZone,
        formatValue: (value) => (areAmountsHidden ? HIDDEN : formatValue(value)),
        formatTime: (at, step) => formatInstant(at, step, timeZone),
      })
      download(`${name}.png`, picture)
      setProblem(undefined)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'No picture was made.')
    }
  }
  return (
    <span className="flex items-center gap-2">
      {problem !== undefined && (
        <span role="alert" className="text-caption text-caution">
          {problem}
        </span>
      )}
      <Menu
        label="Export the chart"
        align="end"
        trigger={
          <Button size="small" look="quiet" isIcon aria-label="Export the chart">
            <DownloadIcon size={16} />
          </Button>
        }
      >
        <MenuItem onSelect={() => void savePicture()}>Picture, PNG</MenuItem>
        <MenuItem
          onSelect={() => download(`${name}.csv`, csvFile(chartAsCsv(series, lines, unit)))}
        >
          {areAmountsHidden ? 'Points with the hidden amounts, CSV' : 'Points, CSV'}
        </MenuItem>
      </Menu>
    </span>
  )
}

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

type ChartTableProps = {
  of: string
  unit: Unit
  lines: BalanceLines
  performance: Performance | undefined
}

/** More would be read out for minutes. */
const MOST_ROWS = 32

/** The chart for those who hear it: the whole in words, and points spread over the range. */
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
          {of} went from {exact(performance.start)} to {exact(performance.end)};{' '}
          {exact(performance.flows)} came in or went out. {lines.flows.length} deposits and
          withdrawals are marked.
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

/** Points at even distances, the last one and every one at which money came in or went out. */
function spread({ value: { at: instants }, flows }: BalanceLines): Float64Array {
  const stride = Math.ceil(instants.length / MOST_ROWS)
  const marked = new Set(flows.map(({ at }) => at))
  return instants.filter(
    (at, index) => index % stride === 0 || index === instants.length - 1 || marked.has(at),
  )
}
