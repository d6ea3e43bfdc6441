import { decimate } from './decimate.ts'
import { type Gaps, withoutGaps } from './gaps.ts'
import type { Line } from './line.ts'
import { pathThrough } from './path.ts'
import type { Plot } from './plot.ts'
import { COLOUR } from './theme.ts'

type LineSketchProps = { plot: Plot; points: Line; gaps: Gaps | undefined }

/** The value line alone, at its final place, while the chart's code is on its way. */
export function LineSketch({ plot, points, gaps }: LineSketchProps) {
  const path = withoutGaps(points, gaps)
    .map((part) => pathThrough(decimate(part, plot.plotWidth), plot.x, plot.y))
    .join('')
  return (
    <svg width={plot.plotWidth} height={plot.plotHeight} className="absolute inset-0">
      {path !== '' && (
        <path d={path} fill="none" stroke={COLOUR.value} strokeWidth={1.75} strokeLinecap="round" />
      )}
    </svg>
  )
}
