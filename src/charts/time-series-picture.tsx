import { memo } from 'react'
import {
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceDot,
  ReferenceLine,
  XAxis,
  YAxis,
} from 'recharts'
import { TimeTick, ValueTick } from './axis-tick.tsx'
import { BARE_AXIS, BARE_SERIES, NO_MARGIN, timeAxisOf } from './bare.ts'
import { changes, decimate } from './decimate.ts'
import { DrawdownStrip } from './drawdown-strip.tsx'
import { type Flow, FlowMark, labelledFlows } from './flow-mark.tsx'
import { withoutGaps } from './gaps.ts'
import { nearestIndex, pointOf } from './line.ts'
import type { Plot, TimeSeriesData } from './plot.ts'
import { COLOUR, TIME_AXIS } from './theme.ts'

export type TimeSeriesPictureProps = {
  plot: Plot
  data: TimeSeriesData
  flows: readonly Flow[]
  formatValue: (value: number) => string
  formatTime: (at: number) => string
}

/** What Recharts draws. It is drawn again for new data or a new width, never for the cursor. */
export const TimeSeriesPicture = memo(function TimeSeriesPicture(props: TimeSeriesPictureProps) {
  const { plot, data, flows, formatValue, formatTime } = props
  const columns = plot.plotWidth
  const { points } = data
  const only = points.at.length === 1 ? pointOf(points, 0) : undefined
  return (
    <div className="absolute inset-0 [&_svg]:overflow-visible">
      <ComposedChart
        width={plot.width}
        height={plot.plotHeight + (plot.drawdown ? 0 : TIME_AXIS)}
        margin={NO_MARGIN}
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} syncWithTicks stroke={COLOUR.grid} />
        <XAxis
          {...timeAxisOf(plot)}
          hide={plot.drawdown !== undefined}
          height={TIME_AXIS}
          tick={<TimeTick format={formatTime} width={columns} />}
        />
        <YAxis
          {...BARE_AXIS}
          orientation="right"
          width={plot.width - columns}
          domain={[plot.value.low, plot.value.high]}
          ticks={[...plot.value.ticks]}
          tick={<ValueTick format={formatValue} width={plot.width} />}
        />
        {data.deposits && (
          <Line {...BARE_SERIES} {...STEPS} data={changes(data.deposits)} type="stepAfter" />
        )}
        {data.comparison && (
          <Line
            {...BARE_SERIES}
            {...COMPARISON}
            data={decimate(data.comparison, columns)}
            type="linear"
          />
        )}
        {withoutGaps(points).map((part) => (
          <Line
            key={part.at[0]}
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
        {only && (
          <ReferenceDot x={only.at} y={only.value} r={3} fill={COLOUR.value} stroke="none" />
        )}
      </ComposedChart>
      {plot.drawdown && data.drawdown && (
        <DrawdownStrip
          plot={plot}
          scale={plot.drawdown}
          points={data.drawdown}
          formatTime={formatTime}
        />
      )}
    </div>
  )
})

/** Each line has points of its own: rows for all of them would be drawn by each of them. */
const VALUE = { stroke: COLOUR.value, strokeWidth: 1.75 }
const COMPARISON = { stroke: COLOUR.comparison, strokeWidth: 1 }
const STEPS = { ...COMPARISON, strokeDasharray: '2 3' }
