import { ComposedChart, Line, ReferenceDot, ReferenceLine, XAxis, YAxis } from 'recharts'

import { changes, decimate, nearestIndex, pointOf, withoutGaps } from './line.ts'
import { COLOUR, type Flow, type Plot, type TimeSeriesData } from './plot.ts'

type LineChartProps = { plot: Plot; data: TimeSeriesData; flows: readonly Flow[] }

/** What Recharts draws: all lines, and the flows along them. */
export function LineChart({ plot, data, flows }: LineChartProps) {
  const columns = plot.plotWidth
  const { points } = data
  const parts = withoutGaps(points, data.gaps)
  return (
    <div className="absolute inset-0 [&_svg]:overflow-visible">
      <ComposedChart
        width={columns}
        height={plot.plotHeight}
        margin={NO_MARGIN}
        accessibilityLayer={false}
      >
        <XAxis {...HIDDEN_AXIS} dataKey="at" type="number" domain={[plot.from, plot.to]} />
        <YAxis {...HIDDEN_AXIS} domain={[plot.value.low, plot.value.high]} />
        {data.deposits && (
          <Line {...BARE_SERIES} {...STEPS} data={changes(data.deposits)} type="stepAfter" />
        )}
        {data.comparison &&
          withoutGaps(data.comparison, data.gaps)
            .filter(isLine)
            .map((part, index) => (
              <Line
                key={`comparison ${index}`}
                {...BARE_SERIES}
                {...COMPARISON}
                data={decimate(part, columns)}
                type="linear"
              />
            ))}
        {parts.filter(isLine).map((part, index) => (
          <Line
            key={index}
            {...BARE_SERIES}
            {...VALUE}
            data={decimate(part, columns)}
            type="linear"
          />
        ))}
        {labelledFlows(flows, plot).map((flow) => (
          <ReferenceLine
            key={`${flow.at} ${flow.label}`}
            segment={[
              { x: flow.at, y: plot.value.low },
              { x: flow.at, y: points.value[nearestIndex(points.at, flow.at)] ?? 0 },
            ]}
            stroke={COLOUR.comparison}
            strokeDasharray="2 3"
            label={<FlowMark text={flow.text} isLeft={flow.isLeft} plotHeight={plot.plotHeight} />}
          />
        ))}
        {parts.map((part, index) => {
          const only = part.at.length === 1 ? pointOf(part, 0) : undefined
          return (
            only && (
              <ReferenceDot
                key={index}
                x={only.at}
                y={only.value}
                r={points.at.length === 1 ? 3 : 1.75}
                fill={COLOUR.value}
                stroke="none"
              />
            )
          )
        })}
      </ComposedChart>
    </div>
  )
}

/** Of a single point Recharts makes a dot of its own, in other colours. */
const isLine = ({ at }: { at: Float64Array }): boolean => at.length > 1

/** No motion, no dots, no axes but ours. */
const BARE_SERIES = {
  dataKey: 'value',
  isAnimationActive: false,
  dot: false,
  activeDot: false,
  connectNulls: true,
} as const
const HIDDEN_AXIS = { hide: true, allowDataOverflow: true } as const
const NO_MARGIN = { top: 0, right: 0, bottom: 0, left: 0 }

/** Each line has points of its own: rows for all of them would be drawn by each of them. */
const VALUE = { stroke: COLOUR.value, strokeWidth: 1.75 }
const COMPARISON = { stroke: COLOUR.comparison, strokeWidth: 1 }
const STEPS = { ...COMPARISON, strokeDasharray: '2 3' }

const GLYPH = 22
const LETTER = 6.6
const NARROW_FLOWS = 500

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
    const fits = plot.plotWidth >= NARROW_FLOWS && (isLeft || x + room <= limit)
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
