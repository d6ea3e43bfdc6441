import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { HIDDEN } from '#money/format.ts'
import { formatInstant } from '#ui/instant.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { ChartCursor } from './chart-cursor.tsx'
import type { Flow } from './flow-mark.tsx'
import type { Gaps } from './gaps.ts'
import type { Line, Point } from './line.ts'
import { LinePicture } from './line-picture.tsx'
import { plotOf } from './plot.ts'
import { useWidth } from './use-width.ts'

type TimeSeriesProps = {
  /** Names the picture with its period and its first and last value. */
  label: string
  points: Line
  comparison?: Line | undefined
  /** What was paid in so far, drawn as steps. */
  deposits?: Line | undefined
  /** Percent points below the highest value so far: 0 or less. */
  drawdown?: Line | undefined
  flows?: readonly Flow[] | undefined
  /** What is known of missing points. */
  gaps?: Gaps | undefined
  /** The value at this moment, drawn apart from the points. */
  live?: Point | undefined
  /** Height of the value plot in px; a narrow screen takes about half of it. */
  height?: number | undefined
  formatValue: (value: number) => string
  /** The fixed line above the picture; without an instant nothing is pointed at. */
  readout: (at: number | undefined) => ReactNode
  /** What the keyboard cursor says at an instant. */
  describe: (at: number) => string
  /** Told of a stretch that was drawn in the picture with the mouse. */
  onSelect?: ((from: number, to: number) => void) | undefined
}

const NO_FLOWS: readonly Flow[] = []

/** One quantity over time. Its cursor and readout live outside the picture and never redraw it. */
export function TimeSeries(props: TimeSeriesProps) {
  const { label, points, comparison, deposits, drawdown, flows = NO_FLOWS, height = 236 } = props
  const { gaps, live } = props
  const { formatValue, readout, describe } = props
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
