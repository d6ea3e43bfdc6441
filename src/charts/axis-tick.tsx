import { COLOUR } from './theme.ts'

/** Given by Recharts to the element that draws a tick. */
type GivenByRecharts = {
  x?: number | string
  y?: number | string
  payload?: { value: number }
}

type AxisTickProps = GivenByRecharts & { format: (value: number) => string; width: number }

/** A time under the picture. Labels at the ends stay inside it. */
export function TimeTick({ x, y, payload, format, width }: AxisTickProps) {
  const at = Number(x)
  const anchor = at < 20 ? 'start' : at > width - 20 ? 'end' : 'middle'
  return (
    <text {...TEXT} x={at} y={Number(y) + 10} textAnchor={anchor}>
      {payload && format(payload.value)}
    </text>
  )
}

type ValueTickProps = AxisTickProps & {
  /** Moves the outermost labels inside a low strip. */
  isTight?: boolean | undefined
}

/** A value right of the picture, flush with its right edge. */
export function ValueTick({ y, payload, format, width, isTight = false }: ValueTickProps) {
  const middle = isTight && payload ? (payload.value === 0 ? 6 : 2) : 4
  return (
    <text {...TEXT} x={width} y={Math.max(isTight ? 0 : 12, Number(y) + middle)} textAnchor="end">
      {payload && format(payload.value)}
    </text>
  )
}

const TEXT = { fontSize: 12, fill: COLOUR.label, className: 'tabular-nums' }
