import { nearestIndex } from './line.ts'
import { type Bar, mainLine, type Plan, type TimeFigures } from './time-chart-plan.ts'

const HALO = 'stroke-canvas stroke-3 [paint-order:stroke] tabular-nums'
const WORDS = { fontSize: 12, fill: 'var(--text-2)', className: HALO }
const DIAMOND = { size: 5.5, room: 11, above: 9 }
const MIDDLE = 4

type MarksProps = { figures: TimeFigures; plan: Plan }

export const Dashes = ({ bars, plan }: { bars: readonly Bar[]; plan: Plan }) =>
  bars.map(
    ({ value }, at) =>
      value === undefined && (
        <text {...WORDS} key={at} x={plan.x(at)} y={plan.barY(0) - 5} textAnchor="middle">
          —
        </text>
      ),
  )

/** Events: a dotted line to the last line, a diamond at the foot, and text if it fits. */
export function Marks({ figures, plan }: MarksProps) {
  const line = mainLine(figures)?.line
  const marks = (figures.marks ?? []).filter(({ at }) => at >= plan.from && at <= plan.to)
  const { size, room, above } = DIAMOND
  const foot = plan.plotHeight - above
  const places = labelPlaces(marks, plan)
  return marks.map(({ at, label }, index) => {
    const x = plan.x(at)
    const place = places[index]
    const top = line ? plan.y(line.value[nearestIndex(line.at, at)] ?? 0) : 0
    return (
      <g key={at}>
        <path d={`M${x} ${plan.plotHeight}V${top}`} stroke="var(--text-3)" strokeDasharray="2 3" />
        <path
          d={`M${x} ${foot - size}l${size} ${size}-${size} ${size}-${size}-${size}z`}
          stroke="var(--text-2)"
          fill="var(--canvas)"
        />
        {place && (
          <text
            {...WORDS}
            x={x + place.side * room}
            y={foot + MIDDLE - place.row * ROW}
            textAnchor={place.side === 1 ? 'start' : 'end'}
          >
            {label}
          </text>
        )}
      </g>
    )
  })
}

const LETTER = 6.3
const ROW = 17
const ROWS = [0, 1, 2, 3, 4, 5]
/** In px. In a narrower plot, event texts would cover the lines. */
const NARROW = 500
/** Maximum overlap of texts with the axis labels, in px. */
const OVER = 8

type Place = { row: number; side: 1 | -1; from: number; to: number }

/**
 * Positions of event texts: beside the diamond, in the lowest row without overlap of texts and
 * diamonds, and of dotted lines if possible.
 */
export function labelPlaces(
  marks: NonNullable<TimeFigures['marks']>,
  { plotWidth, x }: Pick<Plan, 'plotWidth' | 'x'>,
): (Place | undefined)[] {
  if (plotWidth < NARROW) return []
  const taken: Place[] = []
  return marks.map(({ at, label }) => {
    const length = DIAMOND.room + label.length * LETTER
    const free = ROWS.flatMap((row): Place[] => [
      { row, side: 1, from: x(at), to: x(at) + length },
      { row, side: -1, from: x(at) - length, to: x(at) },
    ]).filter(
      ({ row, from, to }) =>
        from >= 0 &&
        to <= plotWidth + OVER &&
        taken.every((one) => one.row !== row || one.to <= from || one.from >= to),
    )
    const place =
      free.find(({ from, to }) => marks.every((one) => !isWithin(x(one.at), from, to))) ??
      free.find(({ row }) => row > 0)
    if (place) taken.push(place)
    return place
  })
}

const isWithin = (mark: number, from: number, to: number): boolean =>
  mark + DIAMOND.size > from && mark - DIAMOND.size < to && mark !== from && mark !== to

/** Space above in px; higher labels would leave the plot. */
const HEADROOM = 18

/** Ring at the current value, with text if it does not cover the lines. */
export function Now({ figures, plan }: MarksProps) {
  if (!figures.now) return null
  const [x, y] = [plan.x(figures.now.at), plan.y(figures.now.value)]
  const isHigh = y < HEADROOM
  return (
    <>
      <circle
        cx={x}
        cy={y}
        r={3.5}
        fill="var(--canvas)"
        stroke={`var(--${mainLine(figures)?.tone ?? 'accent'})`}
        strokeWidth={1.5}
      />
      {plan.plotWidth >= NARROW && (
        <text {...WORDS} x={isHigh ? x - 8 : x} y={isHigh ? y + MIDDLE : y - 9} textAnchor="end">
          Now
        </text>
      )}
    </>
  )
}
