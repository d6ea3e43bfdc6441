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

/** Half the width of a label of the time axis, in px. A label nearer to the left edge is left out. */
const HALF_LABEL = 20

export const timeOf = (at: number): UTCTimestamp => (at / 1_000) as UTCTimestamp
export const instantOf = (time: Time): number => Number(time) * 1_000

export const fontOf = (): string => getComputedStyle(document.body).fontFamily

/** A chart of lightweight-charts as this page has it: behaviour, axes and the words of time. */
export function emptyChart(box: HTMLElement, timeZone: DisplayPreferences['timeZone']) {
  let chart: IChartApiBase | undefined
  const isCut = (at: number) =>
    (chart?.timeScale().timeToCoordinate(at as UTCTimestamp) ?? HALF_LABEL) < HALF_LABEL
  const Behaviour = class extends timeIn(timeZone) {
    // The chart remembers a label by this key: a cut one is not the whole one.
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
      // Names stand above the highest line, and volume under the lowest.
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
    // The page scrolls under a finger that moves up or down.
    handleScroll: { vertTouchDrag: false },
    kineticScroll: { touch: !matchMedia('(prefers-reduced-motion: reduce)').matches },
    localization: {
      timeFormatter: (time: Time) => formatInstant(instantOf(time), 'short', timeZone),
    },
  }
  chart = createChartEx<Time, InstanceType<typeof Behaviour>>(box, new Behaviour(), options)
  return chart
}

/** More candles than this are not missing: the pair was not traded. */
const MOST_MISSING = 500

/** Candles with a place for each that is missing between two of them. */
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

/** Two candles that only give the axes something to stand on. */
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
