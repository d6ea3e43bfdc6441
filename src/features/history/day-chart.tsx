import { useMemo } from 'react'

import { lineOf } from '#charts/line.ts'
import { TimeChart } from '#charts/time-chart.tsx'
import type { TimeFigures } from '#charts/time-chart-plan.ts'
import { type Decimal, toNumber } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'
import { fileWord } from '#ui/csv.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { formatInstant } from '#ui/instant.ts'
import { Section } from '#ui/page.tsx'

import { isEmpty, NO_SUM, type Overview, type Stretch, together, valueOf } from './sums.ts'
import { daysBetween } from './period.ts'
import { barFigures, csvFigure, csvRows, Profit, UpAndDown } from './profit.tsx'
import { closingText, unvaluedText } from './words.ts'

type DayChartProps = {
  overview: Overview
  /** The day whose orders are listed, drawn at full strength. */
  chosen: string | undefined
}

export function DayChart({ overview, chosen }: DayChartProps) {
  const { areAmountsHidden } = useDisplayPreferences()
  const { profit: name, source, period } = overview
  const { first = period.last, last } = period
  const stretches = useMemo(
    () => daysBetween(first, last).map(overview.day),
    [first, last, overview],
  )
  const totals = useMemo(() => runningTotals(stretches), [stretches])
  const figures = useMemo(() => dayFigures(stretches, totals, chosen), [stretches, totals, chosen])
  const left = unvaluedText(overview.all('', stretches).sum)
  const title = `${name} by day, ${dayName(first)} to ${dayName(last)}, USD`
  const words = (value: Decimal | undefined) =>
    value === undefined
      ? 'unknown'
      : areAmountsHidden
        ? 'hidden'
        : `${formatAmount(value, { places: 2, signed: true })} USD`
  const readoutAt = (at: number | undefined) => (
    <Readout stretch={stretches[at ?? -1]} total={totals.at(at ?? -1)} />
  )
  return (
    <Section
      title="Running total"
      caption={<UpAndDown overview={overview} stretches={stretches} kind="day" />}
    >
      <TimeChart
        name={`${name.toLowerCase()} by day`}
        label={title}
        figures={figures}
        height={172}
        readout={readoutAt}
        describe={(at) => {
          const [stretch, total] = [stretches[at], totals[at]]
          return stretch && total
            ? `${dayName(stretch.key)}: ${words(valueOf(stretch))}, total ${words(valueOf(total))}`
            : ''
        }}
        file={{
          name: `${fileWord(name)}-by-day-${first}-to-${last}`,
          title,
          source,
          hasAmounts: true,
          rows: () => {
            const [head = [], ...rows] = csvRows('day', name, stretches)
            const sums = totals.map((total) => csvFigure(valueOf(total)))
            return [[...head, 'running_total_usd'], ...rows.map((row, at) => [...row, sums[at]])]
          },
        }}
      />
      {left && <p className="text-caption text-ink-3">In no bar: {left}.</p>}
    </Section>
  )
}

const dayName = (day: string): string => formatInstant(Date.parse(day), 'day')

/** The total at the end of each day, as far as all days before it are known. */
function runningTotals(stretches: readonly Stretch[]): Stretch[] {
  let total: Stretch = { key: 'total', sum: NO_SUM, isWhole: true }
  return stretches.map(({ sum, isWhole }) => {
    total = { ...total, sum: together([total.sum, sum]), isWhole: total.isWhole && isWhole }
    return total
  })
}

function dayFigures(
  stretches: readonly Stretch[],
  totals: readonly Stretch[],
  chosen: string | undefined,
): TimeFigures {
  const along = stretches.map(({ key }) => String(Number(key.slice(8))))
  const bars = barFigures(along, stretches, ({ key }) => key === chosen)
  const line = lineOf(
    totals.flatMap((total, at) => {
      const value = valueOf(total)
      return value ? { at, value: toNumber(value) } : []
    }),
  )
  return {
    ...bars,
    series: [...bars.series, { kind: 'line', line, tone: 'accent', width: 1.75 }],
  }
}

type ReadoutProps = { stretch: Stretch | undefined; total: Stretch | undefined }

const Readout = ({ stretch, total }: ReadoutProps) => (
  <span className="flex min-w-0 flex-wrap gap-x-3 text-caption text-ink-3 tabular-nums">
    {stretch && (
      <span className="whitespace-nowrap">
        <span className="font-medium text-ink">{dayName(stretch.key)}</span> <Profit of={stretch} />
        {!isEmpty(stretch.sum) && (
          <span className="@max-[22rem]:sr-only"> {closingText(stretch.sum.closed)}</span>
        )}
      </span>
    )}
    {total && (
      <span className="whitespace-nowrap">
        Total <Profit of={total} />
      </span>
    )}
  </span>
)
