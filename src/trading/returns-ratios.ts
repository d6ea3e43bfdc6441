import { type Decimal, fromNumber, round } from '#money/decimal.ts'

/** A value, or the reason why there is none. */
export type Ratio = { value: Decimal; why?: undefined } | { value?: undefined; why: NoRatio }

/** Below `MIN_DAYS`; a day without a point; nothing invested; division by zero. */
export type NoRatio = 'few days' | 'gap' | 'no growth' | 'no risk'

/** Annualised, with a riskless return of 0. */
export type Ratios = { sharpe: Ratio; sortino: Ratio; calmar: Ratio }

/** Our choice: ratios of fewer days are chance. */
export const MIN_DAYS = 30
/** Crypto trades every day. */
const DAYS_A_YEAR = 365
const RATIO_PLACES = 4

const noRatios = (why: NoRatio): Ratios => ({
  sharpe: { why },
  sortino: { why },
  calmar: { why },
})

type Days = {
  /** Growth factor of each full day: 1.01 is +1 %. */
  growths: readonly number[]
  /** Growth factor of the whole time, including partial days. */
  growth: number
  /** A day without a point: two days would count as one. */
  isMissingDay: boolean
  /** Maximum drawdown as a fraction of 1; `undefined` if unknown. */
  drawdown: number | undefined
  /** Days from first to last point. */
  length: number
}

/**
 * Annual compound return ÷ maximum drawdown over the given days. T. W. Young, "Calmar Ratio: A
 * Smoother Tool", Futures 1991 (which takes 36 months).
 */
export function ratiosOf({ growths, growth, isMissingDay, drawdown, length }: Days): Ratios {
  if (growths.length < MIN_DAYS) return noRatios('few days')
  if (isMissingDay) return noRatios('gap')
  if (drawdown === undefined || !Number.isFinite(growth)) return noRatios('no growth')
  return {
    sharpe: sharpe(growths),
    sortino: sortino(growths),
    calmar: ratio(growth ** (DAYS_A_YEAR / length) - 1, drawdown),
  }
}

/**
 * Mean daily return ÷ sample standard deviation × √365, riskless return 0. W. F. Sharpe, "The
 * Sharpe Ratio", Journal of Portfolio Management 1994.
 */
function sharpe(growths: readonly number[]): Ratio {
  const mean = meanOf(growths) - 1
  const squares = growths.reduce((all, growth) => all + (growth - 1 - mean) ** 2, 0)
  return overRisk(mean, Math.sqrt(squares / (growths.length - 1)))
}

/**
 * Mean daily return ÷ root mean square of losing days (others 0) × √365. F. A. Sortino and L. N.
 * Price, "Performance Measurement in a Downside Risk Framework", J. of Investing 1994.
 */
function sortino(growths: readonly number[]): Ratio {
  const squares = growths.reduce((all, growth) => all + Math.min(0, growth - 1) ** 2, 0)
  return overRisk(meanOf(growths) - 1, Math.sqrt(squares / growths.length))
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((all, one) => all + one, 0) / values.length

const overRisk = (mean: number, deviation: number): Ratio =>
  ratio(mean * Math.sqrt(DAYS_A_YEAR), deviation)

const ROUNDING_NOISE = 1e-12

function ratio(gain: number, risk: number): Ratio {
  if (risk < ROUNDING_NOISE) return { why: 'no risk' }
  const value = gain / risk
  if (!Number.isFinite(value)) return { why: 'no growth' }
  return { value: round(fromNumber(value), RATIO_PLACES, 'half-even') }
}
