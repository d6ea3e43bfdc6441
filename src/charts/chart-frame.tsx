import {
  decimate,
  type Gaps,
  type Line,
  lineOf,
  pathThrough,
  type Point,
  pointOf,
  withoutGaps,
} from './line.ts'
import { COLOUR, DRAWDOWN, type Plot, TIME_AXIS, type TimeSeriesData } from './plot.ts'
import type { Scale } from './scale.ts'

type ChartFrameProps = {
  plot: Plot
  data: TimeSeriesData
  formatValue: (value: number) => string
  formatTime: (at: number) => string
}

/** Where the highest label still stands inside the picture. */
const HIGHEST = 12

/**
 * Everything around the lines: grid, labels and the strip below. Bare, since the plot says where all
 * of it stands: with the axes of Recharts it was two fifths of the time that the picture took.
 */
export function ChartFrame({ plot, data, formatValue, formatTime }: ChartFrameProps) {
  const bottom = plot.height - TIME_AXIS
  return (
    <svg width={plot.width} height={plot.height} className="absolute inset-0 overflow-visible">
      {plot.value.ticks.map((tick) => (
        <g key={tick}>
          <path d={`M0 ${plot.y(tick).toFixed(1)}H${plot.plotWidth}`} stroke={COLOUR.grid} />
          <ValueLabel plot={plot} y={Math.max(HIGHEST, plot.y(tick) + 4)}>
            {formatValue(tick)}
          </ValueLabel>
        </g>
      ))}
      {plot.drawdown && data.drawdown && (
        <DrawdownStrip
          plot={plot}
          scale={plot.drawdown}
          points={data.drawdown}
          gaps={data.gaps}
          top={bottom - DRAWDOWN.height}
        />
      )}
      {data.live && <LiveMark plot={plot} live={data.live} points={data.points} gaps={data.gaps} />}
      {plot.time.ticks.map((tick) => (
        <TimeLabel key={tick} plot={plot} at={tick} top={bottom}>
          {formatTime(tick)}
        </TimeLabel>
      ))}
    </svg>
  )
}

type TimeLabelProps = { plot: Plot; at: number; top: number; children: string }

const TIME_BASELINE = 18
const LABEL_EDGE = 20

/** A time under the picture. Labels at the ends stay inside it. */
function TimeLabel({ plot, at, top, children }: TimeLabelProps) {
  const x = plot.x(at)
  const anchor = x < LABEL_EDGE ? 'start' : x > plot.plotWidth - LABEL_EDGE ? 'end' : 'middle'
  return (
    <text {...LABEL_TEXT} x={x} y={top + TIME_BASELINE} textAnchor={anchor}>
      {children}
    </text>
  )
}

type ValueLabelProps = { plot: Plot; y: number; children: string }

/** A value right of the picture, flush with its right edge. */
const ValueLabel = ({ plot, y, children }: ValueLabelProps) => (
  <text {...LABEL_TEXT} x={plot.width} y={y} textAnchor="end">
    {children}
  </text>
)

const LABEL_TEXT = { fontSize: 12, fill: COLOUR.label, className: 'tabular-nums' }

type DrawdownStripProps = {
  plot: Plot
  scale: Scale
  points: Line
  top: number
  gaps: Gaps | undefined
}

const percent = (value: number): string => `${String(value).replace('-', '−')}%`

/** How far below its highest value the line above stood. */
function DrawdownStrip({ plot, scale, points, top, gaps }: DrawdownStripProps) {
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

type LiveMarkProps = { plot: Plot; live: Point; points: Line; gaps: Gaps | undefined }

const RADIUS = 3.5
/** In a narrower picture the word would lie on the lines; there the picture's name says it. */
const NARROW = 500
/** Above this a label would leave the picture. */
const HEADROOM = 18

/** The value at this moment: a ring with its word, tied to the last point unless too far from it. */
function LiveMark({ plot, live, points, gaps }: LiveMarkProps) {
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
