import { fromNumber, placesOf } from '#money/decimal.ts'
import { countedZeros, figure, formatAmount, HIDDEN } from '#money/format.ts'
import type { DisplayPreferences } from '#ui/display-preferences.tsx'
import { formatInstant } from '#ui/instant.ts'

import { LABEL_GAP, spreadLabels } from './labels.ts'
import {
  type Picture,
  pointsOf,
  type Series,
  type Strip,
  type Tone,
  type ValueFormat,
} from './picture.ts'
import { type Scale, timeTicks, valueScale } from './scale.ts'

/** The colours are CSS variables, so a theme needs no redraw. */
export const colourOf = (tone: Tone): string => `var(--${tone})`

export const COLOUR = { comparison: colourOf('text-3') } as const

/** The least width of the labels right of the picture. */
const GUTTER = { wide: 56, narrow: 48 } as const

export const STRIP = { height: 44, gap: 14 } as const

/** The line of labels under the picture. */
export const FOOT = 28

/** A label right of the picture, at a height from its top. */
type ValueLabel = { y: number; text: string; tone: Tone; isStrong: boolean }

type FootLabel = { x: number; text: string; anchor: 'start' | 'middle' | 'end' }

/** Every measure of one picture, so that lines, axes and cursor agree to the pixel. */
export type Plot = {
  width: number
  height: number
  plotWidth: number
  plotHeight: number
  from: number
  to: number
  value: Scale
  strip: (Scale & { top: number; y: (value: number) => number }) | undefined
  /** What one place takes, where places stand side by side. */
  slot: number
  labels: readonly ValueLabel[]
  feet: readonly FootLabel[]
  x: (at: number) => number
  /** The instant or place at a distance from the left edge. */
  at: (x: number) => number
  y: (value: number) => number
  /** The value at a distance from the top. */
  valueAt: (y: number) => number
}

export type Size = {
  width: number
  /** Of the value plot alone: strip and labels come below it. */
  height: number
  /** The same where the picture is narrow; about half of it without. */
  narrowHeight?: number | undefined
}

type Reader = Pick<DisplayPreferences, 'timeZone' | 'areAmountsHidden'>

const TICK_ROOM = { x: 100, y: 50, narrowY: 36 }
const NARROW = 560
const DIGIT = 7
const LETTER = 6.6

/** Lays a picture out. */
export function plotOf(picture: Picture, size: Size, reader: Reader): Plot {
  const { width } = size
  const isNarrow = width < NARROW
  const plotHeight = isNarrow ? (size.narrowHeight ?? Math.round(size.height * 0.56)) : size.height
  const value = valueScaleOf(picture, plotHeight, isNarrow)
  const strip = isNarrow && picture.strip?.isMinor ? undefined : picture.strip
  const stripScale = strip && stripScaleOf(strip)
  const top = plotHeight + STRIP.gap
  const y = (amount: number) =>
    plotHeight * (1 - (amount - value.low) / (value.high - value.low || 1))
  const stripY = ({ low, high }: Scale, amount: number) =>
    top + STRIP.height * (1 - (amount - low) / (high - low || 1))
  const labels = [
    ...valueLabels(picture, value, { y, plotHeight, reader }),
    ...stripLabels(strip, stripScale, {
      y: (amount) => (stripScale ? stripY(stripScale, amount) : 0),
      reader,
    }),
  ]
  const longest = Math.max(0, ...labels.map(({ text }) => text.length))
  const gutter = Math.max(isNarrow ? GUTTER.narrow : GUTTER.wide, longest * DIGIT + 8)
  const plotWidth = Math.max(0, width - gutter)
  const { from, to } = extentOf(picture)
  const span = to - from || 1
  const x = (at: number) => ((at - from) / span) * plotWidth
  return {
    width,
    height: plotHeight + (strip ? STRIP.gap + STRIP.height : 0) + FOOT,
    plotWidth,
    plotHeight,
    from,
    to,
    value,
    strip: stripScale && { ...stripScale, top, y: (amount) => stripY(stripScale, amount) },
    slot: picture.along === 'time' ? 0 : plotWidth / Math.max(1, picture.along.length),
    labels,
    feet: footLabels(picture.along, { from, to, x, plotWidth }, reader),
    x,
    at: (distance) => from + (distance / (plotWidth || 1)) * span,
    y,
    valueAt: (height) => value.high - (height / (plotHeight || 1)) * (value.high - value.low),
  }
}

/** From the first place to the last. Bars and candles have half of their width beside them. */
function extentOf({ along, view, series, live }: Picture): { from: number; to: number } {
  if (along !== 'time') return { from: -0.5, to: along.length - 0.5 }
  if (view) return view
  let from = Number.POSITIVE_INFINITY
  let to = Number.NEGATIVE_INFINITY
  let half = 0
  for (const one of series) {
    const at = pointsOf(one)[0]?.at
    const [first, last] = [at?.at(0), at?.at(-1)]
    if (at === undefined || first === undefined || last === undefined) continue
    from = Math.min(from, first)
    to = Math.max(to, last)
    if (one.kind === 'bars' || one.kind === 'candles') half = Math.max(half, usualStep(at) / 2)
  }
  if (from > to) return { from: 0, to: 1 }
  return { from: from - half, to: Math.max(to + half, live?.at ?? to) }
}

/** The distance between most neighbours. */
export function usualStep(at: Float64Array): number {
  const steps = at.subarray(1).map((instant, index) => instant - (at[index] ?? 0))
  return steps.toSorted()[steps.length >> 1] ?? 0
}

/** Room for the figures at the ends of bars. */
const FIGURE = 16

function valueScaleOf({ series, levels, live, view }: Picture, height: number, isNarrow: boolean) {
  const count = Math.max(2, Math.floor(height / (isNarrow ? TICK_ROOM.narrowY : TICK_ROOM.y)))
  if (view) return withinOf(view, count)
  const extremes = extremesOf(series)
  for (const level of levels ?? []) extremes.push(level.value)
  if (live) extremes.push(live.value)
  const scale = valueScale(extremes, count)
  const isLabelled = series.some(
    (one) => one.kind === 'bars' && one.bars.some(({ label }) => label !== undefined),
  )
  if (!isLabelled) return scale
  const perPixel = (scale.high - scale.low) / Math.max(1, height - 2 * FIGURE)
  return {
    ...scale,
    high: scale.high + FIGURE * perPixel,
    low: scale.low < 0 ? scale.low - FIGURE * perPixel : scale.low,
  }
}

/** Exactly a part of the values, with the round ones in it. */
const withinOf = ({ low, high }: { low: number; high: number }, count: number): Scale => ({
  low,
  high,
  ticks: valueScale([low, high], count).ticks.filter((tick) => tick >= low && tick <= high),
})

/** The lowest and the highest value of all series; nothing where none has a point. */
function extremesOf(series: readonly Series[]): number[] {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const { value } of series.flatMap(pointsOf)) {
    value.forEach((amount) => {
      if (amount < low) low = amount
      if (amount > high) high = amount
    })
  }
  return low > high ? [] : [low, high]
}

/** A fall goes down to a whole number of percent; bars go up to a round number. */
function stripScaleOf({ series }: Strip): Scale {
  const [least = 0, most = 0] = extremesOf([series])
  if (series.kind !== 'fall') {
    const { ticks } = valueScale([0, most], 2)
    const last = ticks.at(-1) ?? 0
    return { low: 0, high: Math.max(most, last), ticks: last > 0 ? [0, last] : [0] }
  }
  const lowest = Math.min(least, -1)
  const low = lowest < -10 ? Math.floor(lowest / 5) * 5 : Math.floor(lowest)
  return { low, high: 0, ticks: [low, 0] }
}

type Labelled = { y: (value: number) => number; reader: Reader }

/** Where the highest label still stands inside the picture. */
const HIGHEST = 8

/** Round values, but for those that stand where a level has its own label. */
function valueLabels(
  { levels = [], format }: Picture,
  { ticks, low, high }: Scale,
  { y, plotHeight, reader }: Labelled & { plotHeight: number },
): ValueLabel[] {
  const named = levels.filter(
    ({ label, value }) => label !== undefined && value >= low && value <= high,
  )
  const places = spreadLabels(
    named.map(({ value, isStrong = false }) => ({ at: y(value), weight: isStrong ? 1_000 : 1 })),
    { from: 0, to: plotHeight + LABEL_GAP / 2 },
  )
  const own = named.flatMap(({ label = '', isStrong = false }, index): ValueLabel[] => {
    const place = places[index]
    return place === undefined
      ? []
      : [{ y: place, text: label, tone: isStrong ? 'text' : 'text-2', isStrong }]
  })
  const texts = axisTexts(ticks, format, reader)
  const round = ticks.flatMap((tick, index): ValueLabel[] => {
    const place = Math.max(HIGHEST, y(tick))
    const isFree = own.every((label) => Math.abs(label.y - place) >= LABEL_GAP)
    return isFree ? [{ y: place, text: texts[index] ?? '', tone: 'text-3', isStrong: false }] : []
  })
  return [...round, ...own]
}

function stripLabels(
  strip: Strip | undefined,
  scale: Scale | undefined,
  { y, reader }: Labelled,
): ValueLabel[] {
  if (!strip || !scale) return []
  const texts = axisTexts(scale.ticks, strip.format, reader)
  return scale.ticks.map((tick, index) => ({
    // Inside the strip, so that they keep away from the labels above.
    y: y(tick) + (tick === scale.high ? 2 : -2),
    text: texts[index] ?? '',
    tone: 'text-3',
    isStrong: false,
  }))
}

const LARGE = [
  { from: 1e13, by: 1e12, letter: 'T' },
  { from: 1e10, by: 1e9, letter: 'B' },
  { from: 1e7, by: 1e6, letter: 'M' },
]

/** Labels of one axis: all with the same decimals, as many as their distance needs. */
export function axisTexts(
  ticks: readonly number[],
  { isAmount, suffix = '', signed = false }: ValueFormat,
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

/** Times that are round by the reader's clock, or every place that has room for its name. */
function footLabels(
  along: Picture['along'],
  { from, to, x, plotWidth }: Pick<Plot, 'from' | 'to' | 'x' | 'plotWidth'>,
  { timeZone }: Reader,
): FootLabel[] {
  if (along === 'time') {
    const count = Math.max(2, Math.floor(plotWidth / TICK_ROOM.x))
    const { ticks, step } = timeTicks(from, to, count, timeZone)
    return ticks.map((tick) => {
      const place = x(tick)
      const anchor = place < EDGE ? 'start' : place > plotWidth - EDGE ? 'end' : 'middle'
      return { x: place, text: formatInstant(tick, step, timeZone), anchor }
    })
  }
  const longest = Math.max(1, ...along.map(({ length }) => length)) * LETTER + LABEL_GAP
  const every = Math.max(1, Math.ceil((longest * along.length) / Math.max(1, plotWidth)))
  return along.flatMap((name, index): FootLabel[] =>
    index % every === 0 ? [{ x: x(index), text: name, anchor: 'middle' }] : [],
  )
}
