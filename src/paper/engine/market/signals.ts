import type { Instant } from '#contract/primitives.ts'

import type { Market } from './market.ts'
import { INTERVALS } from './quotes.ts'

/** The indicators a DCA bot can start on, each on candles of one length. */
export const SIGNAL_INTERVALS = { rsi: '15m', bollinger_bands: '1h', macd: '1h' } as const
export type Signal = keyof typeof SIGNAL_INTERVALS

/** Closes that an indicator looks back over: enough for its averages to forget where they began. */
const LOOKBACK: Record<Signal, number> = { rsi: 114, bollinger_bands: 20, macd: 160 }

export type Signals = {
  /** Whether an indicator speaks for opening a deal, by the candles that have closed. */
  says(signal: Signal, pair: string, at: Instant, isLong: boolean): boolean
}

export function createSignals(market: Market): Signals {
  const windows = new Map<string, { end: Instant; closes: number[] }>()

  /** The closes of the last candles; the window moves on from where it stood. */
  function closesOf(signal: Signal, pair: string, at: Instant): readonly number[] {
    const interval = INTERVALS[SIGNAL_INTERVALS[signal]] ?? 60_000
    const count = LOOKBACK[signal]
    const end = Math.floor(at / interval) * interval
    const key = `${signal} ${pair}`
    const known = windows.get(key)
    const isAhead = known !== undefined && known.end <= end && end - known.end < count * interval
    const from = isAhead ? known.end + interval : end - (count - 1) * interval
    const closes = isAhead ? known.closes : []
    for (let close = from; close <= end; close += interval) {
      closes.push(market.last(pair, close - 1_000))
    }
    if (closes.length > count) closes.splice(0, closes.length - count)
    windows.set(key, { end, closes })
    return closes
  }

  return {
    says(signal, pair, at, isLong) {
      const closes = closesOf(signal, pair, at)
      if (signal === 'rsi') return isLong ? rsi(closes, 14) < 30 : rsi(closes, 14) > 70
      if (signal === 'macd') return crosses(macd(closes), isLong)
      const { lower, upper } = bollinger(closes, 20, 2)
      const last = closes.at(-1) ?? 0
      return isLong ? last < lower : last > upper
    },
  }
}

/**
 * Relative strength index, 0 to 100, with Wilder's smoothing: J. Welles Wilder, "New Concepts in
 * Technical Trading Systems" (1978). 100 − 100 ÷ (1 + average rise ÷ average fall).
 */
export function rsi(closes: readonly number[], period: number): number {
  let rise = 0
  let fall = 0
  for (let i = 1; i < closes.length; i++) {
    const change = (closes[i] ?? 0) - (closes[i - 1] ?? 0)
    const weight = i <= period ? i : period
    rise += (Math.max(change, 0) - rise) / weight
    fall += (Math.max(-change, 0) - fall) / weight
  }
  if (fall === 0) return rise === 0 ? 50 : 100
  return 100 - 100 / (1 + rise / fall)
}

/**
 * Bollinger Bands: the simple average of `period` closes and `deviations` population standard
 * deviations to both sides of it. John Bollinger, "Bollinger on Bollinger Bands" (2001).
 */
export function bollinger(
  closes: readonly number[],
  period: number,
  deviations: number,
): { lower: number; middle: number; upper: number } {
  const window = closes.slice(-period)
  const middle = window.reduce((total, close) => total + close, 0) / window.length
  const variance = window.reduce((total, close) => total + (close - middle) ** 2, 0) / window.length
  const reach = deviations * Math.sqrt(variance)
  return { lower: middle - reach, middle, upper: middle + reach }
}

/**
 * Moving average convergence divergence: the 12-candle exponential average less the 26-candle one,
 * and its own 9-candle average as the signal. Gerald Appel, "Technical Analysis" (2005). The last
 * two differences of line and signal, the newest last.
 */
export function macd(
  closes: readonly number[],
  fast = 12,
  slow = 26,
  smooth = 9,
): [number, number] {
  const quick = averages(closes, fast)
  const calm = averages(closes, slow)
  const line = quick.map((value, i) => value - (calm[i] ?? 0))
  const signal = averages(line, smooth)
  const gap = (back: number): number => (line.at(-back) ?? 0) - (signal.at(-back) ?? 0)
  return [gap(2), gap(1)]
}

/** Exponential averages with weight 2 ÷ (period + 1), begun with the first value. */
function averages(values: readonly number[], period: number): number[] {
  let average = values[0] ?? 0
  return values.map((value) => (average += ((value - average) * 2) / (period + 1)))
}

const crosses = ([before, now]: [number, number], isUp: boolean): boolean =>
  isUp ? before <= 0 && now > 0 : before >= 0 && now < 0
