import { Curve, Dot } from 'recharts'

import { changes, decimate, type Point, pointOf, withoutGaps } from './line.ts'
import type { Picture, Series } from './picture.ts'
import { colourOf, type Plot } from './plot.ts'

type LineChartProps = { plot: Plot; picture: Picture }

/**
 * What Recharts draws: the lines and the steps of a picture. Only its shapes: scales, axes and cursor
 * are those of `Plot`, and a `LineChart` of its own would compute all of them again.
 */
export function LineChart({ plot, picture }: LineChartProps) {
  return (
    <svg
      width={plot.plotWidth}
      height={plot.plotHeight}
      className="pointer-events-none absolute inset-0 overflow-visible"
    >
      {picture.series.flatMap((series, index) => elementsOf(series, plot, index))}
    </svg>
  )
}

/** A line has a part for each of its gaps; of a single point there is only a dot. */
function elementsOf(series: Series, plot: Plot, place: number) {
  if (series.kind !== 'line' && series.kind !== 'steps') return []
  const stroke = colourOf(series.tone)
  const style = {
    stroke,
    strokeWidth: series.width ?? 1,
    ...(series.dash !== undefined && { strokeDasharray: series.dash }),
    fill: 'none',
  }
  if (series.kind === 'steps') {
    const points = placed(changes(series.line), plot)
    return [<Curve key={place} {...style} points={points} type="stepAfter" />]
  }
  return withoutGaps(series.line, series.gaps).map((part, index) => {
    const key = `${place} ${index}`
    const only = part.at.length === 1 ? pointOf(part, 0) : undefined
    return only ? (
      <Dot
        key={key}
        cx={plot.x(only.at)}
        cy={plot.y(only.value)}
        r={series.line.at.length === 1 ? 3 : 1.75}
        fill={stroke}
      />
    ) : (
      <Curve key={key} {...style} points={placed(decimate(part, plot.plotWidth), plot)} />
    )
  })
}

const placed = (points: readonly Point[], { x, y }: Plot) =>
  points.map(({ at, value }) => ({ x: x(at), y: y(value) }))
