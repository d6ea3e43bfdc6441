import { spanOf } from './line.ts'

const SIZE = { width: 64, height: 20 }

/** The shape of a few values, without scale or words: a figure beside it says what it comes to. */
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
  /** Says what it shows; heard, not seen. */
  label: string
  /** The oldest first. None draws the range alone. */
  values: readonly number[]
  /** What the values are held against, such as the lower and the upper price of a grid. */
  lower: number
  upper: number
  /** The value now; the line ends there. */
  last: number | undefined
  /** The last value asks for attention: it has left the range. */
  isCaution?: boolean | undefined
  className?: string | undefined
}

const RANGE_SIZE = { width: 120, height: 28 }
/** Room for the dot. */
const EDGE = 4

/** The shape of a few values over the range that they are to stay in, and the last one as a dot. */
export function RangeSparkline(props: RangeSparklineProps) {
  const { label, values, lower, upper, last, isCaution = false, className } = props
  const drawn = last === undefined ? values : [...values, last]
  const low = Math.min(lower, ...drawn)
  const span = spanOf(low, Math.max(upper, ...drawn))
  const { width, height } = RANGE_SIZE
  const y = (value: number) => EDGE + (1 - (value - low) / span) * (height - 2 * EDGE)
  const x = (index: number) => (index / Math.max(1, drawn.length - 1)) * width
  const line = drawn.map((value, index) => `${x(index).toFixed(1)} ${y(value).toFixed(1)}`)
  return (
    <span
      role="img"
      aria-label={label}
      className={`relative inline-block h-7 w-30 align-middle ${className ?? ''}`}
    >
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="absolute inset-y-0 left-0 h-full w-[calc(100%-0.375rem)]"
      >
        <rect
          y={y(upper)}
          width={width}
          height={Math.max(1, y(lower) - y(upper))}
          fill="var(--hover)"
        />
        <path
          d={`M0 ${y(upper)}H${width}M0 ${y(lower)}H${width}`}
          stroke="var(--hairline-2)"
          strokeWidth={1}
          vectorEffect="non-scaling-stroke"
        />
        {values.length === 0 && last !== undefined && (
          <path
            d={`M0 ${y(last)}H${width}`}
            stroke="var(--edge)"
            strokeWidth={1}
            strokeDasharray="3 3"
            vectorEffect="non-scaling-stroke"
          />
        )}
        {line.length > 1 && (
          <path
            d={`M${line.join('L')}`}
            fill="none"
            stroke="var(--text)"
            strokeWidth={1.25}
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
      {last !== undefined && (
        <span
          className={`absolute right-0.5 size-2 -translate-y-1/2 rounded-full border ${isCaution ? 'border-caution bg-canvas' : 'border-canvas bg-ink'}`}
          style={{ top: `${(y(last) / height) * 100}%` }}
        />
      )}
    </span>
  )
}
