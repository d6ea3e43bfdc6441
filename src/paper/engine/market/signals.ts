import { CANDLE_LENGTHS } from '#contract/market.ts'
import type { Instant } from '#contract/primitives.ts'
import { bollingerSeries, macdSeries, rsiSeries } from '#trading/indicators.ts'

import type { Market } from './market.ts'

/** Candle length of each indicator that a DCA bot can start on. */
export const SIGNAL_INTERVALS = { rsi: '15m', bollinger_bands: '1h', macd: '1h' } as const
export type Signal = keyof typeof SIGNAL_INTERVALS

/** Closes used per indicator: enough that averages do not depend on their start. */
const LOOKBACK: Record<Signal, number> = { rsi: 114, bollinger_bands: 20, macd: 160 }

export type Signals = ReturnType<typeof createSignals>

export function createSignals() {
  const windowsOf = new WeakMap<Market, Map<string, { end: Instant; closes: number[] }>>()

  /** Closes of the last candles that have prices; the cached window slides. */
  function closesOf(signal: Signal, market: Market, pair: string, at: Instant): readonly number[] {
    const windows = windowsOf.get(market) ?? new Map<string, { end: Instant; closes: number[] }>()
    windowsOf.set(market, windows)
    const interval = CANDLE_LENGTHS[SIGNAL_INTERVALS[signal]]
    const count = LOOKBACK[signal]
    const end = Math.floor(at / interval) * interval
    const key = `${signal} ${pair}`
    const known = windows.get(key)
    const isAhead = known !== undefined && known.end <= end && end - known.end < count * interval
    const from = isAhead ? known.end + interval : end - (count - 1) * interval
    const closes = isAhead ? known.closes : []
    for (let close = from; close <= end; close += interval) {
      if (close > (market.begins?.(pair) ?? 0)) closes.push(market.last(pair, close - 1_000))
    }
    if (closes.length > count) closes.splice(0, closes.length - count)
    windows.set(key, { end, closes })
    return closes
  }

  return {
    /** Returns true if the indicator signals an entry, by closed candles; false with too few. */
    says(signal: Signal, market: Market, pair: string, at: Instant, isLong: boolean): boolean {
      const closes = closesOf(signal, market, pair, at)
      if (signal === 'rsi') return isExtreme(rsiSeries(closes, 14).at(-1) ?? 50, isLong)
      if (signal === 'macd') return crosses(closes, isLong)
      const { lower, upper } = bollingerSeries(closes, 20, 2)
      const last = closes.at(-1) ?? 0
      return isLong ? last < (lower.at(-1) ?? last) : last > (upper.at(-1) ?? last)
    },
  }
}

/** Oversold for a long, overbought for a short. */
const isExtreme = (index: number, isLong: boolean): boolean => (isLong ? index < 30 : index > 70)

/** The line crossed its signal at the last candle. */
function crosses(closes: readonly number[], isUp: boolean): boolean {
  const { line, signal } = macdSeries(closes, { fast: 12, slow: 26, signal: 9 })
  const gap = (back: number): number => (line.at(-back) ?? NaN) - (signal.at(-back) ?? NaN)
  return isUp ? gap(2) <= 0 && gap(1) > 0 : gap(2) >= 0 && gap(1) < 0
}
