import { ComposedChart, Line, ReferenceDot, XAxis, YAxis } from 'recharts'

import { changes, decimate, pointOf, withoutGaps } from './line.ts'
import type { Picture, Series } from './picture.ts'
import { colourOf, type Plot } from './plot.ts'

type LineChartProps = { plot: Plot; picture: Picture }

/** What Recharts draws: the lines and the steps of a picture. */
export function LineChart({ plot, picture }: LineChartProps) {
  return (
    <div className="pointer-events-none absolute inset-0 [&_svg]:overflow-visible">
      <ComposedChart
        width={plot.plotWidth}
        height={plot.plotHeight}
        margin={NO_MARGIN}
        accessibilityLayer={false}
      >
        <XAxis {...HIDDEN_AXIS} dataKey="at" type="number" domain={[plot.from, plot.to]} />
        <YAxis {...HIDDEN_AXIS} domain={[plot.value.low, plot.value.high]} />
        {picture.series.flatMap((series, index) => elementsOf(series, plot, index))}
      </ComposedChart>
    </div>
  )
}

/** A line has a part for each of its gaps; of a single point Recharts would make a dot of its own. */
function elementsOf(series: Series, plot: Plot, place: number) {
  if (series.kind !== 'line' && series.kind !== 'steps') return []
  const stroke = colourOf(series.tone)
  const style = { stroke, strokeWidth: series.width ?? 1, strokeDasharray: series.dash ?? '' }
  if (series.kind === 'steps') {
    return [
      <Line key={place} {...BARE_SERIES} {...style} data={changes(series.line)} type="stepAfter" />,
    ]
  }
  return withoutGaps(series.line, series.gaps).map((part, index) => {
    const key = `${place} ${index}`
    const only = part.at.length === 1 ? pointOf(part, 0) : undefined
    return only ? (
      <ReferenceDot
        key={key}
        x={only.at}
        y={only.value}
        r={series.line.at.length === 1 ? 3 : 1.75}
        fill={stroke}
        stroke="none"
      />
    ) : (
      <Line
        key={key}
        {...BARE_SERIES}
        {...style}
        data={decimate(part, plot.plotWidth)}
        type="linear"
      />
    )
  })
}

/** No motion, no dots, no axes but ours. Each line has points of its own: rows for all of them would be drawn by each. */
const BARE_SERIES = {
  dataKey: 'value',
  isAnimationActive: false,
  dot: false,
  activeDot: false,
  connectNulls: true,
} as const
const HIDDEN_AXIS = { hide: true, allowDataOverflow: true } as const
const NO_MARGIN = { top: 0, right: 0, bottom: 0, left: 0 }
