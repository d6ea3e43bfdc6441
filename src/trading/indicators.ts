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

export type MacdPoint = { line: number; signal: number }

/**
 * Moving average convergence divergence: the difference of two exponential averages as the line, and
 * its own exponential average as the signal, usually over 12, 26 and 9 closes. Gerald Appel,
 * "Technical Analysis: Power Tools for Active Investors" (2005). From the first close that has both,
 * the newest last; empty for too few closes.
 */
export function macd(
  closes: readonly number[],
  fast: number,
  slow: number,
  smooth: number,
): MacdPoint[] {
  const calm = exponential(closes, slow)
  const quick = exponential(closes, fast).slice(-calm.length)
  const line = calm.map((value, i) => (quick[i] ?? value) - value)
  const signal = exponential(line, smooth)
  return signal.map((value, i) => ({ line: line[i + smooth - 1] ?? 0, signal: value }))
}

/**
 * Exponential averages with the weight 2 ÷ (period + 1), begun with the simple average of the first
 * `period` values: one for each value from there on.
 */
export function exponential(values: readonly number[], period: number): number[] {
  if (values.length < period) return []
  let average = values.slice(0, period).reduce((total, value) => total + value, 0) / period
  const averages = [average]
  for (const value of values.slice(period)) {
    average += ((value - average) * 2) / (period + 1)
    averages.push(average)
  }
  return averages
}
