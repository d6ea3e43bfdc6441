import { useMemo } from 'react'

import { LegendMark, ReadoutItem } from '#charts/chart-export.tsx'
import { type Line, lineOf } from '#charts/line.ts'
import { TimeChart } from '#charts/time-chart.tsx'
import type { TimeFigures } from '#charts/time-chart-plan.ts'
import { useFiguresSource } from '#market/figures-source.ts'
import { toNumber } from '#money/decimal.ts'
import { formatPercent } from '#money/format.ts'
import { csvFigure } from '#ui/csv.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { formatInstant } from '#ui/instant.ts'
import { Percent } from '#ui/amount.tsx'

import { type Comparison, keyOf, momentAt } from './comparison.ts'
import { type Look } from './looks.ts'
import type { Measure } from './search.ts'

export type Drawn = { comparison: Comparison; look: Look }

const NAMES: Record<Measure, string> = {
  day: 'Realised profit per day, in % of the capital',
  total: 'Realised profit, in % of the capital',
}
/** Daily percentages are small. */
export const MEASURE_PLACES: Record<Measure, number> = { day: 3, total: 2 }

/** Realised profit of each bot in percent of its capital, as lines over the same time. */
export function CompareChart({ drawn, measure }: { drawn: readonly Drawn[]; measure: Measure }) {
  const { timeZone } = useDisplayPreferences()
  const source = useFiguresSource('All accounts')
  const figures = useMemo(() => figuresOf(drawn, measure), [drawn, measure])
  const stops = useMemo(() => instantsOf(drawn, measure), [drawn, measure])
  const end = stops.at(-1) ?? 0
  const places = MEASURE_PLACES[measure]
  const valueAt = (comparison: Comparison, at: number) => momentAt(comparison, at)?.[measure]
  const words = (at: number) =>
    drawn.map(({ comparison }) => {
      const value = valueAt(comparison, at)
      const figure =
        value === undefined ? 'unknown' : formatPercent(value, { places, signed: true })
      return `${comparison.bot.name} ${figure}`
    })
  const day = (at: number | undefined) => formatInstant(at ?? 0, 'date', timeZone)
  const label = `${NAMES[measure]}, ${day(stops[0])} to ${day(end)}: ${words(end).join(', ')}`
  const readoutAt = (at = end) => (
    <>
      <span className="min-w-28 font-medium tabular-nums">
        {formatInstant(at, 'minute', timeZone)}
      </span>
      {drawn.map(({ comparison, look }) => (
        <ReadoutItem
          key={keyOf(comparison)}
          mark={<LegendMark {...look} />}
          name={<span className="max-w-40 truncate">{comparison.bot.name}</span>}
        >
          <Percent
            value={valueAt(comparison, at)}
            reason="It had not run for long enough."
            signed
            glyph={false}
            places={places}
          />
        </ReadoutItem>
      ))}
    </>
  )
  return (
    <TimeChart
      name="comparison"
      label={label}
      figures={figures}
      height={260}
      stops={stops}
      describe={(at) => `${formatInstant(at, 'minute', timeZone)}: ${words(at).join(', ')}`}
      readout={readoutAt}
      file={{
        name: `comparison-${measure}`,
        title: label,
        source,
        hasAmounts: false,
        rows: () => [
          ['time', ...drawn.map(({ comparison }) => `${comparison.bot.name}, %`)],
          ...Array.from(stops, (at) => [
            new Date(at).toISOString(),
            ...drawn.map(({ comparison }) => csvFigure(valueAt(comparison, at))),
          ]),
        ],
      }}
    />
  )
}

const figuresOf = (drawn: readonly Drawn[], measure: Measure): TimeFigures => ({
  along: 'time',
  unit: { isAmount: false, suffix: '%', signed: true },
  series: drawn.map(({ comparison, look }) => ({
    kind: 'line',
    line: lineBy(comparison, measure),
    name: comparison.bot.name,
    ...look,
  })),
})

const lineBy = ({ points }: Comparison, measure: Measure): Line =>
  lineOf(
    points.flatMap(({ at, [measure]: value }) =>
      value === undefined ? [] : { at, value: toNumber(value) },
    ),
  )

function instantsOf(drawn: readonly Drawn[], measure: Measure): Float64Array {
  const instants = drawn.flatMap(({ comparison }) => [...lineBy(comparison, measure).at])
  return Float64Array.from(new Set(instants)).toSorted()
}
