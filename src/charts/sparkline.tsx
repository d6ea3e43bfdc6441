import type { ReactNode } from 'react'

import { classNames } from '#ui/class-names.ts'

import { spanOf } from './line.ts'

const SIZE = { width: 64, height: 20 }

/** Shape of a few values, without scale or text; the figure beside it gives the value. */
export function Sparkline({ values }: { values: readonly number[] }) {
  if (values.length < 2) return null
  const low = Math.min(...values)
  const span = spanOf(low, Math.max(...values))
  const line = values.map((value, index) => {
    const x = (index / (values.length - 1)) * SIZE.width
    const y = 1 + (1 - (value - low) / span) * (SIZE.height - 2)
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  })
  return (
    <svg {...SIZE} aria-hidden="true" className="inline-block align-middle">
      <path d={`M${line.join('L')}`} fill="none" stroke="var(--text-3)" strokeWidth={1.25} />
    </svg>
  )
}

type RangeSparklineProps = {
  label: string
  /** Oldest first, evenly spaced; empty draws only the range. */
  values: readonly number[]
  /** Bounds of the range, such as the lower and upper price of a grid. */
  lower: number
  upper: number
  last: number | undefined
  /** The last value has left the range. */
  isCaution?: boolean | undefined
  isStopped?: boolean | undefined
  /** Dots over a thin line; `x` is 0 at the first value and 1 at the last. */
  fills?: readonly RangeFill[] | undefined
  bounds?: { lower: ReactNode; upper: ReactNode } | undefined
  /** In px. */
  height?: number
  className?: string | undefined
}

export type RangeFill = { x: number; value: number; isBuy: boolean }

const WIDTH = 120
const EDGE = 4
/** Height of a bound's name, in px. */
const LINE = 16

/** Values over their expected range; the last is a dot. */
export function RangeSparkline(props: RangeSparklineProps) {
  const { label, values, lower, upper, last, fills, bounds, height = 28, className } = props
  const drawn = last === undefined ? values : [...values, last]
  const seen = [...drawn, ...(fills ?? []).map(({ value }) => value)]
  const low = Math.min(lower, ...seen)
  const span = spanOf(low, Math.max(upper, ...seen))
  const y = (value: number) => EDGE + (1 - (value - low) / span) * (height - 2 * EDGE)
  const x = (index: number) => (index / Math.max(1, drawn.length - 1)) * WIDTH
  const line = drawn.map((value, index) => `${x(index).toFixed(1)} ${y(value).toFixed(1)}`)
  const dotted = (place: number, step: number) => (Math.round(place / step) * step).toFixed(1)
  // Overlapping dots are merged.
  const dots = (side: boolean) =>
    Array.from(
      new Set(
        fills
          ?.filter(({ isBuy }) => isBuy === side)
          .map((fill) => `M${dotted(fill.x * WIDTH, 2)} ${dotted(y(fill.value), 4)}h0`),
      ),
    ).join('')
  const top = Math.min(y(upper), y(lower) - LINE)
  return (
    <span
      role="img"
      aria-label={label}
      className={classNames('relative inline-block w-30 align-middle', className)}
      style={{ height }}
    >
      <svg
        viewBox={`0 0 ${WIDTH} ${height}`}
        preserveAspectRatio="none"
        className="absolute inset-y-0 left-0 h-full w-[calc(100%-0.375rem)] overflow-visible *:fill-none *:[vector-effect:non-scaling-stroke]"
      >
        <rect
          y={y(upper)}
          width={WIDTH}
          height={Math.max(1, y(lower) - y(upper))}
          className="fill-hover!"
        />
        <path d={`M0 ${y(upper)}H${WIDTH}M0 ${y(lower)}H${WIDTH}`} stroke="var(--hairline-2)" />
        {values.length === 0 && last !== undefined && (
          <path d={`M0 ${y(last)}H${WIDTH}`} stroke="var(--edge)" strokeDasharray="3 3" />
        )}
        {line.length > 1 && (
          <path
            d={`M${line.join('L')}`}
            stroke={fills ? 'var(--text-3)' : 'var(--text)'}
            strokeWidth={fills ? 1 : 1.25}
            strokeLinejoin="round"
          />
        )}
        {fills && (
          <g strokeWidth={3.8} strokeLinecap="round">
            <path d={dots(true)} stroke="var(--up)" vectorEffect="non-scaling-stroke" />
            <path d={dots(false)} stroke="var(--down)" vectorEffect="non-scaling-stroke" />
          </g>
        )}
      </svg>
      {last !== undefined && (
        <span
          className={classNames(
            'absolute right-0.5 size-2 -translate-y-1/2 border',
            props.isStopped === true ? 'border-canvas bg-edge' : 'rounded-full',
            props.isStopped !== true &&
              (props.isCaution === true ? 'border-caution bg-canvas' : 'border-canvas bg-ink'),
          )}
          style={{ top: `${(y(last) / height) * 100}%` }}
        />
      )}
      {bounds && (
        <span className="absolute inset-y-0 left-full pl-2 text-caption text-ink-3 tabular-nums">
          <span className="absolute -translate-y-1/2" style={{ top }}>
            {bounds.upper}
          </span>
          <span
            className="absolute -translate-y-1/2"
            style={{ top: Math.max(y(lower), top + LINE) }}
          >
            {bounds.lower}
          </span>
        </span>
      )}
    </span>
  )
}
