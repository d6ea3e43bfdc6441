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

/**
 * What a day earned; `growth` is its time-weighted factor, of which `percent` is the rounded gain. NaN
 * and `undefined` where there was nothing that could have grown.
 */
export type DayResult = {
  day: string
  at: Instant
  profit: Decimal
  percent: Decimal | undefined
  growth: number
  /** Milliseconds between its last point and the one before its first. */
  span: number
}

/** Without a fall, only its depth of zero. */
export type Drawdown = { percent: Decimal; peakAt?: Instant; troughAt?: Instant }

/** A stretch of time without a point. */
export type Gap = { from: Instant; to: Instant }

/** Each figure that cannot be told is `undefined`; `gap`, `dayGap` and `noBaseAt` say why. */
export type Returns = {
  start: Decimal
  end: Decimal
  /** What came in and went out after the first point. */
  flows: Decimal
  /** End − start − flows. */
  profit: Decimal
  /** Profit ÷ (start + what came in), in percent; `undefined` when there was nothing. */
  simple: Decimal | undefined
  /** Time-weighted return in percent: how the money did, whenever it came and went. */
  timeWeighted: Decimal | undefined
  /** The deepest fall of the time-weighted index from an earlier peak. */
  drawdown: Drawdown | undefined
  best: DayResult | undefined
  worst: DayResult | undefined
  /** How many days brought something, of how many there were. */
  daysUp: number | undefined
  days: number
  /** Deviation of a whole day's growth, in percent; `undefined` for fewer than two of them too. */
  dayVolatility: Decimal | undefined
  /** Of whole days alone: ranges that are looked at by the hour have none. */
  ratios: Ratios
  /** Money-weighted return in percent: how the money did that was there, while it was. */
  moneyWeighted: Decimal | undefined
  /** The longest stretch of over two days without a point. */
  gap: Gap | undefined
  /** The longest stretch without a point that is too long to tell one day, or one hour, by. */
  dayGap: Gap | undefined
  /** The longest stretch without a point that leaves a day out. */
  missedDay: Gap | undefined
  /** Where growth cannot be told: nothing was there to grow, or more was owed than owned. */
  noBaseAt: Instant | undefined
}

/**
 * The time-weighted index at each point, 1 at the first: what the drawdown strip draws. NaN from where
 * growth cannot be told.
 */
export function growthIndex(series: ValueSeries): Float64Array {
  let growth = 1
  return series.value.map((_, index) => (growth *= index > 0 ? growthAt(series, index) : 1))
}

const DAY = 86_400_000
/** A day is told by points within two days around it, an hour by points within two hours. */
const FARTHEST = 2
/** As a part of a day: when the clocks change, one has 23 hours. */
const SHORTEST_DAY = 23 / 24
/** Points farther apart leave a day out, and two days would count as one. */
const FARTHEST_OF_DAYS = 1.5

/**
 * The key figures of a range, or `undefined` for fewer than two points. `dayOf` names the day of a
 * moment in the time zone of the reader, or its hour where `stretch` is one. Ratios are doubles, money
 * is exact.
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
  // Sharpe's returns are of equal periods: the first and the last day may be parts of one.
  const whole = days.filter(
    ({ span }, place) => (place > 0 && place < days.length - 1) || span >= SHORTEST_DAY * stretch,
  )
  const growths = whole.map(({ growth }) => growth)
  const longest = longestStep(series.at)
  const gap = gapOver(longest, FARTHEST * DAY)
  const dayGap = gapOver(longest, FARTHEST * stretch)
  const missedDay = gapOver(longest, FARTHEST_OF_DAYS * DAY)
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

/**
 * The sample standard deviation of logarithmic growth in percent, the usual estimate of volatility from
 * past prices. A year's is this times the root of how many such stretches a year has.
 */
export function volatilityOf(growths: readonly number[]): Decimal | undefined {
  const logs = growths.map(Math.log)
  if (logs.length < 2 || !logs.every(Number.isFinite)) return undefined
  const mean = logs.reduce((all, one) => all + one, 0) / logs.length
  const squares = logs.reduce((all, one) => all + (one - mean) ** 2, 0)
  return percent(Math.sqrt(squares / (logs.length - 1)))
}

const PERCENT_PLACES = 4

/** A ratio beyond all doubles comes from figures that mean nothing. */
const percent = (ratio: number): Decimal | undefined =>
  Number.isFinite(ratio * 100)
    ? round(fromNumber(ratio * 100), PERCENT_PLACES, 'half-even')
    : undefined

const valueAt = ({ value }: ValueSeries, index: number): Decimal => fromNumber(value[index] ?? 0)

/**
 * The factor from the point before to this one: (value + what went out) ÷ (value before + what came
 * in). Points give no time of day for a flow, so money that comes in counts as there from the start of
 * the interval and money that goes out until its end, a convention that the GIPS guidance on the
 * calculation of time-weighted returns allows. NaN where nothing was there to grow, or was left.
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

/**
 * Profit net of flows and growth of each day, counted to the day in which the middle of its interval
 * lies: of points a day apart that do not lie at midnight, that is the day most of which it covers.
 * What the intervals of a day brought together is how far its last value is from the one before it.
 */
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

/** Its last point, and the one before its first. */
type Day = { before: number; last: number; flows: Decimal; growth: number }

const extreme = (days: readonly DayResult[], wanted: 1 | -1): DayResult | undefined =>
  days.reduce<DayResult | undefined>(
    (found, day) => (found && compare(day.profit, found.profit) !== wanted ? found : day),
    undefined,
  )
