import type { BalancePoint } from '#contract/exchanges.ts'
import type { Read } from '#contract/read.ts'
import { fromNumber, isZero, sum, toNumber, ZERO } from '#money/decimal.ts'
import {
  type DepositReading,
  guessReading,
  type ValuePoint,
  valuePoints,
} from '#trading/balance-flow.ts'
import type { Unit } from '#trading/balance-flow.ts'

import { otherUnit } from './unit.ts'

/** Balance history in both units, point beside point. */
export type Series = {
  usd: readonly ValuePoint[]
  btc: readonly ValuePoint[]
  /** How the deposit fields were understood. */
  reading: DepositReading
  /** Whether every point says what was paid in; without that there is no profit to be told. */
  hasFlows: boolean
}

export type Answer = readonly Read<BalancePoint>[]
export type Line = { at: number; value: number }[]

/** The points of an answer in time order; one that lacks its date or a value is left out. */
export function readSeries(answer: Answer, reading: DepositReading = guessReading(answer)): Series {
  const whole = answer.filter(({ usd, btc }) => usd !== undefined && btc !== undefined)
  return {
    usd: valuePoints(whole, 'usd', reading),
    btc: valuePoints(whole, 'btc', reading),
    reading,
    hasFlows: answer.every(
      (point) => point.usd_deposit_amount !== undefined && point.btc_deposit_amount !== undefined,
    ),
  }
}

/**
 * Leads a series whose points lie hours or days apart up to now, with one point made from the
 * denser recent ones: their last value, and all that was paid in since the series ended.
 */
export function upToNow(series: Series, recent: Series): Series {
  const end = series.usd.at(-1)
  const start = recent.usd[0]
  // What was paid in between the two would be missing.
  if (!end || !start || start.at > end.at) return series
  const usd = inOne(recent.usd, end.at)
  const btc = inOne(recent.btc, end.at)
  if (!usd || !btc) return series
  return {
    usd: [...series.usd, usd],
    btc: [...series.btc, btc],
    reading: series.reading,
    hasFlows: series.hasFlows && recent.hasFlows,
  }
}

/** Ends a series with what the balances are worth now; a flow since its last point is not known yet. */
export function withNow(series: Series, worth: { at: number; usd: number; btc: number }): Series {
  const end = series.usd.at(-1)
  if (!end || worth.at <= end.at) return series
  const point = (value: number): ValuePoint => ({
    at: worth.at,
    value: fromNumber(value),
    flow: ZERO,
  })
  return {
    ...series,
    usd: [...series.usd, point(worth.usd)],
    btc: [...series.btc, point(worth.btc)],
  }
}

function inOne(points: readonly ValuePoint[], after: number): ValuePoint | undefined {
  const since = points.filter(({ at }) => at > after)
  const last = since.at(-1)
  return last && { ...last, flow: sum(since.map(({ flow }) => flow)) }
}

/**
 * What was there at the start and what came in since: the steps that profit is measured from, and
 * where the last of them ends.
 */
export function paidIn(points: readonly ValuePoint[]): Line {
  const values = paidInAt(points)
  const last = points.length - 1
  return points.flatMap(({ at, flow }, index) =>
    index === 0 || index === last || !isZero(flow) ? { at, value: values[index] ?? 0 } : [],
  )
}

/** The same at each point. */
function paidInAt(points: readonly ValuePoint[]): number[] {
  let value = toNumber(points[0]?.value ?? ZERO)
  return points.map(({ flow }, index) => {
    if (index > 0 && !isZero(flow)) value += toNumber(flow)
    return value
  })
}

/**
 * What the same money would be worth had it been held in the other currency: in BTC while figures
 * are in USD, in USD while they are in BTC. The price is what each point itself implies.
 */
export function heldInOther(series: Series, unit: Unit): Line {
  const others = series[otherUnit(unit)]
  const held = paidInAt(others)
  const prices = pricesOfOther(series, unit)
  const line: Line = []
  for (const [index, { at }] of others.entries()) {
    const price = prices[index]
    if (price !== undefined) line.push({ at, value: (held[index] ?? 0) * price })
  }
  return line
}

/** What holding the other currency made of money over the range, in percent. */
export function returnOfOther(series: Series, unit: Unit): number | undefined {
  const prices = pricesOfOther(series, unit)
  const first = prices[0]
  const last = prices.at(-1)
  if (first === undefined || last === undefined || prices.length < 2) return undefined
  const percent = (last / first - 1) * 100
  return Number.isFinite(percent) ? percent : undefined
}

/** The price of the other currency at each point; `undefined` where nothing was held. */
const pricesOfOther = (series: Series, unit: Unit): (number | undefined)[] =>
  series[unit].map(({ value }, index) => {
    const other = series[otherUnit(unit)][index]
    const price = other && toNumber(value) / toNumber(other.value)
    return price !== undefined && Number.isFinite(price) && price > 0 ? price : undefined
  })
