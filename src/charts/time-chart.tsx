import {
  memo,
  type ReactNode,
  type RefObject,
  startTransition,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'

import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { lazyPanel } from '#ui/lazy-panel.tsx'

import { ChartExport, type ExportedFile } from './chart-export.tsx'
import { pointOf } from './line.ts'
import { type CursorStops, TimeChartCursor } from './time-chart-cursor.tsx'
import type { ChartImage } from './time-chart-image.tsx'
import { CHART_HEIGHT, mainLine, type Plan, planOf, type TimeFigures } from './time-chart-plan.ts'
import { ChartFrame, FirstLine, Ground } from './time-chart-sketch.tsx'

type TimeChartProps = {
  name: string
  /** Accessible name, with period and first and last value. */
  label: string
  /** Memoise it: a new object redraws the chart. */
  figures: TimeFigures
  /** Height of the plot in px; narrow charts are lower. */
  height?: number | undefined
  /** Fixed line above the plot; `undefined` while nothing is pointed at. */
  readout: (at: number | undefined) => ReactNode
  describe: (at: number) => string
  /** Cursor stops; by default the points of the last line, or the names. */
  stops?: Float64Array | undefined
  file: ExportedFile
  onSelect?: ((from: number, to: number) => void) | undefined
}

/**
 * Figures over time, or side by side by name: lines, steps, areas and bars, drawn by Recharts, with a
 * readout above, a cursor by pointer and keys, and a menu that exports it. Cursor and readout live
 * outside Recharts and never redraw it.
 *
 * ```tsx
 * <TimeChart
 *   name="profit over time"
 *   label="Profit from 1 Nov to 22 Nov 2026, in total +121.85 USDT"
 *   figures={{
 *     along: 'time',
 *     unit: { isAmount: true, signed: true },
 *     series: [{ kind: 'line', line: lineOf(points), tone: 'accent', width: 1.75 }],
 *   }}
 *   readout={(at) => <ReadoutTime at={at ?? last} />}
 *   describe={(at) => wordsAt(at)}
 *   file={{ name: 'grid-profit', title: 'Profit over time', source, hasAmounts: true, rows }}
 * />
 * ```
 */
export function TimeChart(props: TimeChartProps) {
  const { name, label, figures, height = CHART_HEIGHT, readout, describe, file, onSelect } = props
  const reader = useDisplayPreferences()
  const { areAmountsHidden, timeZone } = reader
  const [box, width] = useWidth()
  useState(fetchDrawing)
  const [index, setIndex] = useState<number>()
  const plan = useMemo(
    () => planOf(figures, { width, height }, { areAmountsHidden, timeZone }),
    [figures, width, height, areAmountsHidden, timeZone],
  )
  const stops = useMemo(() => stopsOf(figures, props.stops), [figures, props.stops])
  const last = stops.at.length - 1
  const chosen = index === undefined ? undefined : stops.at[Math.min(index, last)]
  // The cursor moves far more often than the export changes.
  const menu = useMemo(
    () => <ChartExport name={name} images={chartImages({ figures, file, reader })} file={file} />,
    [name, figures, file, reader],
  )
  return (
    <ChartFrame
      box={box}
      plan={plan}
      label={label}
      picture={<Picture figures={figures} plan={plan} />}
      readout={readout(chosen)}
      menu={menu}
    >
      {last >= 0 && (
        <TimeChartCursor
          name={name}
          plan={plan}
          stops={stops}
          index={index}
          onMove={setIndex}
          describe={describe}
          onSelect={onSelect}
        />
      )}
    </ChartFrame>
  )
}

/** Image files of figures, also if the page shows them by other means. */
export const chartImages = (image: ChartImage) => ({
  png: async () => (await import('./time-chart-image.tsx')).pngImage(image),
  svg: async () => (await import('./time-chart-image.tsx')).svgImage(image),
})

function stopsOf(figures: TimeFigures, at: Float64Array | undefined): CursorStops {
  if (at) return { at }
  if (figures.along !== 'time') return { at: Float64Array.from(figures.along.keys()) }
  const line = mainLine(figures)?.line
  if (!line) return { at: new Float64Array(0) }
  return { at: line.at, valueAt: (index) => pointOf(line, index)?.value }
}

const Drawing = lazyPanel(async () => (await import('./time-chart-drawing.tsx')).Drawing)

/** Starts while the figures are drawn, so that it ends shortly after. */
function fetchDrawing(): void {
  if (typeof document === 'object') Drawing.preload().catch(() => undefined)
}

/** Redrawn for new figures or a new width, never for the cursor. */
const Picture = memo(function Picture(drawn: { figures: TimeFigures; plan: Plan }) {
  const [isFetched, setFetched] = useState(false)
  useEffect(() => {
    // Without a fallback, which React would show too long. The panel reports failures.
    const show = () => startTransition(() => setFetched(true))
    void Drawing.preload().then(show, show)
  }, [])
  return (
    <>
      <Ground {...drawn} />
      {isFetched ? <Drawing {...drawn} /> : <FirstLine {...drawn} />}
    </>
  )
})

/** Width of an element in whole px, kept current; 0 before layout. */
function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const element = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const box = element.current
    if (!box) return undefined
    const measure = () => setWidth(Math.floor(box.clientWidth))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  return [element, width]
}
