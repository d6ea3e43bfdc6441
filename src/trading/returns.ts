import type { Instant } from '#contract/primitives.ts'
import {
  add,
  compare,
  type Decimal,
  divide,
  fromNumber,
  HUNDRED,
  isNegative,
  isPositive,
  multiply,
  round,
  subtract,
  sum,
  toNumber,
  ZERO,
} from '#money/decimal.ts'

import type { ValueSeries } from './balance-flow.ts'
import { moneyWeightedReturn } from './returns-money-weighted.ts'
import { type Ratios, ratiosOf } from './returns-ratios.ts'

/** `growth`: time-weighted factor, NaN if nothing was invested; `percent`: rounded gain. */
export type DayResult = {
  day: string
  at: Instant
  profit: Decimal
  percent: Decimal | undefined
  growth: number
  /** Milliseconds from the last point of the previous day to the last of this one. */
  span: number
}

/** Without peak and trough if the value never fell: zero. */
export type Drawdown = { percent: Decimal; peakAt?: Instant; troughAt?: Instant }

export type Gap = { from: Instant; to: Instant }

/** Unknown values are `undefined`; `gap`, `dayGap` and `noBaseAt` give the reason. */
export type Returns = {
  start: Decimal
  end: Decimal
  /** Net deposits after the first point. */
  flows: Decimal
  profit: Decimal
  /** Profit ÷ (start + deposits) in percent; `undefined` if nothing was invested. */
  simple: Decimal | undefined
  /** Time-weighted return in percent, independent of deposits and withdrawals. */
  timeWeighted: Decimal | undefined
  /** Maximum drawdown of the time-weighted index. */
  drawdown: Drawdown | undefined
  best: DayResult | undefined
  worst: DayResult | undefined
  daysUp: number | undefined
  days: number
  /** Standard deviation of daily growth in percent; `undefined` below two full days. */
  dayVolatility: Decimal | undefined
  /** Based on full days only, so unknown for an hourly range. */
  ratios: Ratios
  /** Money-weighted return in percent, which depends on the time of deposits and withdrawals. */
  moneyWeighted: Decimal | undefined
  /** Longest time without a point, if over two days. */
  gap: Gap | undefined
  /** Longest time without a point, if too long for results per day or hour. */
  dayGap: Gap | undefined
  /** Longest time without a point, if it skips a day. */
  missedDay: Gap | undefined
  /** First time at which growth is undefined: nothing was invested, or debt exceeded the value. */
  noBaseAt: Instant | undefined
}

/** Returns the time-weighted index, 1 at the first point. NaN once growth is undefined. */
export function growthIndex(series: ValueSeries): Float64Array {
  let growth = 1
  return series.value.map((_, index) => (growth *= index > 0 ? growthAt(series, index) : 1))
}

const DAY = 86_400_000
/** Maximum distance of points for daily or hourly results, in days or hours. */
const MAX_DISTANCE = 2
/** Fraction of a day: the day of a clock change has 23 hours. */
const MIN_DAY = 23 / 24
/** Maximum distance of points, in days, that skips no day. */
const MAX_DAY_DISTANCE = 1.5

/**
 * Returns key figures; `undefined` below two points. `dayOf` names the day of a time in the
 * reader's zone, or its hour if `stretch` is an hour. Money is exact, ratios are doubles.
 */
export function returnsOf(
  series: ValueSeries,
  dayOf: (at: Instant) => string,
  stretch = DAY,
): Returns | undefined {
  const count = series.at.length
  if (count < 2) return undefined
  const [start, end] = [valueAt(series, 0), valueAt(series, count - 1)]
  const later = [...series.flows].flatMap(([place, flow]) => (place > 0 ? flow : []))
  const flows = sum(later)
  const invested = add(start, sum(later.filter(isPositive)))
  const profit = subtract(subtract(end, start), flows)
  const index = growthIndex(series)
  const days = dayResults(series, dayOf)
  // Ratios need equal periods, so partial days at both ends are excluded.
  const whole = days.filter(
    ({ span }, place) => (place > 0 && place < days.length - 1) || span >= MIN_DAY * stretch,
  )
  const growths = whole.map(({ growth }) => growth)
  const longest = longestStep(series.at)
  const gap = gapOver(longest, MAX_DISTANCE * DAY)
  const dayGap = gapOver(longest, MAX_DISTANCE * stretch)
  const missedDay = gapOver(longest, MAX_DAY_DISTANCE * DAY)
  const drawdown = gap ? undefined : deepest(series.at, index)
  return {
    start,
    end,
    flows,
    profit,
    simple: isPositive(invested)
      ? divide(multiply(profit, HUNDRED), invested, PERCENT_PLACES, 'half-even')
      : undefined,
    timeWeighted: percent((index.at(-1) ?? 1) - 1),
    drawdown,
    best: dayGap ? undefined : extreme(days, 1),
    worst: dayGap ? undefined : extreme(days, -1),
    daysUp: dayGap ? undefined : days.filter(({ profit: earned }) => isPositive(earned)).length,
    days: days.length,
    dayVolatility: dayGap ? undefined : volatilityOf(growths),
    ratios: ratiosOf({
      growths: stretch < DAY ? [] : growths,
      growth: index.at(-1) ?? 1,
      isMissingDay: missedDay !== undefined,
      drawdown: drawdown && toNumber(drawdown.percent) / 100,
      length: ((series.at[count - 1] ?? 0) - (series.at[0] ?? 0)) / DAY,
    }),
    moneyWeighted: moneyWeightedReturn(series),
    gap,
    dayGap,
    missedDay,
    noBaseAt: series.at[index.findIndex(Number.isNaN)],
  }
}

function longestStep(at: Float64Array): Gap {
  let longest: Gap = { from: 0, to: 0 }
  at.forEach((to, index) => {
    const from = at[index - 1]
    if (from !== undefined && to - from > longest.to - longest.from) longest = { from, to }
  })
  return longest
}

const gapOver = (step: Gap, most: number): Gap | undefined =>
  step.to - step.from > most ? step : undefined

/** Returns the sample standard deviation of logarithmic growth in percent, not annualised. */
export function volatilityOf(growths: readonly number[]): Decimal | undefined {
  const logs = growths.map(Math.log)
  if (logs.length < 2 || !logs.every(Number.isFinite)) return undefined
  const mean = logs.reduce((all, one) => all + one, 0) / logs.length
  const squares = logs.reduce((all, one) => all + (one - mean) ** 2, 0)
  return percent(Math.sqrt(squares / (logs.length - 1)))
}

const PERCENT_PLACES = 4

/** An overflow comes from meaningless input. */
const percent = (ratio: number): Decimal | undefined =>
  Number.isFinite(ratio * 100)
    ? round(fromNumber(ratio * 100), PERCENT_PLACES, 'half-even')
    : undefined

const valueAt = ({ value }: ValueSeries, index: number): Decimal => fromNumber(value[index] ?? 0)

/**
 * Returns (value + withdrawals) ÷ (previous value + deposits): deposits count from the interval's
 * start, withdrawals until its end, as the GIPS guidance allows. NaN if nothing was invested or
 * left.
 */
function growthAt(series: ValueSeries, index: number): number {
  const flow = series.flows.get(index)
  if (!flow) return growthOf(series.value[index - 1] ?? 0, series.value[index] ?? 0)
  const before = valueAt(series, index - 1)
  const now = valueAt(series, index)
  const base = isPositive(flow) ? add(before, flow) : before
  const result = isNegative(flow) ? subtract(now, flow) : now
  return growthOf(toNumber(base), toNumber(result))
}

function growthOf(base: number, result: number): number {
  if (base === 0 && result === 0) return 1
  return base > 0 && result >= 0 ? result / base : Number.NaN
}

function deepest(instants: Float64Array, index: Float64Array): Drawdown | undefined {
  if (index.some(Number.isNaN)) return undefined
  let peak = 0
  let fall = 0
  let found: { peak: number; trough: number } | undefined
  for (const [at, value] of index.entries()) {
    if (value > (index[peak] ?? 0)) peak = at
    const depth = 1 - value / (index[peak] ?? value)
    if (depth <= fall) continue
    fall = depth
    found = { peak, trough: at }
  }
  const depth = percent(fall)
  if (!depth) return undefined
  const [peakAt, troughAt] = [instants[found?.peak ?? -1], instants[found?.trough ?? -1]]
  return peakAt === undefined || troughAt === undefined
    ? { percent: depth }
    : { percent: depth, peakAt, troughAt }
}

/** Returns profit net of flows and growth per day; an interval belongs to its midpoint's day. */
export function dayResults(series: ValueSeries, dayOf: (at: Instant) => string): DayResult[] {
  const days = new Map<string, Day>()
  series.at.forEach((at, index) => {
    const before = series.at[index - 1]
    if (before === undefined) return
    const name = dayOf((before + at) / 2)
    const flow = series.flows.get(index) ?? ZERO
    const growth = growthAt(series, index)
    const known = days.get(name)
    if (known) {
      known.last = index
      known.flows = add(known.flows, flow)
      known.growth *= growth
    } else {
      days.set(name, { before: index - 1, last: index, flows: flow, growth })
    }
  })
  return Array.from(days, ([day, { before, last, flows, growth }]) => ({
    day,
    at: series.at[last] ?? 0,
    profit: subtract(subtract(valueAt(series, last), valueAt(series, before)), flows),
    percent: percent(growth - 1),
    growth,
    span: (series.at[last] ?? 0) - (series.at[before] ?? 0),
  }))
}

/** Indexes of its last point and of the previous day's last. */
type Day = { before: number; last: number; flows: Decimal; growth: number }

const extreme = (days: readonly DayResult[], wanted: 1 | -1): DayResult | undefined =>
  days.reduce<DayResult | undefined>(
    (found, day) => (found && compare(day.profit, found.profit) !== wanted ? found : day),
    undefined,
  )
