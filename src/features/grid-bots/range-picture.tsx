import { useWidth } from '#charts/use-width.ts'

type Mark = { price: number; label: string }

type RangePictureProps = {
  label: string
  /** The oldest first. */
  points: readonly { at: number; value: number }[]
  lines: readonly { price: number; state: 'sell' | 'buy' | 'waiting' | 'empty' }[]
  lower: Mark
  upper: Mark
  /** The prices that are written beside the picture, unless the last price stands there. */
  marks: readonly Mark[]
  last: Mark
}

const HEIGHT = 216
const EDGE = 13
/** What a digit takes, and the room between picture and labels. */
const DIGIT = 7.4
const GAP = 18
/** More lines than this would be a grey wall: only the range's two are drawn. */
const MOST_LINES = 60
const LABEL = 18

const STROKES = {
  sell: { stroke: 'var(--down)', strokeOpacity: 0.42, strokeDasharray: undefined },
  buy: { stroke: 'var(--up)', strokeOpacity: 0.42, strokeDasharray: undefined },
  waiting: { stroke: 'var(--text-3)', strokeOpacity: 0.42, strokeDasharray: '2 3' },
  empty: { stroke: 'var(--text-3)', strokeOpacity: 0.3, strokeDasharray: undefined },
}

/** The price over the lines of a grid; the range's two ends and the last price are labelled. */
export function RangePicture(props: RangePictureProps) {
  const { label, points, lines, lower, upper, marks, last } = props
  const [box, width] = useWidth<HTMLDivElement>()
  const values = [...points.map(({ value }) => value), lower.price, upper.price, last.price]
  const low = Math.min(...values)
  const high = Math.max(...values)
  const longest = Math.max(...[...marks, last].map((mark) => mark.label.length))
  const plot = Math.max(0, width - longest * DIGIT - GAP)
  const from = points[0]?.at ?? 0
  const span = (points.at(-1)?.at ?? 1) - from || 1
  // Half pixels, so that a line of one pixel is one pixel.
  const y = (price: number) => EDGE + (1 - (price - low) / (high - low || 1)) * (HEIGHT - 2 * EDGE)
  const lineAt = (price: number) => Math.round(y(price)) + 0.5
  const path = points
    .map(
      ({ at, value }) => `${(((at - from) / span) * (plot - 6)).toFixed(1)} ${y(value).toFixed(1)}`,
    )
    .join('L')
  const drawn =
    lines.length > MOST_LINES
      ? [lower, upper].map(({ price }) => ({ price, state: 'empty' as const }))
      : lines
  const labels = marks.filter(({ price }) => Math.abs(y(price) - y(last.price)) >= LABEL)
  return (
    <div ref={box} className="h-54">
      {width > 0 && (
        <svg role="img" aria-label={label} width={width} height={HEIGHT} className="block">
          {drawn.map(({ price, state }, index) => (
            <path key={index} d={`M0 ${lineAt(price)}H${plot}`} {...STROKES[state]} />
          ))}
          {path !== '' && (
            <path
              d={`M${path}`}
              fill="none"
              stroke="var(--text)"
              strokeWidth={1.25}
              strokeLinejoin="round"
            />
          )}
          <circle
            cx={plot - 6}
            cy={y(last.price)}
            r={3.5}
            fill="var(--text)"
            stroke="var(--canvas)"
            strokeWidth={2}
          />
          {labels.map((mark) => (
            <text key={mark.label} {...TEXT} x={width} y={y(mark.price) + 4} fill="var(--text-3)">
              {mark.label}
            </text>
          ))}
          <text {...TEXT} x={width} y={y(last.price) + 4} fill="var(--text)" fontWeight={500}>
            {last.label}
          </text>
        </svg>
      )}
    </div>
  )
}

const TEXT = { textAnchor: 'end', fontSize: 12, className: 'tabular-nums' } as const
