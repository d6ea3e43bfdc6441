import { decimate } from './decimate.ts'
import { withoutGaps } from './gaps.ts'
import type { Line } from './line.ts'
import type { Plot } from './plot.ts'
import { COLOUR } from './theme.ts'

type LineSketchProps = { plot: Plot; points: Line }

/** The value line alone, at its final place, while the chart's code is on its way. */
export function LineSketch({ plot, points }: LineSketchProps) {
  const path = withoutGaps(points)
    .map((part) =>
      decimate(part, plot.plotWidth)
        .map((point) => `${plot.x(point.at).toFixed(1)} ${plot.y(point.value).toFixed(1)}`)
        .join('L'),
    )
    .join('M')
  return (
    <svg width={plot.width} height={plot.height} className="absolute inset-0">
      {plot.value.ticks.map((tick) => (
        <path
          key={tick}
          d={`M0 ${plot.y(tick).toFixed(1)}h${plot.plotWidth}`}
          stroke={COLOUR.grid}
        />
      ))}
      {path !== '' && <path d={`M${path}`} fill="none" stroke={COLOUR.value} strokeWidth={1.75} />}
    </svg>
  )
}
