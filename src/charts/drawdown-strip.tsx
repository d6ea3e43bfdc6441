import { ValueLabel } from './axis-label.tsx'
import { decimate } from './decimate.ts'
import type { Line } from './line.ts'
import { pathThrough } from './path.ts'
import type { Plot } from './plot.ts'
import type { Scale } from './scale.ts'
import { COLOUR, DRAWDOWN } from './theme.ts'

type DrawdownStripProps = { plot: Plot; scale: Scale; points: Line; top: number }

const percent = (value: number): string => `${String(value).replace('-', '−')}%`

/** How far below its highest value the line above stood. */
export function DrawdownStrip({ plot, scale, points, top }: DrawdownStripProps) {
  const y = (fall: number) => top + (fall / scale.low) * DRAWDOWN.height
  const path = pathThrough(decimate(points, plot.plotWidth), plot.x, y)
  return (
    <g>
      <path d={`${path}V${top}H0Z`} fill={COLOUR.downSoft} />
      <path d={path} fill="none" stroke={COLOUR.down} strokeWidth={1} />
      {scale.ticks.map((tick) => (
        <ValueLabel key={tick} plot={plot} y={y(tick) + (tick === 0 ? 6 : 2)}>
          {percent(tick)}
        </ValueLabel>
      ))}
    </g>
  )
}
