import type { PriceCandle, PriceIndicator } from '#charts/price-data.ts'
import type { DealStartCondition } from '#contract/dca-strategies.ts'
import { CANDLE_INTERVALS, type CandleInterval } from '#contract/market.ts'
import { fromNumber, toNumber } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'
import { bollingerSeries, macdSeries, rsiSeries, type Series } from '#trading/indicators.ts'

type ConditionPicture = {
  indicator: PriceIndicator
  words: string
}

type Condition = DealStartCondition

/** This page can compute the indicator. */
export const hasPicture = ({ id }: Condition): boolean =>
  id === 'rsi' || id === 'bollinger_bands' || id === 'macd'

/** 15 minutes if the condition offers it, else its first known interval. */
export function intervalOf({ options }: Condition): CandleInterval {
  const offered = CANDLE_INTERVALS.filter((interval) => options?.timeframes?.includes(interval))
  return offered.find((interval) => interval === '15m') ?? offered[0] ?? '15m'
}

/** Indicator with the service's defaults over candles, oldest first. */
export function pictureOf(
  condition: Condition,
  candles: readonly Pick<PriceCandle, 'close'>[],
): ConditionPicture | undefined {
  const { options } = condition
  if (!arePeriods(options)) return undefined
  const closes = candles.map(({ close }) => toNumber(close))
  if (condition.id === 'rsi') {
    const period = options?.default_period ?? 14
    const levels = [options?.default_oversold ?? 30, options?.default_overbought ?? 70]
    const values = rsiSeries(closes, period)
    return {
      indicator: {
        pane: 'below',
        series: [{ name: `RSI ${period}`, look: 'main', values }],
        levels,
        places: 1,
      },
      words: rsiWords(values.at(-1), levels),
    }
  }
  if (condition.id === 'bollinger_bands') {
    const deviation = options?.default_deviation ? toNumber(options.default_deviation) : 2
    const bands = bollingerSeries(closes, options?.default_period ?? 20, deviation)
    return {
      indicator: {
        pane: 'prices',
        series: [
          { name: 'Upper band', look: 'main', values: bands.upper },
          { name: 'Average', look: 'dashed', values: bands.middle },
          { name: 'Lower band', look: 'main', values: bands.lower },
        ],
      },
      words: bandWords(closes.at(-1), bands),
    }
  }
  if (condition.id === 'macd') {
    const { line, signal } = macdSeries(closes, {
      fast: options?.fast_period ?? 12,
      slow: options?.slow_period ?? 26,
      signal: options?.signal_period ?? 9,
    })
    const distance = line.map((value, index) => {
      const from = signal[index]
      return value === undefined || from === undefined ? undefined : value - from
    })
    return {
      indicator: {
        pane: 'below',
        series: [
          { name: 'Histogram', look: 'bars', values: distance },
          { name: 'MACD', look: 'main', values: line },
          { name: 'Signal', look: 'dashed', values: signal },
        ],
        levels: [0],
      },
      words: macdWords(line.at(-1), signal.at(-1)),
    }
  }
  return undefined
}

/** Periods of zero or less have no chart. */
const arePeriods = (options: Condition['options']): boolean =>
  [
    options?.default_period,
    options?.fast_period,
    options?.slow_period,
    options?.signal_period,
  ].every((period) => period === undefined || period > 0)

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
