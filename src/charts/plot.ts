import type { DisplayPreferences } from '#ui/display-preferences.tsx'

import type { Gaps, Line, Point } from './line.ts'
import { type Scale, type TimeStep, timeTicks, valueScale } from './scale.ts'

/** Colours and measures of every chart. The colours are CSS variables, so a theme needs no redraw. */
export const COLOUR = {
  value: 'var(--accent)',
  comparison: 'var(--text-3)',
  grid: 'var(--hairline)',
  label: 'var(--text-3)',
  mark: 'var(--text-2)',
  canvas: 'var(--canvas)',
  down: 'var(--down)',
  downSoft: 'var(--down-soft)',
} as const

/** Where value labels stand, right of the picture. */
const GUTTER = { wide: 56, narrow: 48 } as const

export const DRAWDOWN = { height: 44, gap: 14 } as const

/** The line of time labels under the picture. */
export const TIME_AXIS = 28

export type TimeSeriesData = {
  points: Line
  comparison?: Line | undefined
  /** What was paid in so far: a stepped line. */
  deposits?: Line | undefined
  /** Percent points below the highest value so far: 0 or less. */
  drawdown?: Line | undefined
  /** What is known of missing points. */
  gaps?: Gaps | undefined
  /** The value at this moment, drawn apart from the points. */
  live?: Point | undefined
}

/** Money that came in or went out, marked under the lines. */
export type Flow = { at: number; label: string }

/** Every measure of one picture, so that line, axes and cursor agree to the pixel. */
export type Plot = {
  width: number
  height: number
  plotWidth: number
  plotHeight: number
  from: number
  to: number
  value: Scale
  drawdown: Scale | undefined
  time: { ticks: readonly number[]; step: TimeStep }
  x: (at: number) => number
  /** The instant at a distance from the left edge. */
  at: (x: number) => number
  y: (value: number) => number
}

const TICK_ROOM = { x: 100, y: 50, narrowY: 44 }
const NARROW = 560

/** Lays a picture out. `height` is that of the value plot alone; strip and labels come below it. */
export function plotOf(
  data: TimeSeriesData,
  width: number,
  height: number,
  zone: DisplayPreferences['timeZone'],
): Plot {
  const { points, comparison, deposits, drawdown, live } = data
  const isNarrow = width < NARROW
  const plotWidth = Math.max(0, width - (isNarrow ? GUTTER.narrow : GUTTER.wide))
  const plotHeight = isNarrow ? Math.round(height * 0.56) : height
  const from = points.at.at(0) ?? 0
  const to = Math.max(points.at.at(-1) ?? 1, live?.at ?? Number.NEGATIVE_INFINITY)
  const span = to - from || 1
  const value = valueScale(
    extremesOf([
      points.value,
      comparison?.value,
      deposits?.value,
      live && Float64Array.of(live.value),
    ]),
    Math.max(2, Math.floor(plotHeight / (isNarrow ? TICK_ROOM.narrowY : TICK_ROOM.y))),
  )
  const strip = drawdown && !isNarrow ? DRAWDOWN.gap + DRAWDOWN.height : 0
  return {
    width,
    height: plotHeight + strip + TIME_AXIS,
    plotWidth,
    plotHeight,
    from,
    to,
    value,
    drawdown: drawdown && !isNarrow ? drawdownScale(drawdown) : undefined,
    time: timeTicks(from, to, Math.max(2, Math.floor(plotWidth / TICK_ROOM.x)), zone),
    x: (at) => ((at - from) / span) * plotWidth,
    at: (x) => from + (x / (plotWidth || 1)) * span,
    y: (amount) => plotHeight * (1 - (amount - value.low) / (value.high - value.low)),
  }
}

/** The lowest and the highest value of all lines; nothing where none has a point. */
function extremesOf(lines: readonly (Float64Array | undefined)[]): number[] {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const line of lines) {
    line?.forEach((value) => {
      if (value < low) low = value
      if (value > high) high = value
    })
  }
  return low > high ? [] : [low, high]
}

/** From zero down to a whole number of percent, both labelled. */
function drawdownScale({ value }: Line): Scale {
  const lowest = value.reduce((least, fall) => Math.min(least, fall), -1)
  const low = lowest < -10 ? Math.floor(lowest / 5) * 5 : Math.floor(lowest)
  return { low, high: 0, ticks: [low, 0] }
}
