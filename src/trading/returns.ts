import type { Instant } from '#contract/primitives.ts'
import {
  add,
  compare,
  type Decimal,
  divide,
  fromNumber,
  HUNDRED,
  isPositive,
  isZero,
  multiply,
  round,
  subtract,
  sum,
  toNumber,
  ZERO,
} from '#money/decimal.ts'

import type { ValuePoint } from './balance-flow.ts'
import { moneyWeightedReturn } from './returns-money-weighted.ts'

/** What a day earned; `growth` is its time-weighted factor, of which `percent` is the rounded gain. */
export type DayResult = {
  day: string
  at: Instant
  profit: Decimal
  percent: Decimal
  growth: number
}

export type Drawdown = { percent: Decimal; peakAt: Instant; troughAt: Instant }

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
  timeWeighted: Decimal
  /** The deepest fall of the time-weighted index from an earlier peak; `undefined` for none. */
  drawdown: Drawdown | undefined
  best: DayResult
  worst: DayResult
  /** How many days brought something, of how many there were. */
  daysUp: number
  days: number
  /** How much a day's growth varies, in percent; `undefined` for fewer than two days. */
  dayVolatility: Decimal | undefined
  /** Money-weighted return in percent: how the money did that was there, while it was. */
  moneyWeighted: Decimal | undefined
}

/** The time-weighted index at each point, 1 at the first: what the drawdown strip draws. */
export function growthIndex(points: readonly ValuePoint[]): number[] {
  let index = 1
  return points.map((point, at) => {
    const before = points[at - 1]
    if (before) index *= growth(before, point)
    return index
  })
}

/**
 * The key figures of a range, or `undefined` for fewer than two points. A flow counts as there from
 * the start of its interval: TWR = Π(Vₖ ÷ (Vₖ₋₁ + flowₖ)) − 1. `dayOf` names the day of a moment in
 * the time zone of the reader. Ratios are doubles, money is exact.
 */
export function returnsOf(
  points: readonly ValuePoint[],
  dayOf: (at: Instant) => string,
): Returns | undefined {
  const [first, ...later] = points
  const last = later.at(-1)
  if (!first || !last) return undefined
  const flows = sum(later.map(({ flow }) => flow))
  const invested = add(first.value, sum(later.map(({ flow }) => flow).filter(isPositive)))
  const profit = subtract(subtract(last.value, first.value), flows)
  const index = growthIndex(points)
  const days = dayResults(points, dayOf)
  const [best, worst] = [extreme(days, 1), extreme(days, -1)]
  if (!best || !worst) return undefined
  return {
    start: first.value,
    end: last.value,
    flows,
    profit,
    simple: isPositive(invested)
      ? divide(multiply(profit, HUNDRED), invested, PERCENT_PLACES, 'half-even')
      : undefined,
    timeWeighted: percent((index.at(-1) ?? 1) - 1),
    drawdown: deepest(points, index),
    best,
    worst,
    daysUp: days.filter(({ profit: earned }) => isPositive(earned)).length,
    days: days.length,
    dayVolatility: volatilityOf(days.map(({ growth: ratio }) => ratio)),
    moneyWeighted: moneyWeightedReturn(points),
  }
}

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
const percent = (ratio: number): Decimal =>
  Number.isFinite(ratio * 100) ? round(fromNumber(ratio * 100), PERCENT_PLACES, 'half-even') : ZERO

/** Where nothing was invested, nothing grew. */
function growth(before: ValuePoint, point: ValuePoint): number {
  const invested = add(before.value, point.flow)
  return isZero(invested) ? 1 : toNumber(point.value) / toNumber(invested)
}

function deepest(points: readonly ValuePoint[], index: readonly number[]): Drawdown | undefined {
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
  const [peakPoint, troughPoint] = [points[found?.peak ?? -1], points[found?.trough ?? -1]]
  if (!peakPoint || !troughPoint) return undefined
  return { percent: percent(fall), peakAt: peakPoint.at, troughAt: troughPoint.at }
}

/**
 * Profit net of flows and growth of each day, counted to the day in which the middle of its interval
 * lies: of points a day apart that do not lie at midnight, that is the day most of which it covers.
 * What the intervals of a day brought together is how far its last value is from the one before it.
 */
export function dayResults(
  points: readonly ValuePoint[],
  dayOf: (at: Instant) => string,
): DayResult[] {
  const days = new Map<string, Day>()
  for (const [index, point] of points.entries()) {
    const before = points[index - 1]
    if (!before) continue
    const name = dayOf((before.at + point.at) / 2)
    const known = days.get(name)
    const ratio = growth(before, point)
    if (known) {
      known.last = point
      known.flows = add(known.flows, point.flow)
      known.growth *= ratio
    } else {
      days.set(name, { before: before.value, last: point, flows: point.flow, growth: ratio })
    }
  }
  return Array.from(days, ([day, { before, last, flows, growth: ratio }]) => ({
    day,
    at: last.at,
    profit: subtract(subtract(last.value, before), flows),
    percent: percent(ratio - 1),
    growth: ratio,
  }))
}

type Day = { before: Decimal; last: ValuePoint; flows: Decimal; growth: number }

const extreme = (days: readonly DayResult[], wanted: 1 | -1): DayResult | undefined =>
  days.reduce<DayResult | undefined>(
    (found, day) => (found && compare(day.profit, found.profit) !== wanted ? found : day),
    undefined,
  )
