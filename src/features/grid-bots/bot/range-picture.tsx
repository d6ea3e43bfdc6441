import { type KeyboardEvent, type PointerEvent, useState } from 'react'

import { useWidth } from '#charts/use-width.ts'

import { isInView, viewOf, type Zoom } from './picture-view.ts'
import type { GridLineView } from './grid-lines.ts'

type Mark = { price: number; label: string }

/** A line of the picture, and what is read out for it. */
export type PictureLine = { price: number; state: GridLineView['state']; words: string }

type RangePictureProps = {
  label: string
  /** The oldest first. */
  points: readonly { at: number; value: number }[]
  /** Highest price first. */
  lines: readonly PictureLine[]
  lower: Mark
  upper: Mark
  /** The prices that are written beside the picture, unless the last price stands there. */
  marks: readonly Mark[]
  last: Mark
  zoom: Zoom
  /** Stands above while no line is read. */
  idle: string
}

const HEIGHT = 216
const EDGE = 13
/** What a digit takes, and the room between picture and labels. */
const DIGIT = 7.4
const GAP = 18
/** More lines than this would be a grey wall: only the range's two are drawn. */
const MOST_LINES = 60
const LABEL = 18

const STROKES: Record<
  GridLineView['state'],
  { stroke: string; strokeOpacity: number; strokeDasharray?: string }
> = {
  sell: { stroke: 'var(--down)', strokeOpacity: 0.42 },
  buy: { stroke: 'var(--up)', strokeOpacity: 0.42 },
  waiting: { stroke: 'var(--text-3)', strokeOpacity: 0.42, strokeDasharray: '2 3' },
  empty: { stroke: 'var(--text-3)', strokeOpacity: 0.3 },
  mark: { stroke: 'var(--caution)', strokeOpacity: 0.8, strokeDasharray: '6 3' },
}

/** The price over the lines of a grid. Pointer and arrow keys read each line in the row above it. */
export function RangePicture(props: RangePictureProps) {
  const { label, points, lines, lower, upper, marks, last, zoom, idle } = props
  const [box, width] = useWidth<HTMLDivElement>()
  const [read, setRead] = useState<number>()
  const prices = [...lines.map(({ price }) => price), lower.price, upper.price]
  const view = viewOf({ points, prices, last: last.price }, zoom)
  const longest = Math.max(...[...marks, last].map((mark) => mark.label.length))
  const plot = Math.max(0, width - longest * DIGIT - GAP)
  const shown = lines.filter(({ price }) => isInView(price, view))
  const y = (price: number) =>
    EDGE + (1 - (price - view.low) / (view.high - view.low || 1)) * (HEIGHT - 2 * EDGE)
  // Half pixels, so that a line of one pixel is one pixel.
  const lineAt = (price: number) => Math.round(y(price)) + 0.5
  const x = (at: number) => ((at - view.from) / (view.to - view.from || 1)) * (plot - 6)
  const path = points
    .filter(({ at }) => at >= view.from)
    .map(({ at, value }) => `${x(at).toFixed(1)} ${y(value).toFixed(1)}`)
    .join('L')
  const isWall = shown.length > MOST_LINES
  const drawn = isWall
    ? shown.filter((_, index) => index === 0 || index === shown.length - 1)
    : shown
  const labels = marks.filter(
    ({ price }) => isInView(price, view) && Math.abs(y(price) - y(last.price)) >= LABEL,
  )
  const chosen = read === undefined ? undefined : shown[Math.min(read, shown.length - 1)]

  const nearest = (event: PointerEvent<HTMLDivElement>) => {
    const at = event.clientY - event.currentTarget.getBoundingClientRect().top
    const distance = (line: PictureLine) => Math.abs(y(line.price) - at)
    const best = shown.reduce<PictureLine | undefined>(
      (found, line) => (found && distance(found) <= distance(line) ? found : line),
      undefined,
    )
    setRead(best && shown.indexOf(best))
  }
  const press = (event: KeyboardEvent) => {
    const now = read ?? Math.floor(shown.length / 2)
    const next = { ArrowUp: now - 1, ArrowDown: now + 1, Home: 0, End: shown.length - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    setRead(Math.min(Math.max(0, next), shown.length - 1))
  }

  return (
    <>
      <p className="min-h-5 text-caption text-ink-2 tabular-nums">{chosen?.words ?? idle}</p>
      <div
        ref={box}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-orientation="vertical"
        aria-valuemin={1}
        aria-valuemax={Math.max(1, shown.length)}
        aria-valuenow={chosen ? shown.indexOf(chosen) + 1 : 1}
        aria-valuetext={chosen?.words ?? `${shown.length} lines; arrow keys read them`}
        className="h-54 touch-pan-y"
        onPointerMove={nearest}
        onPointerDown={nearest}
        onPointerLeave={() => setRead(undefined)}
        onKeyDown={press}
        onBlur={() => setRead(undefined)}
      >
        {width > 0 && (
          <svg aria-hidden="true" width={width} height={HEIGHT} className="block overflow-hidden">
            {drawn.map(({ price, state }, index) => (
              <path
                key={index}
                d={`M0 ${lineAt(price)}H${plot}`}
                {...(isWall && state !== 'mark' ? STROKES.empty : STROKES[state])}
              />
            ))}
            {chosen && (
              <path d={`M0 ${lineAt(chosen.price)}H${plot}`} stroke="var(--text)" strokeWidth={1} />
            )}
            {path !== '' && (
              <path
                d={`M${path}`}
                fill="none"
                stroke="var(--text)"
                strokeWidth={1.25}
                strokeLinejoin="round"
              />
            )}
            <circle
              cx={plot - 6}
              cy={y(last.price)}
              r={3.5}
              fill="var(--text)"
              stroke="var(--canvas)"
              strokeWidth={2}
            />
            {labels.map((mark) => (
              <text key={mark.label} {...TEXT} x={width} y={y(mark.price) + 4} fill="var(--text-3)">
                {mark.label}
              </text>
            ))}
            <text {...TEXT} x={width} y={y(last.price) + 4} fill="var(--text)" fontWeight={500}>
              {last.label}
            </text>
          </svg>
        )}
      </div>
    </>
  )
}

const TEXT = { textAnchor: 'end', fontSize: 12, className: 'tabular-nums' } as const
