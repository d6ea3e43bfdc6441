import { memo, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react'

import { HIDDEN } from '#money/format.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { formatInstant } from '#ui/instant.ts'
import { Deferred, lazyPanel } from '#ui/lazy-panel.tsx'

import { ChartCursor } from './chart-cursor.tsx'
import { ChartFrame } from './chart-frame.tsx'
import { decimate, type Gaps, type Line, pathThrough, withoutGaps } from './line.ts'
import { COLOUR, type Flow, type Plot, plotOf, type TimeSeriesData } from './plot.ts'
import { useWidth } from './use-width.ts'

type TimeSeriesProps = TimeSeriesData & {
  /** Names the picture with its period and its first and last value. */
  label: string
  flows?: readonly Flow[] | undefined
  /** Height of the value plot in px; a narrow screen takes about half of it. */
  height?: number | undefined
  formatValue: (value: number) => string
  /** The fixed line above the picture; without an instant nothing is pointed at. */
  readout: (at: number | undefined) => ReactNode
  /** What the keyboard cursor says at an instant. */
  describe: (at: number) => string
  /** Called with a period that was dragged with the mouse. */
  onSelect?: ((from: number, to: number) => void) | undefined
}

const NO_FLOWS: readonly Flow[] = []

/** One quantity over time. Its cursor and readout live outside the picture and never redraw it. */
export function TimeSeries(props: TimeSeriesProps) {
  const { points, comparison, deposits, drawdown, gaps, live } = props
  const { label, flows = NO_FLOWS, height = 236, formatValue, readout, describe } = props
  const { areAmountsHidden, timeZone } = useDisplayPreferences()
  const [box, width] = useWidth<HTMLDivElement>()
  const [index, setIndex] = useState<number | undefined>(undefined)

  const data = useMemo(
    () => ({ points, comparison, deposits, drawdown, gaps, live }),
    [points, comparison, deposits, drawdown, gaps, live],
  )
  const plot = useMemo(() => plotOf(data, width, height, timeZone), [data, width, height, timeZone])
  const writeValue = useCallback(
    (value: number) => (areAmountsHidden ? HIDDEN : formatValue(value)),
    [areAmountsHidden, formatValue],
  )
  const writeTime = useCallback(
    (at: number) => formatInstant(at, plot.time.step, timeZone),
    [plot.time.step, timeZone],
  )
  const last = points.at.length - 1
  const chosen = index === undefined ? undefined : points.at[Math.min(index, last)]

  return (
    <figure>
      <figcaption className="contain-layout flex min-h-9 flex-wrap items-center gap-x-5 gap-y-1 py-1 max-sm:gap-x-3">
        {readout(chosen)}
      </figcaption>
      <div ref={box} className="relative" style={{ height: plot.height }}>
        {width > 0 && last >= 0 && (
          <>
            <div role="img" aria-label={label} className="absolute inset-0">
              <LinePicture
                plot={plot}
                data={data}
                flows={flows}
                formatValue={writeValue}
                formatTime={writeTime}
              />
            </div>
            <ChartCursor
              plot={plot}
              points={points}
              index={index}
              onMove={setIndex}
              describe={describe}
              onSelect={props.onSelect}
            />
          </>
        )}
      </div>
    </figure>
  )
}

const LineChart = lazyPanel(() => import('./line-chart.tsx').then((module) => module.LineChart))

type LinePictureProps = {
  plot: Plot
  data: TimeSeriesData
  flows: readonly Flow[]
  formatValue: (value: number) => string
  formatTime: (at: number) => string
}

/**
 * The picture: its frame and its line as a bare path at once, and in the line's place all lines as soon
 * as their code is there. It is drawn again for new data or a new width, never for the cursor.
 */
const LinePicture = memo(function LinePicture(props: LinePictureProps) {
  const { plot, data, flows, formatValue, formatTime } = props
  const sketch = <LineSketch plot={plot} points={data.points} gaps={data.gaps} />
  return (
    <>
      <ChartFrame plot={plot} data={data} formatValue={formatValue} formatTime={formatTime} />
      <Deferred meanwhile={sketch}>
        <Suspense fallback={sketch}>
          <LineChart plot={plot} data={data} flows={flows} />
        </Suspense>
      </Deferred>
    </>
  )
})

type LineSketchProps = { plot: Plot; points: Line; gaps: Gaps | undefined }

/** The value line alone, at its final place, while the chart's code is on its way. */
function LineSketch({ plot, points, gaps }: LineSketchProps) {
  const path = withoutGaps(points, gaps)
    .map((part) => pathThrough(decimate(part, plot.plotWidth), plot.x, plot.y))
    .join('')
  return (
    <svg width={plot.plotWidth} height={plot.plotHeight} className="absolute inset-0">
      {path !== '' && (
        <path d={path} fill="none" stroke={COLOUR.value} strokeWidth={1.75} strokeLinecap="round" />
      )}
    </svg>
  )
}

type LegendMarkProps = { of: 'value' | 'comparison' | 'deposits' }

const LEGEND_LINES = {
  value: { stroke: 'var(--accent)', strokeWidth: 2, strokeDasharray: undefined },
  comparison: { stroke: 'var(--text-3)', strokeWidth: 1, strokeDasharray: undefined },
  deposits: { stroke: 'var(--text-3)', strokeWidth: 1, strokeDasharray: '2 3' },
}

/** The short piece of line before a word in a readout. */
export function LegendMark({ of }: LegendMarkProps) {
  return (
    <svg width="14" height="2" aria-hidden="true" className="flex-none">
      <path d="M0 1h14" {...LEGEND_LINES[of]} />
    </svg>
  )
}
