import {
  ColorType,
  createChartEx,
  CrosshairMode,
  type DeepPartial,
  defaultHorzScaleBehavior,
  type IChartApiBase,
  type Mutable,
  TickMarkType,
  type Time,
  type TimeChartOptions,
  type TimeScalePoint,
  type UTCTimestamp,
} from 'lightweight-charts'

import { toNumber } from '#money/decimal.ts'
import type { DisplayPreferences } from '#ui/display-preferences.tsx'
import { formatInstant, type InstantStyle } from '#ui/instant.ts'

import type { PriceCandle } from './price-data.ts'

const TICK_STYLES: Record<TickMarkType, InstantStyle> = {
  [TickMarkType.Year]: 'year',
  [TickMarkType.Month]: 'month',
  [TickMarkType.DayOfMonth]: 'day',
  [TickMarkType.Time]: 'hour',
  [TickMarkType.TimeWithSeconds]: 'clock',
}

/** Days begin at the reader's midnight. */
const timeIn = (timeZone: DisplayPreferences['timeZone']) =>
  class extends defaultHorzScaleBehavior() {
    override fillWeightsForPoints(points: readonly Mutable<TimeScalePoint>[], from: number): void {
      const shifted = points.map((point) => {
        const at = Number(point.originalTime)
        const offset = timeZone === 'UTC' ? 0 : new Date(at * 1_000).getTimezoneOffset() * 60
        return { ...point, time: this.convertHorzItemToInternal((at - offset) as UTCTimestamp) }
      })
      super.fillWeightsForPoints(shifted, from)
      shifted.forEach(({ timeWeight }, index) => {
        const point = points[index]
        if (point) point.timeWeight = timeWeight
      })
    }
  }

/** Half the width of a time label in px. Labels closer to the left edge are dropped. */
const HALF_LABEL = 20

export const timeOf = (at: number): UTCTimestamp => (at / 1_000) as UTCTimestamp
export const instantOf = (time: Time): number => Number(time) * 1_000

export const fontOf = (): string => getComputedStyle(document.body).fontFamily

export function emptyChart(box: HTMLElement, timeZone: DisplayPreferences['timeZone']) {
  let chart: IChartApiBase | undefined
  const isCut = (at: number) =>
    (chart?.timeScale().timeToCoordinate(at as UTCTimestamp) ?? HALF_LABEL) < HALF_LABEL
  const Behaviour = class extends timeIn(timeZone) {
    // The library caches labels by this key, which must differ for a truncated one.
    override cacheKey(item: Parameters<InstanceType<ReturnType<typeof timeIn>>['cacheKey']>[0]) {
      const key = super.cacheKey(item)
      return isCut(key / 1_000) ? key + 0.5 : key
    }
  }
  const options: DeepPartial<TimeChartOptions> = {
    autoSize: true,
    layout: {
      attributionLogo: false,
      background: { type: ColorType.Solid, color: 'transparent' },
      fontFamily: fontOf(),
      fontSize: 12,
      panes: { enableResize: false },
    },
    rightPriceScale: {
      borderVisible: false,
      minimumWidth: 64,
      entireTextOnly: true,
      // Space for names above the highest line, and for volume below the lowest.
      scaleMargins: { top: 0.08, bottom: 0.18 },
    },
    timeScale: {
      minBarSpacing: 1,
      timeVisible: true,
      allowBoldLabels: false,
      tickMarkFormatter: (at: Time, kind: TickMarkType) =>
        isCut(Number(at)) ? '' : formatInstant(instantOf(at), TICK_STYLES[kind], timeZone),
    },
    crosshair: { mode: CrosshairMode.Normal },
    // Vertical swipes scroll the page.
    handleScroll: { vertTouchDrag: false },
    kineticScroll: { touch: !matchMedia('(prefers-reduced-motion: reduce)').matches },
    localization: {
      timeFormatter: (time: Time) => formatInstant(instantOf(time), 'short', timeZone),
    },
  }
  chart = createChartEx<Time, InstanceType<typeof Behaviour>>(box, new Behaviour(), options)
  return chart
}

/** A longer gap counts as no trading instead of missing candles. */
const MOST_MISSING = 500

/** Candles with placeholders for missing ones. */
export const barsOf = (candles: readonly PriceCandle[], length: number) =>
  candles.flatMap((candle, index) => {
    const before = candles[index - 1]
    const missing = before ? Math.round((candle.at - before.at) / length) - 1 : 0
    const gap = missing > 0 && missing <= MOST_MISSING ? missing : 0
    return [
      ...Array.from({ length: gap }, (_, step) => ({
        time: timeOf(candle.at - (gap - step) * length),
      })),
      {
        time: timeOf(candle.at),
        open: toNumber(candle.open),
        high: toNumber(candle.high),
        low: toNumber(candle.low),
        close: toNumber(candle.close),
      },
    ]
  })

/** Two invisible candles, which give an empty chart its axes. */
export const unseenBars = (price: number) =>
  [0, 1].map((day) => ({
    time: timeOf(day * 86_400_000),
    open: price,
    high: price,
    low: price,
    close: price,
    color: 'transparent',
    borderColor: 'transparent',
    wickColor: 'transparent',
  }))
