import { useMemo } from 'react'

import { lineOf } from '#charts/line.ts'
import { TimeChart } from '#charts/time-chart.tsx'
import type { TimeFigures } from '#charts/time-chart-plan.ts'
import { add, type Decimal, toNumber, ZERO } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'
import { Amount } from '#ui/amount.tsx'
import { fileWord } from '#ui/csv.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { formatInstant } from '#ui/instant.ts'
import { Section } from '#ui/page.tsx'

import type { OverviewProps } from './overview-props.ts'
import { barFigures, csvFigure, csvRows, type Stretch, valueOf } from './stretches.tsx'
import { daysBetween } from './period.ts'
import { UpAndDown } from './period-sentence.tsx'
import { together } from './sums.ts'
import { closingText, NO_PROFIT_GIVEN, unvaluedText } from './words.ts'

type DayChartProps = Pick<OverviewProps, 'period' | 'days' | 'coverage' | 'source' | 'profit'> & {
  /** The day whose orders are listed, drawn at full strength. */
  chosen: string | undefined
}

/** The days of a month as bars from zero, and their running total as a line. */
export function DayChart({ period, days, coverage, source, profit: name, chosen }: DayChartProps) {
  const { areAmountsHidden } = useDisplayPreferences()
  const { first = period.last, last } = period
  const { hasDay } = coverage
  const stretches = useMemo(
    () =>
      daysBetween(first, last).map((key) => ({ key, sum: days.get(key), isWhole: hasDay(key) })),
    [first, last, days, hasDay],
  )
  const totals = useMemo(() => runningTotals(stretches), [stretches])
  const figures = useMemo(() => dayFigures(stretches, totals, chosen), [stretches, totals, chosen])
  const sums = stretches.map(({ sum }) => sum)
  const left = unvaluedText(together(sums))
  const title = `${name} by day, ${dayName(first)} to ${dayName(last)}, USD`
  const words = (value: Decimal | undefined) =>
    value === undefined
      ? 'unknown'
      : areAmountsHidden
        ? 'hidden'
        : `${formatAmount(value, { places: 2, signed: true })} USD`
  const readoutAt = (at: number | undefined) => (
    <Readout stretch={stretches[at ?? -1]} total={totals[at ?? stretches.length - 1]} />
  )
  return (
    <Section
      title="Running total"
      caption={<UpAndDown coverage={coverage} sums={sums} kind="day" />}
    >
      <TimeChart
        name={`${name.toLowerCase()} by day`}
        label={title}
        figures={figures}
        height={172}
        readout={readoutAt}
        describe={(at) => {
          const stretch = stretches[at]
          return stretch
            ? `${dayName(stretch.key)}: ${words(valueOf(stretch))}, total ${words(totals[at])}`
            : ''
        }}
        file={{
          name: `${fileWord(name)}-by-day-${first}-to-${last}`,
          title,
          source,
          hasAmounts: true,
          rows: () => {
            const [head = [], ...rows] = csvRows('day', `${fileWord(name)}_usd`, stretches)
            return [
              [...head, 'running_total_usd'],
              ...rows.map((row, at) => [...row, csvFigure(totals[at])]),
            ]
          },
        }}
      />
      {left && <p className="text-caption text-ink-3">In no bar: {left}.</p>}
    </Section>
  )
}

const dayName = (day: string): string => formatInstant(Date.parse(day), 'day')

/** The total at the end of each day, as far as all days before it are known. */
function runningTotals(stretches: readonly Stretch[]): Decimal[] {
  const totals: Decimal[] = []
  for (const { sum, isWhole } of stretches) {
    if (!isWhole) break
    totals.push(add(totals.at(-1) ?? ZERO, sum?.profit ?? ZERO))
  }
  return totals
}

function dayFigures(
  stretches: readonly Stretch[],
  totals: readonly Decimal[],
  chosen: string | undefined,
): TimeFigures {
  const along = stretches.map(({ key }) => String(Number(key.slice(8))))
  const bars = barFigures(along, stretches, ({ key }) => key === chosen)
  const line = lineOf(totals.map((total, at) => ({ at, value: toNumber(total) })))
  return {
    ...bars,
    series: [...bars.series, { kind: 'line', line, tone: 'accent', width: 1.75 }],
  }
}

type ReadoutProps = { stretch: Stretch | undefined; total: Decimal | undefined }

/** One line of room whatever day it is of; without a day, the total alone. */
const Readout = ({ stretch, total }: ReadoutProps) => (
  <span className="flex min-w-0 flex-wrap gap-x-3 text-caption text-ink-3 tabular-nums">
    {stretch && (
      <span className="whitespace-nowrap">
        <span className="font-medium text-ink">{dayName(stretch.key)}</span>{' '}
        <Amount
          signed
          places={2}
          value={valueOf(stretch)}
          reason={stretch.isWhole ? NO_PROFIT_GIVEN : NOT_LOADED}
        />
        {stretch.sum && (
          <span className="@max-[22rem]:sr-only"> {closingText(stretch.sum.closed)}</span>
        )}
      </span>
    )}
    <span className="whitespace-nowrap">
      Total <Amount signed places={2} value={total} reason={NOT_LOADED} />
    </span>
  </span>
)

const NOT_LOADED = 'Not all orders of this day are loaded, or say when they closed.'
