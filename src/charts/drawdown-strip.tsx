import { ValueLabel } from './axis-label.tsx'
import { decimate } from './decimate.ts'
import { type Gaps, withoutGaps } from './gaps.ts'
import type { Line } from './line.ts'
import { pathThrough } from './path.ts'
import type { Plot } from './plot.ts'
import type { Scale } from './scale.ts'
import { COLOUR, DRAWDOWN } from './theme.ts'

type DrawdownStripProps = {
  plot: Plot
  scale: Scale
  points: Line
  top: number
  gaps: Gaps | undefined
}

const percent = (value: number): string => `${String(value).replace('-', '−')}%`

/** How far below its highest value the line above stood. */
export function DrawdownStrip({ plot, scale, points, top, gaps }: DrawdownStripProps) {
  const y = (fall: number) => top + (fall / scale.low) * DRAWDOWN.height
  const parts = withoutGaps(points, gaps).flatMap((part) => {
    const [first, last] = [part.at[0], part.at.at(-1)]
    if (first === undefined || last === undefined) return []
    const path = pathThrough(decimate(part, plot.plotWidth), plot.x, y)
    return { path, ground: `${path}L${plot.x(last)} ${top}H${plot.x(first)}Z` }
  })
  return (
    <g>
      <path d={parts.map(({ ground }) => ground).join('')} fill={COLOUR.downSoft} />
      <path
        d={parts.map(({ path }) => path).join('')}
        fill="none"
        stroke={COLOUR.down}
        strokeWidth={1}
        strokeLinecap="round"
      />
      {scale.ticks.map((tick) => (
        <ValueLabel key={tick} plot={plot} y={y(tick) + (tick === 0 ? 6 : 2)}>
          {percent(tick)}
        </ValueLabel>
      ))}
    </g>
  )
}
