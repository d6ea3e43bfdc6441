import type { ReactNode } from 'react'

import type { Decimal } from '#money/decimal.ts'

import type { ExportedFile } from './chart-export.tsx'

export const PRICES = ['open', 'high', 'low', 'close'] as const

/** Candle with all prices known, exactly as sent. */
export type PriceCandle = Readonly<
  { at: number; volume: Decimal | undefined } & Record<(typeof PRICES)[number], Decimal>
>

/** Candle that contains an instant; `undefined` before the first. */
export const candleAt = (candles: readonly PriceCandle[], at: number): PriceCandle | undefined =>
  candles.findLast((one) => one.at <= at)

export type PriceHistory = {
  candles: readonly PriceCandle[]
  interval: string
  intervals: readonly string[]
  /** Duration of a candle in milliseconds. */
  length: number
  /** Start of the first view; if `undefined`, as many new candles as fit. */
  since: number | undefined
  /** Clock for the close of the newest candle; absent if the candles end in the past. */
  now: (() => number) | undefined
  onInterval: (interval: string) => void
  /** Loads earlier candles; absent if there are none, or while loading. */
  onOlder: (() => void) | undefined
  state: 'reading' | 'read' | 'failed' | 'none'
  retry: () => void
  /** Reason for no candles, as a sentence. */
  whyNone: string | undefined
}

export type PriceLevel = {
  /** Unique in its chart and stable over drawings. */
  id: string
  /** "Target 1". */
  name: string
  price: Decimal
  look: 'up' | 'down' | 'entry' | 'trigger' | 'break-even' | 'caution' | 'last'
  /** Text after the name, such as "25%, +90.36". The caller leaves out hidden amounts. */
  detail?: string | undefined
  /** Shown only near the others; may be out of sight. */
  isFar?: boolean | undefined
  /** One of many lines, without name and tag. */
  isFaint?: boolean | undefined
  move?: LevelMove | undefined
}

/** Level whose id is its name; empty without a price. */
export const levelAt = (
  name: string,
  price: Decimal | null | undefined,
  look: PriceLevel['look'],
  rest?: Partial<PriceLevel>,
): PriceLevel[] => (price ? [{ id: name, name, price, look, ...rest }] : [])

/** Turns a level into a slider, for pointer, touch and keys. */
export type LevelMove = {
  spoken: string
  /** Price at an axis position, rounded to the tick. */
  to: (place: number) => Decimal | undefined
  /** Price after a key press; `undefined` for other keys. */
  by: (key: { key: string; shiftKey: boolean }, from: Decimal) => Decimal | undefined
  onMove: (price: Decimal) => void
  /** The form has this price already; the levels follow later. */
  isAt: (price: Decimal) => boolean
}

export type PriceZone = {
  from: string
  to: string
  tone: 'up' | 'down' | 'text'
  /** Start of the position; the newest candle if omitted. */
  since?: number | undefined
}

export type PriceMarker = {
  at: number
  side: 'above' | 'below'
  /** Text beside the mark, if there is space: "Bought 1.2". */
  label: string
  /** Full text: "Bought 1.2 ETH at 3,052.40". */
  words: string
  details: ReactNode
}

export type PriceIndicator = {
  pane: 'prices' | 'below'
  series: readonly IndicatorSeries[]
  /** Reference values, such as 30 and 70, which the axis includes. */
  levels?: readonly number[]
  /** Decimals of the values; those of the prices if omitted. */
  places?: number
}

export type IndicatorSeries = {
  name: string
  look: 'main' | 'quiet' | 'dashed' | 'bars'
  /** Value per candle; `undefined` at the start, with too few candles before. */
  values: readonly (number | undefined)[]
}

export type PriceChartProps = {
  name: string
  /** Accessible name; names and prices of the levels follow it. */
  label: string
  history: PriceHistory
  /** Most important first: it keeps its name if not all fit. */
  levels: readonly PriceLevel[]
  zones?: readonly PriceZone[] | undefined
  markers?: readonly PriceMarker[] | undefined
  indicators?: readonly PriceIndicator[] | undefined
  /** Height of the drawing, in px or as a CSS length. */
  height: number | string
  /** No export if omitted. */
  file?: Omit<ExportedFile, 'rows' | 'hasAmounts'> | undefined
}

/** Everything in one drawing of a chart. */
export type PriceScene = Pick<PriceHistory, 'candles' | 'length' | 'since' | 'now'> &
  Pick<PriceChartProps, 'levels'> & {
    zones: readonly PriceZone[]
    markers: readonly PriceMarker[]
    indicators: readonly PriceIndicator[]
  }
