import type { DealStartCondition } from '#contract/dca-strategies.ts'
import { CANDLE_INTERVALS, type CandleInterval } from '#contract/market.ts'
import { fromNumber, toNumber } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'
import { bollingerSeries, macdSeries, rsiSeries, type Series } from '#trading/indicators.ts'

/** So many candles are drawn; the ones before them are what the averages begin with. */
export const DRAWN = 120
export const BEFORE = 80

/** A line of a picture; `of` decides how it is drawn. */
export type PictureLine = { of: 'price' | 'band' | 'indicator' | 'signal'; values: Series }

export type ConditionPicture = {
  lines: PictureLine[]
  /** Levels that the indicator is compared with. */
  levels: number[]
  /** From the lowest to the highest value that is drawn. */
  low: number
  high: number
  /** What the newest candle says, in a sentence. */
  words: string
}

type Condition = DealStartCondition

/** Whether there is a picture of a condition: of the indicators that are known here. */
export const hasPicture = ({ id }: Condition): boolean =>
  id === 'rsi' || id === 'bollinger_bands' || id === 'macd'

/** An hour where the condition offers it, else the first length that is known here. */
export function intervalOf({ options }: Condition): CandleInterval {
  const offered = CANDLE_INTERVALS.filter((interval) => options?.timeframes?.includes(interval))
  return offered.find((interval) => interval === '1h') ?? offered[0] ?? '1h'
}

/** The indicator with the condition's own defaults over closes, the oldest first. */
export function pictureOf(
  condition: Condition,
  closes: readonly number[],
): ConditionPicture | undefined {
  const { options } = condition
  if (closes.length < 2 || !arePeriods(options)) return undefined
  if (condition.id === 'rsi') {
    const levels = [options?.default_oversold ?? 30, options?.default_overbought ?? 70]
    const values = rsiSeries(closes, options?.default_period ?? 14)
    return {
      ...cut([{ of: 'indicator', values }], levels),
      levels,
      low: 0,
      high: 100,
      words: rsiWords(values.at(-1), levels),
    }
  }
  if (condition.id === 'bollinger_bands') {
    const deviation = options?.default_deviation ? toNumber(options.default_deviation) : 2
    const bands = bollingerSeries(closes, options?.default_period ?? 20, deviation)
    const lines: PictureLine[] = [
      { of: 'band', values: bands.upper },
      { of: 'band', values: bands.lower },
      { of: 'price', values: [...closes] },
    ]
    return { ...cut(lines, []), levels: [], words: bandWords(closes.at(-1), bands) }
  }
  if (condition.id === 'macd') {
    const { line, signal } = macdSeries(closes, {
      fast: options?.fast_period ?? 12,
      slow: options?.slow_period ?? 26,
      signal: options?.signal_period ?? 9,
    })
    const lines: PictureLine[] = [
      { of: 'signal', values: signal },
      { of: 'indicator', values: line },
    ]
    return { ...cut(lines, [0]), levels: [0], words: macdWords(line.at(-1), signal.at(-1)) }
  }
  return undefined
}

/** What was sent may be no length of time: then nothing follows from it. */
const arePeriods = (options: Condition['options']): boolean =>
  [
    options?.default_period,
    options?.fast_period,
    options?.slow_period,
    options?.signal_period,
  ].every((period) => period === undefined || period > 0)

/** The newest values, and the room they take. */
function cut(lines: PictureLine[], levels: readonly number[]) {
  const drawn = lines.map(({ of, values }) => ({ of, values: values.slice(-DRAWN) }))
  const all = [
    ...levels,
    ...drawn.flatMap(({ values }) => values.filter((value) => value !== undefined)),
  ]
  return { lines: drawn, low: Math.min(...all), high: Math.max(...all) }
}

const TOO_FEW = 'Not enough candles.'

function macdWords(line: number | undefined, signal: number | undefined): string {
  if (line === undefined || signal === undefined) return TOO_FEW
  if (line === signal) return 'MACD is at its signal line.'
  return `MACD is ${line > signal ? 'above' : 'below'} its signal line.`
}

function rsiWords(value: number | undefined, [oversold = 30, overbought = 70]: number[]): string {
  if (value === undefined) return TOO_FEW
  const place = value < oversold ? 'oversold' : value > overbought ? 'overbought' : 'neutral'
  return `RSI is ${formatAmount(fromNumber(value), { places: 1 })}, ${place}.`
}

function bandWords(
  last: number | undefined,
  { lower, upper }: { lower: Series; upper: Series },
): string {
  const [low, high] = [lower.at(-1), upper.at(-1)]
  if (last === undefined || low === undefined || high === undefined) {
    return TOO_FEW
  }
  if (last < low) return 'The price is below the lower band.'
  return last > high ? 'The price is above the upper band.' : 'The price is between the bands.'
}
