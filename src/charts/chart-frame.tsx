import { TimeLabel, ValueLabel } from './axis-label.tsx'
import { DrawdownStrip } from './drawdown-strip.tsx'
import { LiveMark } from './live-mark.tsx'
import type { Plot, TimeSeriesData } from './plot.ts'
import { COLOUR, DRAWDOWN, TIME_AXIS } from './theme.ts'

type ChartFrameProps = {
  plot: Plot
  data: TimeSeriesData
  formatValue: (value: number) => string
  formatTime: (at: number) => string
}

/** Where the highest label still stands inside the picture. */
const HIGHEST = 12

/**
 * Everything around the lines: grid, labels and the strip below. Bare, since the plot says where all
 * of it stands: with the axes of Recharts it was two fifths of the time that the picture took.
 */
export function ChartFrame({ plot, data, formatValue, formatTime }: ChartFrameProps) {
  const bottom = plot.height - TIME_AXIS
  return (
    <svg width={plot.width} height={plot.height} className="absolute inset-0 overflow-visible">
      {plot.value.ticks.map((tick) => (
        <g key={tick}>
          <path d={`M0 ${plot.y(tick).toFixed(1)}H${plot.plotWidth}`} stroke={COLOUR.grid} />
          <ValueLabel plot={plot} y={Math.max(HIGHEST, plot.y(tick) + 4)}>
            {formatValue(tick)}
          </ValueLabel>
        </g>
      ))}
      {plot.drawdown && data.drawdown && (
        <DrawdownStrip
          plot={plot}
          scale={plot.drawdown}
          points={data.drawdown}
          gaps={data.gaps}
          top={bottom - DRAWDOWN.height}
        />
      )}
      {data.live && <LiveMark plot={plot} live={data.live} points={data.points} gaps={data.gaps} />}
      {plot.time.ticks.map((tick) => (
        <TimeLabel key={tick} plot={plot} at={tick} top={bottom}>
          {formatTime(tick)}
        </TimeLabel>
      ))}
    </svg>
  )
}
