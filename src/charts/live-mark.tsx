import { type Gaps, withoutGaps } from './gaps.ts'
import { type Line, lineOf, type Point, pointOf } from './line.ts'
import { pathThrough } from './path.ts'
import type { Plot } from './plot.ts'
import { COLOUR } from './theme.ts'

type LiveMarkProps = { plot: Plot; live: Point; points: Line; gaps: Gaps | undefined }

const RADIUS = 3.5
/** In a narrower picture the word would lie on the lines; its name tells of the ring there. */
const NARROW = 500
/** Above this a label would leave the picture. */
const HEADROOM = 18

/** The value at this moment: a ring with its word, tied to the last point unless too far from it. */
export function LiveMark({ plot, live, points, gaps }: LiveMarkProps) {
  const [x, y] = [plot.x(live.at), plot.y(live.value)]
  const last = pointOf(points, -1)
  const isNear = last && withoutGaps(lineOf([last, live]), gaps).length === 1
  return (
    <g>
      {isNear && (
        <path
          d={pathThrough([last, live], plot.x, plot.y)}
          fill="none"
          stroke={COLOUR.value}
          strokeDasharray="2 3"
        />
      )}
      <circle
        cx={x}
        cy={y}
        r={RADIUS}
        fill={COLOUR.canvas}
        stroke={COLOUR.value}
        strokeWidth={1.5}
      />
      {plot.plotWidth >= NARROW && (
        <text
          x={y < HEADROOM ? x - 8 : x}
          y={y < HEADROOM ? y + 4 : y - 9}
          textAnchor="end"
          fontSize={12}
          fill={COLOUR.mark}
          className="[paint-order:stroke] stroke-canvas stroke-3"
        >
          Now
        </text>
      )}
    </g>
  )
}
