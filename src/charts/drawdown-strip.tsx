import { Area, ComposedChart, XAxis, YAxis } from 'recharts'
import { TimeTick, ValueTick } from './axis-tick.tsx'
import { decimate } from './decimate.ts'
import { BARE_AXIS, BARE_SERIES, NO_MARGIN, timeAxisOf } from './bare.ts'
import type { Line } from './line.ts'
import type { Plot } from './plot.ts'
import type { Scale } from './scale.ts'
import { COLOUR, DRAWDOWN, TIME_AXIS } from './theme.ts'

type DrawdownStripProps = {
  plot: Plot
  scale: Scale
  points: Line
  formatTime: (at: number) => string
}

const percent = (value: number): string => `${String(value).replace('-', '−')}%`

/** How far below its highest value the line above stood, and the time labels of both. */
export function DrawdownStrip({ plot, scale, points, formatTime }: DrawdownStripProps) {
  return (
    <ComposedChart
      width={plot.width}
      height={DRAWDOWN.height + TIME_AXIS}
      style={{ marginTop: DRAWDOWN.gap }}
      data={decimate(points, plot.plotWidth)}
      margin={NO_MARGIN}
      accessibilityLayer={false}
    >
      <XAxis
        {...timeAxisOf(plot)}
        height={TIME_AXIS}
        tick={<TimeTick format={formatTime} width={plot.plotWidth} />}
      />
      <YAxis
        {...BARE_AXIS}
        orientation="right"
        width={plot.width - plot.plotWidth}
        domain={[scale.low, 0]}
        ticks={[...scale.ticks]}
        tick={<ValueTick format={percent} width={plot.width} isTight />}
      />
      <Area
        {...BARE_SERIES}
        type="linear"
        baseValue={0}
        stroke={COLOUR.down}
        strokeWidth={1}
        fill={COLOUR.downSoft}
        fillOpacity={1}
      />
    </ComposedChart>
  )
}
