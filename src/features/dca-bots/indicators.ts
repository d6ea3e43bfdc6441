/** One value for each close; `undefined` while too few closes lie before it. For pictures only. */
export type Series = (number | undefined)[]

/** Relative strength index with Wilder's smoothing, 0 to 100, as the service's engine counts it. */
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

/** The average of `period` closes and `deviations` population standard deviations to both sides. */
export function bollingerSeries(
  closes: readonly number[],
  period: number,
  deviations: number,
): { lower: Series; middle: Series; upper: Series } {
  const lower: Series = []
  const middle: Series = []
  const upper: Series = []
  for (let end = 1; end <= closes.length; end += 1) {
    const window = end < period ? undefined : closes.slice(end - period, end)
    const mean = window && window.reduce((sum, close) => sum + close, 0) / period
    const reach =
      window &&
      deviations *
        Math.sqrt(window.reduce((sum, close) => sum + (close - (mean ?? 0)) ** 2, 0) / period)
    middle.push(mean)
    lower.push(mean === undefined ? undefined : mean - (reach ?? 0))
    upper.push(mean === undefined ? undefined : mean + (reach ?? 0))
  }
  return { lower, middle, upper }
}

/** The fast exponential average less the slow one, and that line's own average as the signal. */
export function macdSeries(
  closes: readonly number[],
  { fast, slow, signal }: { fast: number; slow: number; signal: number },
): { line: number[]; signal: number[] } {
  const calm = averages(closes, slow)
  const line = averages(closes, fast).map((value, index) => value - (calm[index] ?? 0))
  return { line, signal: averages(line, signal) }
}

/** Exponential averages with weight 2 ÷ (period + 1), begun with the first value. */
function averages(values: readonly number[], period: number): number[] {
  let average = values[0] ?? 0
  return values.map((value) => (average += ((value - average) * 2) / (period + 1)))
}
