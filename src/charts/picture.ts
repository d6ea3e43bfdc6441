import type { Gaps, Line, Point } from './line.ts'

/** The tokens of the theme that a picture is drawn in. */
export type Tone =
  | 'accent'
  | 'canvas'
  | 'caution'
  | 'down'
  | 'down-soft'
  | 'edge'
  | 'hairline'
  | 'hairline-2'
  | 'text'
  | 'text-2'
  | 'text-3'
  | 'up'
  | 'up-soft'

export type Bar = {
  at: number
  /** Unknown where absent: drawn as a dash, never as zero. */
  value: number | undefined
  /** The present one, drawn at full strength. */
  isStrong?: boolean | undefined
  /** The figure at its end. Hidden by whoever makes it where amounts are hidden. */
  label?: string | undefined
}

export type Candle = Readonly<Record<'at' | 'open' | 'high' | 'low' | 'close', number>>

/** One thing that is drawn, from the back to the front in the order of a picture's series. */
export type Series = {
  /** In the legend of an exported image. */
  name?: string | undefined
} & (
  | {
      kind: 'line' | 'steps'
      line: Line
      tone: Tone
      width?: number | undefined
      dash?: string | undefined
      gaps?: Gaps | undefined
    }
  /** A line below zero with its ground. */
  | { kind: 'fall'; line: Line; gaps?: Gaps | undefined }
  /** From zero, in the colours of their direction unless they have a tone. */
  | { kind: 'bars'; bars: readonly Bar[]; tone?: Tone | undefined }
  | { kind: 'candles'; candles: readonly Candle[] }
  /** A short level line at each place. */
  | { kind: 'dashes'; line: Line; tone: Tone; width: number }
  /** A dotted line at each place between two values. */
  | { kind: 'stems'; from: Line; to: Line }
)

/** A line across the whole picture. */
export type Level = {
  value: number
  tone: Tone
  opacity?: number | undefined
  dash?: string | undefined
  /** Written in the gutter, where labels of the axis give way to it. */
  label?: string | undefined
  isStrong?: boolean | undefined
}

/** Something that happened at an instant, marked at the foot of the picture. */
export type Flow = { at: number; label: string }

/** How values are written on an axis. */
export type ValueFormat = {
  /** Hidden together with the amounts of the page. Prices and percentages are not. */
  isAmount: boolean
  suffix?: string | undefined
  signed?: boolean | undefined
}

/** Everything that is drawn. Numbers are doubles that exist only to be drawn. */
export type Picture = {
  /** Instants, or the names of places that stand side by side at 0, 1, 2 and so on. */
  along: 'time' | readonly string[]
  format: ValueFormat
  series: readonly Series[]
  levels?: readonly Level[] | undefined
  flows?: readonly Flow[] | undefined
  /** The value at this moment, drawn apart from the points of the first line. */
  live?: Point | undefined
  /** Which part is shown; all of it without. */
  view?: { from: number; to: number; low: number; high: number } | undefined
  /** A low plot of its own below the picture. */
  strip?: Strip | undefined
}

export type Strip = {
  series: Series
  format: ValueFormat
  /** Left out where the picture is narrow. */
  isMinor?: boolean | undefined
}

/** The points of a series that the axes have to hold, as columns. */
export function pointsOf(series: Series): readonly Line[] {
  switch (series.kind) {
    case 'stems':
      return [series.from, series.to]
    case 'bars': {
      const known = series.bars.filter(({ value }) => value !== undefined)
      return [
        {
          at: Float64Array.from(series.bars, ({ at }) => at),
          value: Float64Array.from([0, ...known.map(({ value }) => value ?? 0)]),
        },
      ]
    }
    case 'candles': {
      const at = Float64Array.from(series.candles, (candle) => candle.at)
      const of = (price: 'high' | 'low') =>
        Float64Array.from(series.candles, (candle) => candle[price])
      return [
        { at, value: of('high') },
        { at, value: of('low') },
      ]
    }
    default:
      return [series.line]
  }
}

export type LineSeries = Extract<Series, { kind: 'line' | 'steps' }>

/** What a cursor follows where nothing else is said: the line that is drawn last. */
export const mainSeries = ({ series }: Picture): LineSeries | undefined =>
  series.findLast((one): one is LineSeries => one.kind === 'line' || one.kind === 'steps')
