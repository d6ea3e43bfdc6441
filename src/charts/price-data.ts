import type { ReactNode } from 'react'

import type { Decimal } from '#money/decimal.ts'

import type { ExportedFile } from './chart-export.tsx'

export const PRICES = ['open', 'high', 'low', 'close'] as const

/** A candle of which every price is known, exactly as the service sent it. */
export type PriceCandle = Readonly<
  { at: number; volume: Decimal | undefined } & Record<(typeof PRICES)[number], Decimal>
>

/** The candle that an instant lies in, the oldest candle first; none before it. */
export const candleAt = (candles: readonly PriceCandle[], at: number): PriceCandle | undefined =>
  candles.findLast((one) => one.at <= at)

/** The candles of a pair, as `usePriceHistory` of `market` reads them. */
export type PriceHistory = {
  /** The oldest first. */
  candles: readonly PriceCandle[]
  interval: string
  intervals: readonly string[]
  /** Of one candle, in milliseconds. */
  length: number
  /** The first view: from this instant on; the newest candles that have room without. */
  since: number | undefined
  /** The clock that the newest candle closes by; absent if the candles end in the past. */
  now: (() => number) | undefined
  onInterval: (interval: string) => void
  /** Reads the candles before these; absent where there are none, or while they come. */
  onOlder: (() => void) | undefined
  state: 'reading' | 'read' | 'failed' | 'none'
  retry: () => void
  /** The reason why there are none, as a sentence. */
  whyNone: string | undefined
}

/** A price across the chart, exact; the chart draws a double of it. */
export type PriceLevel = {
  /** Unique in its chart and the same in every drawing. */
  id: string
  /** "Target 1". */
  name: string
  price: Decimal
  look: 'up' | 'down' | 'entry' | 'trigger' | 'break-even' | 'caution' | 'last'
  /** Beside its name: "25%, +90.36". Hidden amounts are left out by the caller. */
  detail?: string | undefined
  /** It may be out of sight: it is shown only where it is near the others. */
  isFar?: boolean | undefined
  /** One of many: without name and tag. */
  isFaint?: boolean | undefined
  move?: LevelMove | undefined
}

/** A level that has its name as its id; none without a price. */
export const levelAt = (
  name: string,
  price: Decimal | null | undefined,
  look: PriceLevel['look'],
  rest?: Partial<PriceLevel>,
): PriceLevel[] => (price ? [{ id: name, name, price, look, ...rest }] : [])

/** Makes a level a slider, moved by pointer, touch and keys. */
export type LevelMove = {
  /** Text for a screen reader: the exact price, and its result. */
  spoken: string
  /** The price on the tick that is nearest to a place of the axis. */
  to: (place: number) => Decimal | undefined
  /** The price a key takes it to; nothing for a key that moves nothing. */
  by: (key: { key: string; shiftKey: boolean }, from: Decimal) => Decimal | undefined
  onMove: (price: Decimal) => void
  /** The form has it there already; the levels follow later. */
  isAt: (price: Decimal) => boolean
}

/** A ground between two levels, by their ids. */
export type PriceZone = {
  from: string
  to: string
  tone: 'up' | 'down' | 'text'
  /** Start of the position; from the newest candle on without. */
  since?: number | undefined
}

/** Something that happened: a fill, a start, a stop. */
export type PriceMarker = {
  at: number
  side: 'above' | 'below'
  /** Beside its mark if there is room: "Bought 1.2". */
  label: string
  /** Its whole name: "Bought 1.2 ETH at 3,052.40". */
  words: string
  /** Its tooltip, with a link to the order. */
  details: ReactNode
}

/** An indicator of the prices, drawn over them or in a pane below. */
export type PriceIndicator = {
  pane: 'prices' | 'below'
  series: readonly IndicatorSeries[]
  /** Values it is compared with, such as 30 and 70; its axis holds them. */
  levels?: readonly number[]
  /** Decimals of its values; those of the prices if omitted. */
  places?: number
}

export type IndicatorSeries = {
  /** "RSI 14". */
  name: string
  look: 'main' | 'quiet' | 'dashed' | 'bars'
  /** One for each candle; `undefined` while too few candles lie before it. */
  values: readonly (number | undefined)[]
}

export type PriceChartProps = {
  /** A short name: "prices of SmartTrade 12". */
  name: string
  /** Its name in words; the names and prices of its levels follow. */
  label: string
  history: PriceHistory
  /** The most important first: it keeps its words where there is no room for all. */
  levels: readonly PriceLevel[]
  zones?: readonly PriceZone[] | undefined
  markers?: readonly PriceMarker[] | undefined
  indicators?: readonly PriceIndicator[] | undefined
  /** Height of the drawing, in px or as a CSS length. */
  height: number | string
  /** Without it nothing is exported. */
  file?: Omit<ExportedFile, 'rows' | 'hasAmounts'> | undefined
}

/** All that is drawn of a chart at a time. */
export type PriceScene = Pick<PriceHistory, 'candles' | 'length' | 'since' | 'now'> &
  Pick<PriceChartProps, 'levels'> & {
    zones: readonly PriceZone[]
    markers: readonly PriceMarker[]
    indicators: readonly PriceIndicator[]
  }
