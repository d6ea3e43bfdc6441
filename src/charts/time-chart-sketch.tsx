import type { ReactNode, Ref } from 'react'

import { FOOT, type LineSeries, mainLine, type Plan, type TimeFigures } from './time-chart-plan.ts'

type PictureProps = { figures: TimeFigures; plan: Plan }

type ChartFrameProps = {
  /** Its width is that of the plan. */
  box?: Ref<HTMLDivElement>
  plan: Plan
  label: string
  picture: ReactNode
  readout?: ReactNode
  menu?: ReactNode
  children?: ReactNode
}

/** A chart's readout and menu above its picture, which needs a width. */
export function ChartFrame(props: ChartFrameProps) {
  const { box, plan, label, picture, readout, menu, children } = props
  return (
    <figure className="@container">
      <figcaption className="flex items-start gap-x-3 contain-layout">
        <div className="flex min-h-9 min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1 py-1 max-sm:gap-x-3">
          {readout}
        </div>
        {menu}
      </figcaption>
      <div ref={box} className="relative" style={{ height: plan.height }}>
        {plan.width > 0 && (
          <>
            <div role="img" aria-label={label} className="absolute inset-0">
              {picture}
            </div>
            {children}
          </>
        )}
      </div>
    </figure>
  )
}

const LABEL = { fontSize: 12, fill: 'var(--text-3)', className: 'tabular-nums' }
const MIDDLE = 4
const HIGHEST = 8

/** Grid, axes and labels, drawn once below the lines. */
export function Ground({ figures, plan }: PictureProps) {
  const { width, height, plotWidth, plotHeight, value, strip, feet, y, barY } = plan
  const isByName = figures.along !== 'time'
  const hasBars = figures.series.some(({ kind }) => kind === 'bars')
  const rule = (at: number, token: string) => (
    <line
      key={`${at} ${token}`}
      x2={plotWidth}
      y1={at}
      y2={at}
      stroke={`var(--${token})`}
      shapeRendering="crispEdges"
    />
  )
  return (
    <svg width={width} height={height} className="absolute inset-0">
      {value.ticks.map((tick) => rule(tick.y, 'hairline'))}
      {y(0) > 0 && y(0) < plotHeight && rule(y(0), 'hairline-2')}
      {hasBars && barY(0) !== y(0) && rule(barY(0), 'hairline-2')}
      {isByName && rule(height - FOOT, 'hairline-2')}
      {strip && rule(height - FOOT, 'hairline')}
      {[...value.ticks, ...(strip?.ticks ?? [])].map(({ y: at, text }) => (
        <text
          {...LABEL}
          key={`${at} ${text}`}
          x={width}
          y={Math.max(HIGHEST, at) + MIDDLE}
          textAnchor="end"
        >
          {text}
        </text>
      ))}
      {feet.map(({ at, x, text, anchor }) => (
        <text {...LABEL} key={at} x={x} y={height - 10} textAnchor={anchor}>
          {text}
        </text>
      ))}
    </svg>
  )
}

export function FirstLine({ figures, plan }: PictureProps) {
  const main = mainLine(figures)
  return (
    main && (
      <svg width={plan.width} height={plan.height} className="absolute inset-0">
        <path d={pathOf(main, plan)} {...strokeOf(main)} />
      </svg>
    )
  )
}

/** With three decimals, like Recharts. */
const pathOf = (series: LineSeries, { x, y, points }: Plan): string =>
  points(series)
    .map(({ at, value }, index, all) =>
      value === null
        ? ''
        : `${all[index - 1]?.value == null ? 'M' : 'L'}${x(at).toFixed(3)},${y(value).toFixed(3)}`,
    )
    .join('')

export const strokeOf = ({ tone, width = 1, dash }: LineSeries) => ({
  stroke: `var(--${tone})`,
  strokeWidth: width,
  ...(dash !== undefined && { strokeDasharray: dash }),
  strokeLinejoin: 'round' as const,
  strokeLinecap: dash === undefined ? ('round' as const) : ('butt' as const),
  fill: 'none',
})
