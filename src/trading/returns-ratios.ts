import { type Decimal, fromNumber, round } from '#money/decimal.ts'

/** A figure, or why there is none. */
export type Ratio = { value: Decimal; why?: undefined } | { value?: undefined; why: NoRatio }

/**
 * Fewer days than a ratio means something for; a day without a point; nothing that could grow; nothing
 * to divide by: no day differs, or lost, or the value never fell.
 */
export type NoRatio = 'few days' | 'gap' | 'no growth' | 'no risk'

/** Return for risk, by the year and with nothing taken off for a return without risk. */
export type Ratios = { sharpe: Ratio; sortino: Ratio; calmar: Ratio }

/** Ours: what fewer days come to is chance. */
export const FEWEST_DAYS = 30
/** Coins trade on every day of the year. */
const DAYS_A_YEAR = 365
const RATIO_PLACES = 4

const noRatios = (why: NoRatio): Ratios => ({
  sharpe: { why },
  sortino: { why },
  calmar: { why },
})

type Days = {
  /** Of each whole day: 1.01 is 1% more. */
  growths: readonly number[]
  /** Of all the time, parts of days included. */
  growth: number
  /** A day is left out, so that two days count as one. */
  isMissingDay: boolean
  /** The deepest fall of the same time as a part of 1; `undefined` where it cannot be known. */
  drawdown: number | undefined
  /** How many days lie between the first and the last moment. */
  length: number
}

/**
 * Calmar is the compound return of a year ÷ the deepest fall, by T. W. Young, "Calmar Ratio: A Smoother
 * Tool", Futures 1991, over the days given in place of 36 months.
 */
export function ratiosOf({ growths, growth, isMissingDay, drawdown, length }: Days): Ratios {
  if (growths.length < FEWEST_DAYS) return noRatios('few days')
  if (isMissingDay) return noRatios('gap')
  if (drawdown === undefined || !Number.isFinite(growth)) return noRatios('no growth')
  return {
    sharpe: sharpe(growths),
    sortino: sortino(growths),
    calmar: ratio(growth ** (DAYS_A_YEAR / length) - 1, drawdown),
  }
}

/**
 * The mean of daily returns ÷ their sample standard deviation × √365, by W. F. Sharpe, "The Sharpe
 * Ratio", Journal of Portfolio Management 1994. Returns are simple ones, less a riskless return of 0.
 */
function sharpe(growths: readonly number[]): Ratio {
  const mean = meanOf(growths) - 1
  const squares = growths.reduce((all, growth) => all + (growth - 1 - mean) ** 2, 0)
  return overRisk(mean, Math.sqrt(squares / (growths.length - 1)))
}

/**
 * The mean of daily returns ÷ the root of the mean square of losing days × √365, by F. A. Sortino and
 * L. N. Price, "Performance Measurement in a Downside Risk Framework", Journal of Investing 1994. Days
 * that lost nothing count as 0 and are counted.
 */
function sortino(growths: readonly number[]): Ratio {
  const squares = growths.reduce((all, growth) => all + Math.min(0, growth - 1) ** 2, 0)
  return overRisk(meanOf(growths) - 1, Math.sqrt(squares / growths.length))
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((all, one) => all + one, 0) / values.length

const overRisk = (mean: number, deviation: number): Ratio =>
  ratio(mean * Math.sqrt(DAYS_A_YEAR), deviation)

/** What doubles leave over where exact figures would leave nothing. */
const NOTHING = 1e-12

function ratio(gain: number, risk: number): Ratio {
  if (risk < NOTHING) return { why: 'no risk' }
  const value = gain / risk
  if (!Number.isFinite(value)) return { why: 'no growth' }
  return { value: round(fromNumber(value), RATIO_PLACES, 'half-even') }
}
