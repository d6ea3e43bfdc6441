import { memo, type ReactNode, useMemo, useState } from 'react'

import { useDisplayPreferences } from '#ui/display-preferences.tsx'

import { ChartCursor, type CursorStops } from './chart-cursor.tsx'
import { ChartCaption, ChartExport, type ExportedFile } from './chart-export.tsx'
import { pointOf } from './line.ts'
import { mainSeries, type Picture } from './picture.ts'
import { colourOf, type Plot, plotOf, type Size } from './plot.ts'
import { frameShapes, markShapes, seriesShapes, type Shape } from './shapes.ts'
import { useWidth } from './use-width.ts'

type ChartProps = {
  /** A short name: "Balance", "Profit by week". */
  name: string
  /** The same in words, with its period and its first and last value. */
  label: string
  picture: Picture
  /** Of the plot, 236 px and about half of it where it is narrow, unless said otherwise. */
  size?: Omit<Size, 'width'> | undefined
  /** The fixed line above the picture; without a place nothing is pointed at. */
  readout: (at: number | undefined) => ReactNode
  /** What the keyboard cursor says at a place. */
  describe: (at: number) => string
  /** Where the cursor stops: at each point of the last line, or at each place. */
  stops?: CursorStops | undefined
  file: ExportedFile
  /** What an image shows, where it has room for more than the page. */
  exported?: (() => Picture) | undefined
  /** Called with a period that was dragged with the mouse. */
  onSelect?: ((from: number, to: number) => void) | undefined
}

export { type ExportedFile, LegendMark, ReadoutItem } from './chart-export.tsx'

const SIZE: Omit<Size, 'width'> = { height: 236 }

/**
 * The frame of every picture: axes, a readout line above, a cursor by pointer and keys, and a menu
 * that exports it. Its cursor and readout live outside the drawing and never redraw it.
 *
 * ```tsx
 * <Chart
 *   name="Profit over time"
 *   label="Profit from 1 Nov to 22 Nov 2026, in total +121.85 USDT"
 *   picture={{
 *     along: 'time',
 *     format: { isAmount: true, signed: true },
 *     series: [{ kind: 'line', line: lineOf(points), tone: 'accent', width: 1.75 }],
 *   }}
 *   readout={(at) => <ReadoutTime at={at ?? last} />}
 *   describe={(at) => wordsAt(at)}
 *   file={{ name: 'grid-profit', title: 'Profit over time', source, hasAmounts: true, rows }}
 * />
 * ```
 */
export function Chart(props: ChartProps) {
  const { name, label, picture, size = SIZE, readout, describe, file, onSelect } = props
  const reader = useDisplayPreferences()
  const { areAmountsHidden, timeZone } = reader
  const [box, width] = useWidth<HTMLDivElement>()
  const [index, setIndex] = useState<number | undefined>(undefined)
  const { height, narrowHeight } = size
  const plot = useMemo(
    () => plotOf(picture, { width, height, narrowHeight }, { areAmountsHidden, timeZone }),
    [picture, width, height, narrowHeight, areAmountsHidden, timeZone],
  )
  const ownStops = useMemo(() => stopsOf(picture), [picture])
  const stops = props.stops ?? ownStops
  const last = stops.at.length - 1
  const chosen = index === undefined ? undefined : stops.at[Math.min(index, last)]
  const image = async () => {
    const { chartImage } = await import('./chart-image.ts')
    return chartImage({ picture: props.exported?.() ?? picture, file, reader })
  }
  return (
    <figure className="@container">
      <ChartCaption menu={<ChartExport name={name} images={{ png: image }} file={file} />}>
        {readout(chosen)}
      </ChartCaption>
      <div ref={box} className="relative" style={{ height: plot.height }}>
        {width > 0 && (
          <>
            <div role="img" aria-label={label} className="absolute inset-0">
              <Drawing plot={plot} picture={picture} />
            </div>
            {last >= 0 && (
              <ChartCursor
                name={name}
                plot={plot}
                stops={stops}
                index={index}
                onMove={setIndex}
                describe={describe}
                onSelect={onSelect}
              />
            )}
          </>
        )}
      </div>
    </figure>
  )
}

/** Every place, or every point of the line that is drawn last. */
function stopsOf(picture: Picture): CursorStops {
  const { along, series } = picture
  if (along !== 'time') return { at: Float64Array.from(along.keys()) }
  const line = mainSeries(picture)?.line
  if (line) return { at: line.at, valueAt: (index) => pointOf(line, index)?.value }
  const [only] = series
  if (only?.kind === 'candles') {
    const { candles } = only
    return {
      at: Float64Array.from(candles, ({ at }) => at),
      valueAt: (index) => candles[index]?.close,
    }
  }
  return { at: new Float64Array(0) }
}

type DrawingProps = { plot: Plot; picture: Picture }

/** It is drawn again for new data or a new width, never for the cursor. */
const Drawing = memo(function Drawing({ plot, picture }: DrawingProps) {
  const { series, strip } = picture
  return (
    <>
      <Shapes shapes={frameShapes(picture, plot)} width={plot.width} height={plot.height} />
      {strip && plot.strip && (
        <Shapes
          shapes={seriesShapes(strip.series, plot, plot.strip.y)}
          width={plot.plotWidth}
          height={plot.height}
        />
      )}
      <Shapes
        shapes={series.flatMap((one) => seriesShapes(one, plot))}
        width={plot.plotWidth}
        height={plot.plotHeight}
        isClipped={picture.view !== undefined}
      />
      <Shapes shapes={markShapes(picture, plot)} width={plot.width} height={plot.height} />
    </>
  )
})

type ShapesProps = {
  shapes: readonly Shape[]
  width: number
  height: number
  isClipped?: boolean | undefined
}

function Shapes({ shapes, width, height, isClipped = false }: ShapesProps) {
  if (shapes.length === 0) return null
  return (
    <svg
      width={width}
      height={height}
      className={`pointer-events-none absolute inset-0 ${isClipped ? 'overflow-hidden' : 'overflow-visible'}`}
    >
      {shapes.map((shape, index) =>
        'd' in shape ? (
          shape.d !== '' && (
            <path
              key={index}
              d={shape.d}
              fill={shape.fill ? colourOf(shape.fill) : 'none'}
              stroke={shape.stroke && colourOf(shape.stroke)}
              strokeWidth={shape.width}
              strokeDasharray={shape.dash}
              strokeLinecap={shape.dash === undefined ? 'round' : undefined}
              opacity={shape.opacity}
            />
          )
        ) : (
          <text
            key={index}
            x={shape.x}
            y={shape.y}
            textAnchor={shape.anchor}
            fontSize={12}
            fontWeight={shape.isStrong ? 500 : undefined}
            fill={colourOf(shape.tone)}
            className={`tabular-nums ${shape.hasHalo ? 'stroke-canvas stroke-3 [paint-order:stroke]' : ''}`}
          >
            {shape.text}
          </text>
        ),
      )}
    </svg>
  )
}
