import type { Plot } from './plot.ts'
import { COLOUR } from './theme.ts'

type TimeLabelProps = { plot: Plot; at: number; top: number; children: string }

const TIME_BASELINE = 18
const EDGE = 20

/** A time under the picture. Labels at the ends stay inside it. */
export function TimeLabel({ plot, at, top, children }: TimeLabelProps) {
  const x = plot.x(at)
  const anchor = x < EDGE ? 'start' : x > plot.plotWidth - EDGE ? 'end' : 'middle'
  return (
    <text {...TEXT} x={x} y={top + TIME_BASELINE} textAnchor={anchor}>
      {children}
    </text>
  )
}

type ValueLabelProps = { plot: Plot; y: number; children: string }

/** A value right of the picture, flush with its right edge. */
export const ValueLabel = ({ plot, y, children }: ValueLabelProps) => (
  <text {...TEXT} x={plot.width} y={y} textAnchor="end">
    {children}
  </text>
)

const TEXT = { fontSize: 12, fill: COLOUR.label, className: 'tabular-nums' }
