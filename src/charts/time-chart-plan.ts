import { fromNumber, placesOf } from '#money/decimal.ts'
import { countedZeros, figure, formatAmount, HIDDEN } from '#money/format.ts'
import type { DisplayPreferences } from '#ui/display-preferences.tsx'
import { formatInstant } from '#ui/instant.ts'

import { decimate, type Gaps, type Line, type Point, spanOf, withoutGaps } from './line.ts'
import { type Scale, timeTicks, valueScale } from './scale.ts'

export type Tone = 'accent' | 'caution' | 'down' | 'text' | 'text-2' | 'text-3' | 'up'

export type Bar = {
  /** `undefined` if unknown: drawn as a dash, never as zero. */
  value: number | undefined
  /** Current bar, drawn at full strength. */
  isStrong?: boolean | undefined
}

export type LineLook = { tone: Tone; width?: number | undefined; dash?: string | undefined }

export type LineSeries = LineLook & {
  /** `area` is filled to zero; `steps` hold until the next value. */
  kind: 'line' | 'area' | 'steps'
  line: Line
  name?: string | undefined
  gaps?: Gaps | undefined
}

/** Bars from zero, coloured by sign, one for each name of `along`. */
type BarSeries = { kind: 'bars'; bars: readonly Bar[] }

export type ValueUnit = {
  /** Hidden when the page hides amounts; percentages are not. */
  isAmount: boolean
  suffix?: string | undefined
  /** Shown with a sign, on an axis that includes zero. */
  signed?: boolean | undefined
}

export type TimeFigures = {
  /** Instants, or names at positions 0, 1, 2 and so on. */
  along: 'time' | readonly string[]
  unit: ValueUnit
  /** Back to front; cursor and marks follow the last line. */
  series: readonly (LineSeries | BarSeries)[]
  /** Events marked at the foot of the plot. */
  marks?: readonly { at: number; label: string }[] | undefined
  /** Current value, drawn apart from the points of the last line. */
  now?: Point | undefined
  strip?: { series: LineSeries; unit: ValueUnit } | undefined
}

type Tick = { at: number; y: number; text: string }
type Foot = { at: number; x: number; text: string; anchor: 'start' | 'middle' | 'end' }
export type Axis = { ticks: readonly Tick[]; domain: [number, number] }

/** Measures of a chart, shared by first picture, Recharts, image and cursor. */
export type Plan = {
  width: number
  height: number
  plotWidth: number
  plotHeight: number
  from: number
  to: number
  value: Axis
  strip: Axis | undefined
  band: Axis | undefined
  feet: readonly Foot[]
  x: (at: number) => number
  y: (value: number) => number
  barY: (value: number) => number
  /** Instant or position at a distance from the left edge. */
  at: (x: number) => number
  /** Points to draw: at most two per pixel column, and one without a value at each gap. */
  points: (series: LineSeries) => readonly DrawnPoint[]
}

type DrawnPoint = { at: number; value: number | null }

type Size = { width: number; height: number }
type Reader = Pick<DisplayPreferences, 'timeZone' | 'areAmountsHidden'>

/** Usual height of a wide plot, in px. */
export const CHART_HEIGHT = 236
/** Height of the labels below the plot, in px. */
export const FOOT = 28
const STRIP = { height: 44, gap: 14 }
const NARROW = { width: 560, part: 0.56, least: 132 }
const TICK_ROOM = { x: 100, y: 50, narrowY: 36 }
const LETTER = 7
/** Minimum width of the labels right of the plot, in px. */
const GUTTER = { wide: 56, narrow: 48 }
/** Bars below lines: start as a fraction of the height, and the gap above in px. */
const BAND = { from: 0.64, gap: 10 }

/** Positions in a chart of a given width; `height` is that of a wide plot. */
export function planOf(figures: TimeFigures, { width, height }: Size, reader: Reader): Plan {
  const isNarrow = width < NARROW.width
  const narrow = Math.min(height, Math.max(NARROW.least, Math.round(height * NARROW.part)))
  const plotHeight = isNarrow ? narrow : height
  const tickRoom = isNarrow ? TICK_ROOM.narrowY : TICK_ROOM.y
  const lines = linesOf(figures)
  const bars = figures.series.filter(({ kind }) => kind === 'bars')
  const hasBand = lines.length > 0 && bars.length > 0
  const tall = hasBand ? Math.round(plotHeight * BAND.from) : plotHeight
  const ofValue = hasBand ? { ...figures, series: lines } : figures
  const scale = valueScaleOf(ofValue, Math.max(2, Math.floor(tall / tickRoom)))
  const strip = isNarrow ? undefined : figures.strip
  const inner = plotHeight + (strip ? STRIP.gap + STRIP.height : 0)
  const valueTexts = axisTexts(scale.ticks, figures.unit, reader)
  const stripScale = strip && stripScaleOf(strip.series.line)
  const stripTexts = strip && stripScale ? axisTexts(stripScale.ticks, strip.unit, reader) : []
  const longest = Math.max(0, ...[...valueTexts, ...stripTexts].map(({ length }) => length))
  const gutter = Math.max(isNarrow ? GUTTER.narrow : GUTTER.wide, longest * LETTER + 8)
  const plotWidth = Math.max(0, width - gutter)
  const { from, to } = extentOf(figures)
  const span = spanOf(from, to)
  const x = (at: number) => ((at - from) / span) * plotWidth
  const y = within(scale, 0, tall)
  const bandHeight = plotHeight - tall - BAND.gap
  const bandScale = hasBand ? valueScaleOf({ ...figures, series: bars }, 2) : undefined
  const axis = (of: Scale, texts: readonly string[], top: number, high: number): Axis => {
    const perPixel = (of.high - of.low) / high
    const place = within(of, top, high)
    return {
      ticks: of.ticks.map((at, index) => ({ at, y: place(at), text: texts[index] ?? '' })),
      domain: [of.low - perPixel * (inner - top - high), of.high + perPixel * top],
    }
  }
  // Shared by first picture and Recharts. Frozen, because Recharts' store would freeze each point.
  const drawn = new Map<LineSeries, readonly DrawnPoint[]>()
  const points = (series: LineSeries) => {
    const found = drawn.get(series) ?? Object.freeze(pointsOf(series, x))
    drawn.set(series, found)
    return found
  }
  return {
    width,
    height: inner + FOOT,
    plotWidth,
    plotHeight,
    from,
    to,
    value: axis(scale, valueTexts, 0, tall),
    strip: stripScale && axis(stripScale, stripTexts, inner - STRIP.height, STRIP.height),
    band: bandScale && axis(bandScale, [], tall + BAND.gap, bandHeight),
    feet: feetOf(figures.along, { from, to, x, plotWidth }, reader),
    x,
    y,
    barY: bandScale ? within(bandScale, tall + BAND.gap, bandHeight) : y,
    at: (distance) => from + (distance / Math.max(1, plotWidth)) * span,
    points,
  }
}

const within =
  ({ low, high }: Scale, top: number, height: number) =>
  (value: number): number =>
    top + height * (1 - (value - low) / spanOf(low, high))

const linesOf = ({ series }: TimeFigures): LineSeries[] =>
  series.filter((one): one is LineSeries => one.kind !== 'bars')

export const barsOf = ({ series }: TimeFigures): readonly Bar[] =>
  series.find((one) => one.kind === 'bars')?.bars ?? []

/** Line that cursor and marks follow. */
export const mainLine = (figures: TimeFigures): LineSeries | undefined => linesOf(figures).at(-1)

/** First to last instant; names have half a step of space at both ends. */
function extentOf(figures: TimeFigures): { from: number; to: number } {
  const { along, now } = figures
  if (along !== 'time') return { from: -0.5, to: along.length - 0.5 }
  const ends = linesOf(figures).flatMap(({ line: { at } }) => [
    ...at.subarray(0, 1),
    ...at.slice(-1),
  ])
  if (ends.length === 0) return { from: 0, to: 1 }
  return { from: Math.min(...ends), to: Math.max(...ends, now?.at ?? Number.NEGATIVE_INFINITY) }
}

function valueScaleOf(figures: TimeFigures, count: number): Scale {
  const bars = barsOf(figures)
  const values = linesOf(figures).flatMap(({ line }) => extremesOf(line))
  if (bars.length > 0 || (figures.unit.signed && values.length > 0)) values.push(0)
  if (figures.now) values.push(figures.now.value)
  return valueScale([...values, ...bars.flatMap(({ value }) => value ?? [])], count)
}

function extremesOf({ value }: Line): number[] {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const amount of value) {
    if (amount < low) low = amount
    if (amount > high) high = amount
  }
  return low > high ? [] : [low, high]
}

/** From zero down to a whole percent. */
function stripScaleOf(line: Line): Scale {
  const lowest = Math.min(-1, ...extremesOf(line))
  const low = lowest < -10 ? Math.floor(lowest / 5) * 5 : Math.floor(lowest)
  return { low, high: 0, ticks: [low, 0] }
}

const LARGE = [
  { from: 1e13, by: 1e12, letter: 'T' },
  { from: 1e10, by: 1e9, letter: 'B' },
  { from: 1e7, by: 1e6, letter: 'M' },
]

/** Axis labels, all with the decimals that their distance needs. */
export function axisTexts(
  ticks: readonly number[],
  { isAmount, suffix = '', signed = false }: ValueUnit,
  { areAmountsHidden }: Pick<Reader, 'areAmountsHidden'>,
): string[] {
  if (isAmount && areAmountsHidden) return ticks.map(() => HIDDEN)
  const largest = Math.max(...ticks.map(Math.abs))
  const { by, letter } = LARGE.find(({ from }) => largest >= from) ?? { by: 1, letter: '' }
  const written = ticks.map((tick) => fromNumber(Number((tick / by).toPrecision(12))))
  const places = Math.max(0, ...written.map(placesOf))
  const options = { places, signed }
  return written.map(
    (tick) =>
      (countedZeros(figure(tick, options)) ?? formatAmount(tick, options)) + letter + suffix,
  )
}

const EDGE = 20

/** Round local times, or all names that fit. */
function feetOf(
  along: TimeFigures['along'],
  { from, to, x, plotWidth }: Pick<Plan, 'from' | 'to' | 'x' | 'plotWidth'>,
  { timeZone }: Reader,
): Foot[] {
  if (along === 'time') {
    const count = Math.max(2, Math.floor(plotWidth / TICK_ROOM.x))
    const { ticks, step } = timeTicks(from, to, count, timeZone)
    return ticks.map((at) => {
      const place = x(at)
      const anchor = place < EDGE ? 'start' : place > plotWidth - EDGE ? 'end' : 'middle'
      return { at, x: place, text: formatInstant(at, step, timeZone), anchor }
    })
  }
  const longest = Math.max(1, ...along.map(({ length }) => length)) * LETTER + 16
  const every = Math.max(1, Math.ceil((longest * along.length) / Math.max(1, plotWidth)))
  return along.flatMap((text, at): Foot[] =>
    at % every === 0 ? [{ at, x: x(at), text, anchor: 'middle' }] : [],
  )
}

function pointsOf({ kind, line, gaps }: LineSeries, x: Plan['x']): DrawnPoint[] {
  const parts = kind === 'steps' ? [changesOf(line)] : withoutGaps(line, gaps)
  return parts.flatMap((part, index): DrawnPoint[] => {
    const [first = 0, last = 0] = [part.at[0], part.at.at(-1)]
    const points = decimate(part, Math.max(2, Math.floor(x(last) - x(first))))
    return index === 0 ? points : [{ at: first, value: null }, ...points]
  })
}

/** Points at which steps change, and the last one. */
const changesOf = ({ at, value }: Line): Line => {
  const isKept = (_: number, index: number) =>
    index === value.length - 1 || value[index] !== value[index - 1]
  return { at: at.filter(isKept), value: value.filter(isKept) }
}
