import { type Line, lastIndexUntil, lineOf, pointOf } from '#charts/line.ts'
import { fromNumber, sum, toNumber, ZERO } from '#money/decimal.ts'
import {
  type BalanceColumns,
  type DepositReading,
  guessReading,
  type Unit,
  type ValueSeries,
  valueSeries,
  withPoint,
} from '#trading/balance-flow.ts'

import { otherUnit } from '../unit.ts'

/** Balance history in both units, point beside point. */
export type Series = {
  usd: ValueSeries
  btc: ValueSeries
  /** How the deposit fields were understood. */
  reading: DepositReading
  /** Whether every point says what was paid in; without that there is no profit to be told. */
  hasFlows: boolean
}

/** What an answer says of both units. */
export const readSeries = (
  answer: BalanceColumns,
  reading: DepositReading = guessReading(answer),
): Series => ({
  usd: valueSeries(answer, 'usd', reading),
  btc: valueSeries(answer, 'btc', reading),
  reading,
  hasFlows: answer.hasDeposits,
})

/**
 * Leads a series whose points lie hours or days apart up to now, with one point made from the
 * denser recent ones: their last value, and all that was paid in since the series ended. A history
 * that has only just begun is all in those.
 */
export function upToNow(series: Series, recent: Series): Series {
  const end = series.usd.at.at(-1)
  const start = recent.usd.at[0]
  if (end === undefined) return recent
  // What was paid in between the two would be missing.
  if (start === undefined || start > end) return series
  const usd = inOne(recent.usd, end)
  const btc = inOne(recent.btc, end)
  if (!usd || !btc) return series
  return {
    usd: withPoint(series.usd, usd),
    btc: withPoint(series.btc, btc),
    reading: series.reading,
    hasFlows: series.hasFlows && recent.hasFlows,
  }
}

/**
 * Ends a series with what the balances are worth now. A flow since its last point is not known yet,
 * but where nothing was, nothing can have been earned.
 */
export function withNow(series: Series, worth: { at: number; usd: number; btc: number }): Series {
  const end = series.usd.at.at(-1)
  if (end === undefined || worth.at <= end) return series
  const ledTo = (before: ValueSeries, value: number): ValueSeries =>
    withPoint(before, {
      at: worth.at,
      value,
      flow: before.value.at(-1) === 0 ? fromNumber(value) : ZERO,
    })
  return { ...series, usd: ledTo(series.usd, worth.usd), btc: ledTo(series.btc, worth.btc) }
}

/** The last of the points after an instant, with all that came in since then. */
function inOne(series: ValueSeries, after: number) {
  const until = lastIndexUntil(series.at, after)
  const last = pointOf(series, -1)
  if (!last || last.at <= after) return undefined
  const since = [...series.flows].flatMap(([index, flow]) => (index > until ? flow : []))
  return { ...last, flow: sum(since) }
}

/**
 * What was there at the start and what came in since: the steps that profit is measured from, and
 * where the last of them ends.
 */
export function paidIn(series: ValueSeries): Line {
  const paid = paidInAt(series)
  const steps = new Set([0, ...series.flows.keys(), series.at.length - 1])
  return lineOf([...steps].flatMap((index) => pointOf({ at: series.at, value: paid }, index) ?? []))
}

/** The same at each point. */
function paidInAt({ value, flows }: ValueSeries): Float64Array {
  let paid = value[0] ?? 0
  return value.map((_, index) => {
    const flow = index > 0 ? flows.get(index) : undefined
    if (flow) paid += toNumber(flow)
    return paid
  })
}

/**
 * What the same money would be worth had it been held in the other currency: in BTC while figures
 * are in USD, in USD while they are in BTC. The price is what each point itself implies.
 */
export function heldInOther(series: Series, unit: Unit): Line {
  const { at } = series[unit]
  const value = paidInAt(series[otherUnit(unit)]).map(
    (held, index) => held * (priceOfOther(series, unit, index) ?? Number.NaN),
  )
  return { at, value }
}

/** What holding the other currency made of money over the range, in percent. */
export function returnOfOther(series: Series, unit: Unit): number | undefined {
  const count = series[unit].at.length
  const first = priceOfOther(series, unit, 0)
  const last = priceOfOther(series, unit, count - 1)
  if (first === undefined || last === undefined || count < 2) return undefined
  const percent = (last / first - 1) * 100
  return Number.isFinite(percent) ? percent : undefined
}

/** The price of the other currency at a point; `undefined` where nothing was held. */
function priceOfOther(series: Series, unit: Unit, index: number): number | undefined {
  const value = series[unit].value[index]
  const other = series[otherUnit(unit)].value[index]
  const price = value !== undefined && other !== undefined ? value / other : undefined
  return price !== undefined && Number.isFinite(price) && price > 0 ? price : undefined
}
