import { useMemo, useState } from 'react'

import { LegendMark, ReadoutItem } from '#charts/chart-export.tsx'
import { pointOf } from '#charts/line.ts'
import { TimeChart } from '#charts/time-chart.tsx'
import { useFiguresSource } from '#market/figures-source.ts'
import { type Decimal, fromNumber } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'
import type { Unit } from '#trading/balance-flow.ts'
import { Amount } from '#ui/amount.tsx'
import { dayIn } from '#ui/civil-day.ts'
import { classNames } from '#ui/class-names.ts'
import { fileWord } from '#ui/csv.ts'
import { Deferred } from '#ui/lazy-panel.tsx'
import { type DisplayPreferences, useDisplayPreferences } from '#ui/display-preferences.tsx'
import { plainChange } from '#ui/facts.tsx'
import { formatInstant } from '#ui/instant.ts'

import type { Performance } from '../figures/performance.ts'
import { DAY, type Range } from '../range.ts'
import { UNIT_NAMES, UNIT_PLACES } from '../unit.ts'
import { type BalanceLines, linesOf, type Moment, momentAt } from './balance-lines.ts'
import { figuresOf, type LineName, LINES, LINES_AT_FIRST, otherName } from './balance-figures.ts'
import { chartRows, ChartTable } from './chart-table.tsx'
import type { Live, Series } from './series.ts'

type BalanceChartProps = {
  of: string
  unit: Unit
  series: Series
  live: Live | undefined
  performance: Performance | undefined
  onRange: (range: Range) => void
}

export function BalanceChart(props: BalanceChartProps) {
  const { of, unit, series, live, performance, onRange } = props
  const { areAmountsHidden, timeZone } = useDisplayPreferences()
  const [shown, setShown] = useState(LINES_AT_FIRST)
  const lines = useMemo(() => linesOf(series, performance, unit), [series, performance, unit])
  const figures = useMemo(
    () => figuresOf({ lines, live, unit, shown, areAmountsHidden }),
    [lines, live, unit, shown, areAmountsHidden],
  )
  const source = useFiguresSource(of)
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
  const label =
    labelOf(of, lines, write, timeZone) + (live?.jump ? `, now ${write(live.value)}` : '')
  const last = momentAt(lines, undefined)
  if (!last) return null
  const days = [lines.value.at[0], lines.value.at.at(-1)]
    .map((at) => dayIn(timeZone)(at ?? 0))
    .join('-to-')
  const readoutAt = (at: number | undefined) => (
    <ChartReadout
      unit={unit}
      moment={momentAt(lines, at) ?? last}
      hasClock={hasClock}
      shown={shown}
      onToggle={toggle}
    />
  )
  return (
    <>
      <TimeChart
        name="balance"
        label={label}
        figures={figures}
        readout={readoutAt}
        describe={describe}
        file={{
          name: `balance-${fileWord(of)}-${unit}-${days}`,
          title: label,
          source,
          hasAmounts: true,
          rows: () => chartRows(series, lines, unit),
        }}
        onSelect={(from, to) => onRange({ from: Math.floor(from), to: Math.ceil(to) })}
      />
      <Deferred>
        <ChartTable of={of} unit={unit} lines={lines} performance={performance} />
      </Deferred>
    </>
  )
}

/** Points lie closer than a day, so they need the time of day. */
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

const exact = (value: number, unit: Unit): string =>
  formatAmount(fromNumber(value), { places: UNIT_PLACES[unit] })

type ChartReadoutProps = {
  unit: Unit
  moment: Moment
  /** Points lie closer than a day, so the time of day is shown. */
  hasClock: boolean
  shown: ReadonlySet<LineName>
  onToggle: (line: LineName) => void
}

function ChartReadout(props: ChartReadoutProps) {
  const { unit, moment, hasClock, shown, onToggle } = props
  const { timeZone } = useDisplayPreferences()
  const places = UNIT_PLACES[unit]
  const strong = (value: number | undefined) => (
    <Amount
      value={decimalOf(value)}
      places={places}
      mainPlaces={places}
      className="font-medium text-ink"
    />
  )
  const toggled = (line: LineName, name: string, value: number | undefined) => {
    const isOn = shown.has(line)
    const button = (
      <button
        type="button"
        aria-pressed={isOn}
        onClick={() => onToggle(line)}
        className={classNames(
          'touch inline-flex h-6 items-center gap-2 rounded-s whitespace-nowrap hover:text-ink',
          !isOn && 'line-through decoration-edge',
        )}
      >
        <LegendMark {...LINES[line]} width={1} />
        {name}
      </button>
    )
    return (
      <ReadoutItem name={button}>
        {isOn && <span className="max-sm:hidden">{strong(value)}</span>}
      </ReadoutItem>
    )
  }
  return (
    <>
      <span className="min-w-28 font-medium tabular-nums max-sm:min-w-0 max-sm:text-caption">
        {hasClock ? (
          <>
            <span className="max-sm:hidden">{formatInstant(moment.at, 'minute', timeZone)}</span>
            <span className="sm:hidden">{formatInstant(moment.at, 'short', timeZone)}</span>
          </>
        ) : (
          formatInstant(moment.at, 'weekday', timeZone)
        )}
      </span>
      <ReadoutItem mark={<LegendMark {...LINES.value} />} name={<Name of="Value" />}>
        {strong(moment.value)}
      </ReadoutItem>
      <span className="contents max-sm:order-1 max-sm:flex max-sm:w-full max-sm:gap-5">
        {toggled('other', otherName(unit), moment.other)}
        {toggled('paidIn', 'Start and deposits', moment.paidIn)}
      </span>
      <ReadoutItem name={<Name of="Profit" />}>
        <Amount signed value={decimalOf(moment.profit)} places={places} />
      </ReadoutItem>
      <ReadoutItem name="Drawdown" className="max-sm:hidden">
        {plainChange(decimalOf(moment.drawdown))}
      </ReadoutItem>
    </>
  )
}

const decimalOf = (value: number | undefined): Decimal | undefined =>
  value === undefined ? undefined : fromNumber(value)

const Name = ({ of }: { of: string }) => <span className="max-sm:sr-only">{of}</span>
