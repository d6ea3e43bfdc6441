import { type LineSeries, mainLine, type Plan, type TimeFigures } from './time-chart-plan.ts'

type SketchProps = { figures: TimeFigures; plan: Plan }

/** The first picture: grid, labels and the last line, where Recharts draws them once it is there. */
export function Sketch({ figures, plan }: SketchProps) {
  const { width, height, plotWidth, value, strip, feet } = plan
  const main = mainLine(figures)
  return (
    <svg width={width} height={height} className="pointer-events-none absolute inset-0">
      {value.ticks.map(({ at, y }) => (
        <line
          key={at}
          x2={plotWidth}
          y1={y}
          y2={y}
          stroke="var(--hairline)"
          shapeRendering="crispEdges"
        />
      ))}
      {main && <path d={pathOf(main, plan)} {...strokeOf(main)} />}
      {[...value.ticks, ...(strip?.ticks ?? [])].map((tick) => (
        <ValueText key={`${tick.y} ${tick.text}`} {...tick} width={width} />
      ))}
      {feet.map((foot) => (
        <FootText key={foot.at} {...foot} height={height} />
      ))}
    </svg>
  )
}

/** The look of a line, as attributes of its path. */
export const strokeOf = ({ tone, width = 1, dash }: LineSeries) => ({
  stroke: `var(--${tone})`,
  strokeWidth: width,
  ...(dash !== undefined && { strokeDasharray: dash }),
  strokeLinejoin: 'round' as const,
  strokeLinecap: dash === undefined ? ('round' as const) : ('butt' as const),
  fill: 'none',
})

/** A number as Recharts writes it: a tenth of a pixel is more than can be seen, a thousandth is what it gives. */
function pathOf(series: LineSeries, { x, y, points }: Plan): string {
  let isBegun = false
  return points(series)
    .map(({ at, value }) => {
      const letter = isBegun ? 'L' : 'M'
      isBegun = value !== null
      return value === null ? '' : `${letter}${x(at).toFixed(3)},${y(value).toFixed(3)}`
    })
    .join('')
}

const LABEL = { fontSize: 12, fill: 'var(--text-3)', className: 'tabular-nums' }
/** From the middle of a label's letters down to the line that they stand on. */
const MIDDLE = 4
const HIGHEST = 8

export const ValueText = ({ y, text, width }: { y: number; text: string; width: number }) => (
  <text {...LABEL} x={width} y={Math.max(HIGHEST, y) + MIDDLE} textAnchor="end">
    {text}
  </text>
)

type FootTextProps = { x: number; text: string; anchor: 'start' | 'middle' | 'end'; height: number }

export const FootText = ({ x, text, anchor, height }: FootTextProps) => (
  <text {...LABEL} x={x} y={height - 10} textAnchor={anchor}>
    {text}
  </text>
)
