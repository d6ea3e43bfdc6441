import { useMemo, useState } from 'react'

import { pointOf } from '#charts/line.ts'
import { TimeSeries } from '#charts/time-series.tsx'
import { fromNumber } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'
import { Deferred } from '#ui/deferred.tsx'
import { formatInstant } from '#ui/instant.ts'
import { type DisplayPreferences, useDisplayPreferences } from '#ui/display-preferences.tsx'
import type { Unit } from '#trading/balance-flow.ts'

import { type BalanceLines, linesOf, momentAt } from './balance-lines.ts'
import { ChartExport } from './chart-export.tsx'
import { ChartReadout, type LineName } from './chart-readout.tsx'
import { ChartTable } from './chart-table.tsx'
import type { Performance } from '../figures/performance.ts'
import { DAY, type Range } from '../range.ts'
import type { Live } from './live.ts'
import type { Series } from './series.ts'
import { UNIT_NAMES, UNIT_PLACES } from '../unit.ts'

type BalanceChartProps = {
  /** "All accounts" or a connection's name. */
  of: string
  unit: Unit
  series: Series
  live: Live | undefined
  performance: Performance | undefined
  onRange: (range: Range) => void
}

/** Value over time with what came in and went out, and the same as words and as a table. */
export function BalanceChart(props: BalanceChartProps) {
  const { of, unit, series, live, performance, onRange } = props
  const { areAmountsHidden, timeZone } = useDisplayPreferences()
  const [shown, setShown] = useState<ReadonlySet<LineName>>(() => new Set(['other', 'paidIn']))
  const lines = useMemo(() => linesOf(series, performance, unit), [series, performance, unit])
  const flows = useMemo(
    () =>
      lines.flows.map(({ at, value }) => ({ at, label: flowText(value, areAmountsHidden, unit) })),
    [lines, areAmountsHidden, unit],
  )
  const hasClock = isDense(lines)
  const toggle = (line: LineName) =>
    setShown(
      (now) => new Set(now.has(line) ? [...now].filter((on) => on !== line) : [...now, line]),
    )
  const write = (value: number) =>
    areAmountsHidden ? 'hidden' : `${exact(value, unit)} ${UNIT_NAMES[unit]}`
  const describe = (at: number) => {
    const moment = momentAt(lines, at)
    if (!moment) return ''
    const when = formatInstant(at, hasClock ? 'minute' : 'weekday', timeZone)
    const profit = moment.profit === undefined ? '' : `, profit ${write(moment.profit)}`
    return `${when}: ${write(moment.value)}${profit}`
  }
  const label = labelOf(of, lines, write, timeZone) + (live ? `, now ${write(live.value)}` : '')
  const last = momentAt(lines, undefined)
  if (!last) return null
  // Made once: the line above is written anew wherever the pointer goes.
  const exporting = (
    <ChartExport
      of={of}
      title={label}
      unit={unit}
      series={series}
      lines={lines}
      live={live}
      drawn={{ other: shown.has('other'), paidIn: shown.has('paidIn') }}
      formatValue={axisText}
    />
  )
  const readoutAt = (at: number | undefined) => (
    <ChartReadout
      unit={unit}
      moment={momentAt(lines, at) ?? last}
      hasClock={hasClock}
      shown={shown}
      onToggle={toggle}
    >
      {exporting}
    </ChartReadout>
  )
  return (
    <>
      <TimeSeries
        label={label}
        points={lines.value}
        comparison={shown.has('other') ? lines.other : undefined}
        deposits={shown.has('paidIn') ? lines.paidIn : undefined}
        drawdown={lines.drawdown.at.length > 0 ? lines.drawdown : undefined}
        flows={flows}
        gaps={lines.gaps}
        live={live}
        formatValue={axisText}
        readout={readoutAt}
        describe={describe}
        onSelect={(from, to) => onRange({ from: Math.floor(from), to: Math.ceil(to) })}
      />
      <Deferred>
        <ChartTable of={of} unit={unit} lines={lines} performance={performance} />
      </Deferred>
    </>
  )
}

/** Whether points lie closer than a day, so that the time of day tells them apart. */
const isDense = ({ value }: BalanceLines): boolean => {
  const [first, second] = value.at
  return first !== undefined && second !== undefined && second - first < DAY
}

function labelOf(
  of: string,
  { value }: BalanceLines,
  write: (value: number) => string,
  timeZone: DisplayPreferences['timeZone'],
): string {
  const first = pointOf(value, 0)
  const last = pointOf(value, -1)
  if (!first || !last) return `Balance history of ${of}`
  const day = (at: number) => formatInstant(at, 'date', timeZone)
  return `Balance history of ${of}, ${day(first.at)} to ${day(last.at)}, from ${write(first.value)} to ${write(last.value)}`
}

function flowText(value: number, isHidden: boolean, unit: Unit): string {
  const word = value > 0 ? 'Deposit' : 'Withdrawal'
  if (isHidden) return word
  const places = unit === 'btc' ? 4 : Number.isInteger(value) ? 0 : 2
  return `${word} ${formatAmount(fromNumber(value), { places, signed: true })}`
}

const exact = (value: number, unit: Unit): string =>
  formatAmount(fromNumber(value), { places: UNIT_PLACES[unit] })

/** An axis label: a round number, written without the noise of adding doubles. */
const axisText = (value: number): string => formatAmount(fromNumber(Number(value.toPrecision(9))))
