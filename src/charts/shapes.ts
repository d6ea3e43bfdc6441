import {
  decimate,
  type Gaps,
  type Line,
  lineOf,
  nearestIndex,
  pathThrough,
  pointOf,
  withoutGaps,
} from './line.ts'
import {
  type Bar,
  type Candle,
  type LineSeries,
  mainSeries,
  type Picture,
  type Series,
  type Tone,
} from './picture.ts'
import { FOOT, type Plot, usualStep } from './plot.ts'

export type PathShape = {
  d: string
  stroke?: Tone | undefined
  fill?: Tone | undefined
  width?: number | undefined
  dash?: string | undefined
  opacity?: number | undefined
}

export type TextShape = {
  text: string
  x: number
  y: number
  anchor: 'start' | 'middle' | 'end'
  tone: Tone
  isStrong?: boolean | undefined
  /** Readable on lines that run below it. */
  hasHalo?: boolean | undefined
}

/** What both the page and an exported image draw, in px from the picture's top left corner. */
export type Shape = PathShape | TextShape

/** Half pixels, so that a line of one pixel is one pixel. */
const crisp = (place: number): number => Math.round(place) + 0.5

const MIDDLE = 4
const FOOT_LINE = 18

/** Grid, axis labels and levels: everything behind the series. */
export function frameShapes({ levels = [], along }: Picture, plot: Plot): Shape[] {
  const { plotWidth, plotHeight, width, value, strip, labels, feet } = plot
  const across = (y: number) => `M0 ${crisp(y)}H${plotWidth}`
  const bottom = plot.height - FOOT
  return [
    { d: value.ticks.map((tick) => across(plot.y(tick))).join(''), stroke: 'hairline' },
    ...(value.low < 0 && value.high > 0
      ? [{ d: across(plot.y(0)), stroke: 'hairline-2' } as const]
      : []),
    ...(along === 'time' ? [] : [{ d: across(bottom - 1), stroke: 'hairline-2' } as const]),
    ...(strip ? [{ d: across(strip.y(strip.low)), stroke: 'hairline' } as const] : []),
    ...levels
      .filter((level) => level.value >= value.low && level.value <= value.high)
      .map(({ value: at, tone, opacity, dash }) => ({
        d: across(Math.min(plotHeight - 1, plot.y(at))),
        stroke: tone,
        opacity,
        dash,
      })),
    ...labels.map(({ y, text, tone, isStrong }) => ({
      text,
      x: width,
      y: y + MIDDLE,
      anchor: 'end' as const,
      tone,
      isStrong,
    })),
    ...feet.map(({ x, text, anchor }) => ({
      text,
      x,
      y: bottom + FOOT_LINE,
      anchor,
      tone: 'text-3' as const,
    })),
  ]
}

/** One series in the plot, or in the strip below it. */
export function seriesShapes(series: Series, plot: Plot, y = plot.y): Shape[] {
  switch (series.kind) {
    case 'line':
      return [{ d: lineThrough(series, plot, y), ...strokeOf(series) }]
    case 'steps':
      return [{ d: stepsThrough(series.line, plot, y), ...strokeOf(series) }]
    case 'fall':
      return fallShapes(series, plot, y)
    case 'bars':
      return series.bars.flatMap((bar) => barShapes(bar, series.tone, plot, y))
    case 'candles':
      return candleShapes(series.candles, plot, y)
    case 'dashes': {
      const half = markWidth(plot) / 2
      const d = eachOf(series.line, (at, value) => {
        const x = plot.x(at)
        return `M${(x - half).toFixed(1)} ${y(value).toFixed(1)}h${(2 * half).toFixed(1)}`
      })
      return [{ d, stroke: series.tone, width: series.width }]
    }
    case 'stems': {
      const d = eachOf(series.from, (at, value, index) => {
        const end = series.to.value[index] ?? value
        return `M${crisp(plot.x(at))} ${y(value).toFixed(1)}V${y(end).toFixed(1)}`
      })
      return [{ d, stroke: 'edge', dash: '1 3' }]
    }
  }
}

const strokeOf = ({ tone, width = 1, dash }: LineSeries): Omit<PathShape, 'd'> => ({
  stroke: tone,
  width,
  dash,
})

type DrawnLine = { line: Line; gaps?: Gaps | undefined }

const lineThrough = ({ line, gaps }: DrawnLine, plot: Plot, y: Plot['y']): string =>
  withoutGaps(line, gaps)
    .map((part) => pathThrough(decimate(part, plot.plotWidth), plot.x, y))
    .join('')

/** What holds until the next one. */
const stepsThrough = (line: Line, plot: Plot, y: Plot['y']): string =>
  eachOf(line, (at, value, index) => {
    const [x, height] = [plot.x(at).toFixed(1), y(value).toFixed(1)]
    return index === 0 ? `M${x} ${height}` : `H${x}V${height}`
  })

const eachOf = (
  { at, value }: Line,
  write: (at: number, value: number, index: number) => string,
): string => Array.from(at, (instant, index) => write(instant, value[index] ?? 0, index)).join('')

/** A line below zero, and its ground up to there. */
function fallShapes({ line, gaps }: DrawnLine, plot: Plot, y: Plot['y']): Shape[] {
  const ground = withoutGaps(line, gaps)
    .flatMap((part) => {
      const [first, last] = [part.at[0], part.at.at(-1)]
      if (first === undefined || last === undefined) return []
      const path = pathThrough(decimate(part, plot.plotWidth), plot.x, y)
      return `${path}L${plot.x(last)} ${y(0)}H${plot.x(first)}Z`
    })
    .join('')
  return [
    { d: ground, fill: 'down-soft' },
    { d: lineThrough({ line, gaps }, plot, y), stroke: 'down' },
  ]
}

const MARK = { part: 0.66, most: 34 }

/** How wide a bar or a dash is, where places stand side by side. */
const markWidth = ({ slot }: Plot): number => Math.max(1, Math.min(MARK.most, slot * MARK.part))

const FIGURE = { above: 5, under: 13, letter: 7.4 }

function barShapes(
  { at, value, isStrong = false, label }: Bar,
  tone: Tone | undefined,
  plot: Plot,
  y: Plot['y'],
): Shape[] {
  const x = plot.x(at)
  const text = { x, anchor: 'middle' as const }
  if (value === undefined) {
    return [{ ...text, text: '—', y: y(0) - FIGURE.above, tone: 'text-3' }]
  }
  if (value === 0) return []
  const width = markWidth(plot)
  const [zero, end] = [y(0), y(value)]
  const height = Math.max(1, Math.abs(end - zero))
  const top = value < 0 ? zero : zero - height
  const colour = tone ?? (value < 0 ? 'down' : 'up')
  const left = x - width / 2
  const d = `M${left.toFixed(1)} ${top.toFixed(1)}h${width.toFixed(1)}v${height.toFixed(1)}H${left.toFixed(1)}Z`
  const bar: Shape = { d, fill: colour, opacity: isStrong ? 1 : 0.6 }
  if (label === undefined || label.length * FIGURE.letter > plot.slot) return [bar]
  return [
    bar,
    {
      ...text,
      text: label,
      y: value < 0 ? top + height + FIGURE.under : top - FIGURE.above,
      tone: isStrong ? 'text' : 'text-2',
    },
  ]
}

const CANDLE = { part: 0.7, most: 9 }

/** Rising candles are hollow, falling ones full; all of one kind are one path. */
function candleShapes(candles: readonly Candle[], plot: Plot, y: Plot['y']): Shape[] {
  const step = usualStep(Float64Array.from(candles, ({ at }) => at))
  const slot = plot.x(plot.from + step) - plot.x(plot.from)
  const body = Math.max(1, Math.min(CANDLE.most, Math.floor(slot * CANDLE.part)))
  let [wicks, rising, falling] = ['', '', '']
  for (const { at, open, high, low, close } of candles) {
    const middle = crisp(plot.x(at))
    const left = middle - body / 2
    const top = Math.round(y(Math.max(open, close)))
    const height = Math.max(1, Math.round(y(Math.min(open, close))) - top)
    wicks += `M${middle} ${Math.round(y(high))}V${Math.round(y(low))}`
    const box = `M${left} ${top}h${body}v${height}h${-body}z`
    if (close < open) falling += box
    else rising += box
  }
  return [
    { d: wicks, stroke: 'text-3' },
    { d: rising, stroke: 'text-3', fill: 'canvas' },
    { d: falling, fill: 'text-3' },
  ]
}

/** What lies on the series: flows, and the value at this moment. */
export function markShapes(picture: Picture, plot: Plot): Shape[] {
  return [...flowShapes(picture, plot), ...liveShapes(picture, plot)]
}

const GLYPH = { size: 5.5, room: 11, above: 9 }

/** A dotted line from each flow to its value, a diamond at its foot, and its words where they fit. */
function flowShapes(picture: Picture, plot: Plot): Shape[] {
  const { flows = [] } = picture
  const line = mainSeries(picture)?.line
  const inside = flows.filter(({ at }) => at >= plot.from && at <= plot.to)
  if (inside.length === 0) return []
  const foot = plot.plotHeight - GLYPH.above
  const { size } = GLYPH
  const lines = inside.map(({ at }) => {
    const top = line ? plot.y(line.value[nearestIndex(line.at, at)] ?? 0) : 0
    return `M${plot.x(at).toFixed(1)} ${plot.plotHeight}V${top.toFixed(1)}`
  })
  const diamonds = inside.map(
    ({ at }) =>
      `M${plot.x(at).toFixed(1)} ${foot - size}l${size} ${size}-${size} ${size}-${size}-${size}z`,
  )
  return [
    { d: lines.join(''), stroke: 'text-3', dash: '2 3' },
    { d: diamonds.join(''), stroke: 'text-2', fill: 'canvas' },
    ...flowLabels(inside, plot).map(({ text, x, row, isLeft }): Shape => ({
      text,
      x: isLeft ? x - GLYPH.room : x + GLYPH.room,
      y: foot + MIDDLE - row * ROW,
      anchor: isLeft ? 'end' : 'start',
      tone: 'text-2',
      hasHalo: true,
    })),
  ]
}

const LETTER = 6.6
const ROW = 17
const ROWS = [0, 1, 2, 3, 4, 5] as const
/** In a narrower picture the words would lie on the lines; a table beside it says them. */
const NARROW_FLOWS = 500

export type FlowLabel = { text: string; x: number; row: number; isLeft: boolean }

/**
 * The words of flows, each beside its mark: in the lowest row, right or left, where they run into no
 * other words and no other mark. Where that cannot be they lie on the dotted line of another flow.
 */
export function flowLabels(
  flows: readonly { at: number; label: string }[],
  plot: Pick<Plot, 'plotWidth' | 'x'>,
): FlowLabel[] {
  if (plot.plotWidth < NARROW_FLOWS) return []
  const marks = flows.map(({ at }) => plot.x(at))
  const taken: { row: number; from: number; to: number }[] = []
  const isFree = (row: number, from: number, to: number): boolean =>
    from >= 0 &&
    to <= plot.plotWidth &&
    taken.every((one) => one.row !== row || one.to <= from || one.from >= to)
  const isUncrossed = (from: number, to: number, mark: number): boolean =>
    marks.every((x) => x === mark || x + GLYPH.size <= from || x - GLYPH.size >= to)
  const place = (x: number, length: number, rows: readonly number[], mayCross: boolean) => {
    for (const row of rows) {
      for (const isLeft of [false, true]) {
        const [from, to] = isLeft ? [x - length, x] : [x, x + length]
        if (isFree(row, from, to) && (mayCross || isUncrossed(from, to, x))) {
          taken.push({ row, from, to })
          return { row, isLeft }
        }
      }
    }
    return undefined
  }
  return flows.flatMap(({ at, label }): FlowLabel[] => {
    const x = plot.x(at)
    const length = GLYPH.room + label.length * LETTER
    // The lowest row is that of the diamonds, which no words may cover.
    const found = place(x, length, ROWS, false) ?? place(x, length, ROWS.slice(1), true)
    return found ? [{ text: label, x, ...found }] : []
  })
}

const RADIUS = 3.5
/** In a narrower picture the word would lie on the lines; there the picture's name says it. */
const NARROW = 500
/** Above this a label would leave the picture. */
const HEADROOM = 18

/** The value at this moment: a ring with its word, tied to the last point unless too far from it. */
function liveShapes(picture: Picture, plot: Plot): Shape[] {
  const { live } = picture
  const main = mainSeries(picture)
  const last = main && pointOf(main.line, -1)
  if (!live) return []
  const [x, y] = [plot.x(live.at), plot.y(live.value)]
  const isNear = main && last && withoutGaps(lineOf([last, live]), main.gaps).length === 1
  const isHigh = y < HEADROOM
  return [
    ...(isNear
      ? [
          {
            d: pathThrough([last, live], plot.x, plot.y),
            stroke: main.tone,
            dash: '2 3',
          },
        ]
      : []),
    { d: circle(x, y, RADIUS), fill: 'canvas', stroke: main?.tone ?? 'accent', width: 1.5 },
    ...(plot.plotWidth >= NARROW
      ? [
          {
            text: 'Now',
            x: isHigh ? x - 8 : x,
            y: isHigh ? y + MIDDLE : y - 9,
            anchor: 'end' as const,
            tone: 'text-2' as const,
            hasHalo: true,
          },
        ]
      : []),
  ]
}

export const circle = (x: number, y: number, radius: number): string =>
  `M${(x - radius).toFixed(1)} ${y.toFixed(1)}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`

/** Everything of a picture, from the back to the front. */
export function shapesOf(
  picture: Picture,
  plot: Plot,
): { frame: Shape[]; series: Shape[]; marks: Shape[] } {
  const { strip } = picture
  return {
    frame: [
      ...frameShapes(picture, plot),
      ...(strip && plot.strip ? seriesShapes(strip.series, plot, plot.strip.y) : []),
    ],
    series: picture.series.flatMap((series) => seriesShapes(series, plot)),
    marks: markShapes(picture, plot),
  }
}
