import type { Plot } from './plot.ts'
import { COLOUR } from './theme.ts'

const GLYPH = 22
const LETTER = 6.6
const NARROW = 500

/** Money that came in or went out, marked under the lines. */
export type Flow = { at: number; label: string }

type LabelledFlow = Flow & { text: string; isLeft: boolean }

/** Flows inside the picture; a label is left out where the next mark would run into it. */
export function labelledFlows(flows: readonly Flow[], plot: Plot): LabelledFlow[] {
  const inside = flows.filter((flow) => flow.at >= plot.from && flow.at <= plot.to)
  let taken = 0
  return inside.map((flow, index) => {
    const x = plot.x(flow.at)
    const room = GLYPH + flow.label.length * LETTER
    const next = inside[index + 1]
    const limit = next ? plot.x(next.at) - GLYPH / 2 : plot.plotWidth
    const isLeft = x + room > limit && x - room >= taken
    const fits = plot.plotWidth >= NARROW && (isLeft || x + room <= limit)
    taken = x + (fits && !isLeft ? room : GLYPH / 2)
    return { ...flow, text: fits ? flow.label : '', isLeft: isLeft && fits }
  })
}

type FlowMarkProps = {
  text: string
  isLeft: boolean
  plotHeight: number
  /** Given by Recharts: where the marked line runs. */
  viewBox?: { x?: number } | undefined
}

/** The diamond at the foot of a flow's line, and its words. */
export function FlowMark({ text, isLeft, plotHeight, viewBox }: FlowMarkProps) {
  const x = viewBox?.x ?? 0
  const y = plotHeight - 9
  return (
    <g>
      <path
        d={`M${x} ${y - 5.5}l5.5 5.5-5.5 5.5-5.5-5.5z`}
        fill={COLOUR.canvas}
        stroke={COLOUR.mark}
        strokeWidth={1}
      />
      <text
        x={x + (isLeft ? -11 : 11)}
        y={y + 4}
        textAnchor={isLeft ? 'end' : 'start'}
        fontSize={12}
        fill={COLOUR.mark}
        className="tabular-nums"
      >
        {text}
      </text>
    </g>
  )
}
