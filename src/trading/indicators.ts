/** One value per close; `undefined` until there are enough closes. Never used as money. */
export type Series = (number | undefined)[]

/**
 * Relative strength index, 0 to 100, with Wilder's smoothing. J. Welles Wilder, "New Concepts in
 * Technical Trading Systems" (1978).
 */
export function rsiSeries(closes: readonly number[], period: number): Series {
  let rise = 0
  let fall = 0
  return closes.map((close, index) => {
    if (index === 0) return undefined
    const change = close - (closes[index - 1] ?? close)
    const weight = Math.min(index, period)
    rise += (Math.max(change, 0) - rise) / weight
    fall += (Math.max(-change, 0) - fall) / weight
    if (index < period) return undefined
    if (fall === 0) return rise === 0 ? 50 : 100
    return 100 - 100 / (1 + rise / fall)
  })
}

/**
 * Simple average of `period` closes ± `deviations` population standard deviations. John Bollinger,
 * "Bollinger on Bollinger Bands" (2001).
 */
export function bollingerSeries(
  closes: readonly number[],
  period: number,
  deviations: number,
): { lower: Series; middle: Series; upper: Series } {
  const lower: Series = []
  const middle: Series = []
  const upper: Series = []
  for (let end = 1; end <= closes.length; end += 1) {
    const band = end < period ? undefined : bandOf(closes.slice(end - period, end), deviations)
    lower.push(band && band.mean - band.reach)
    middle.push(band?.mean)
    upper.push(band && band.mean + band.reach)
  }
  return { lower, middle, upper }
}

function bandOf(window: readonly number[], deviations: number): { mean: number; reach: number } {
  const mean = window.reduce((total, close) => total + close, 0) / window.length
  const variance = window.reduce((total, close) => total + (close - mean) ** 2, 0) / window.length
  return { mean, reach: deviations * Math.sqrt(variance) }
}

/**
 * Line: difference of two exponential averages; signal: its own. Gerald Appel, "Technical Analysis:
 * Power Tools for Active Investors" (2005).
 */
export function macdSeries(
  closes: readonly number[],
  { fast, slow, signal }: { fast: number; slow: number; signal: number },
): { line: Series; signal: Series } {
  const calm = exponentialSeries(closes, slow)
  const line = exponentialSeries(closes, fast).map((quick, index) => {
    const slowly = calm[index]
    return quick === undefined || slowly === undefined ? undefined : quick - slowly
  })
  return { line, signal: exponentialSeries(line, signal) }
}

/** Exponential averages of weight 2 ÷ (period + 1), from the mean of the first `period` values. */
export function exponentialSeries(values: readonly (number | undefined)[], period: number): Series {
  let count = 0
  let average = 0
  return values.map((value) => {
    if (value === undefined) return undefined
    count += 1
    average += (value - average) * (count <= period ? 1 / count : 2 / (period + 1))
    return count < period ? undefined : average
  })
}
