/** Start conditions of a deal other than an alert, on candles of so many seconds. */
export const CANDLE_SECONDS = { rsi: 900, bollinger_bands: 3_600, macd: 3_600 } as const
export type ReferenceIndicator = keyof typeof CANDLE_SECONDS

const CLOSES = { rsi: 114, bollinger_bands: 20, macd: 160 } as const

/**
 * Whether an indicator signals a deal at a second, worked out anew from every close it uses
 * on. `priceAt` is the price of any second, also of those before the first.
 */
export function referenceSays(
  indicator: ReferenceIndicator,
  second: number,
  isLong: boolean,
  priceAt: (second: number) => number,
): boolean {
  const length = CANDLE_SECONDS[indicator]
  const end = second - (second % length)
  const closes: number[] = []
  for (let back = CLOSES[indicator] - 1; back >= 0; back--) {
    closes.push(priceAt(end - back * length - 1))
  }
  if (indicator === 'rsi') return isFarGone(closes, isLong)
  if (indicator === 'macd') return hasCrossed(closes, isLong)
  return isOutside(closes, isLong)
}

/** Wilder's index below 30 or above 70, said without a division: rises against falls as 3 to 7. */
function isFarGone(closes: number[], isLong: boolean): boolean {
  const moves = closes.slice(1).map((close, index) => close - (closes[index] ?? 0))
  const smooth = (parts: number[]) => {
    let average = parts.slice(0, 14).reduce((sum, part) => sum + part, 0) / 14
    for (const part of parts.slice(14)) average = (average * 13 + part) / 14
    return average
  }
  const rise = smooth(moves.map((move) => (move > 0 ? move : 0)))
  const fall = smooth(moves.map((move) => (move < 0 ? -move : 0)))
  return isLong ? rise * 7 < fall * 3 : rise * 3 > fall * 7
}

/** More than two deviations from the average, compared by their squares. */
function isOutside(closes: number[], isLong: boolean): boolean {
  const mean = closes.reduce((sum, close) => sum + close, 0) / closes.length
  const squares = closes.reduce((sum, close) => sum + close * close, 0) / closes.length
  const away = (closes.at(-1) ?? 0) - mean
  const isAway = away * away > 4 * (squares - mean * mean)
  return isAway && (isLong ? away < 0 : away > 0)
}

/** The line of 12 and 26 went through its signal of 9 with the last close. */
function hasCrossed(closes: number[], isLong: boolean): boolean {
  const average = (values: number[], period: number): number => {
    let value = values.slice(0, period).reduce((sum, one) => sum + one, 0) / period
    for (const one of values.slice(period)) value += ((one - value) * 2) / (period + 1)
    return value
  }
  const line = closes.map((_, index) =>
    index < 25
      ? 0
      : average(closes.slice(0, index + 1), 12) - average(closes.slice(0, index + 1), 26),
  )
  const gap = (end: number): number => (line[end] ?? 0) - average(line.slice(25, end + 1), 9)
  const before = gap(closes.length - 2)
  const now = gap(closes.length - 1)
  return isLong ? before <= 0 && now > 0 : before >= 0 && now < 0
}
