import type { BalancePoint } from '#contract/exchanges.ts'
import type { Read } from '#contract/read.ts'

import type { Unit } from './assets.ts'

/** One point of balance history. What came in since the point before is negative when money left. */
export type HistoryPoint = {
  at: number
  usd: number
  btc: number
  usdFlow: number
  btcFlow: number
}

export type Series = {
  points: HistoryPoint[]
  /** Whether every point says what was paid in; without that there is no profit to be told. */
  hasFlows: boolean
}

/** The points of an answer in time order; one that lacks its date or its value is left out. */
export function readSeries(answer: readonly Read<BalancePoint>[]): Series {
  const points = answer.flatMap((point) => {
    const { date: at, usd, btc } = point
    if (at === undefined || usd === undefined || btc === undefined) return []
    const { usd_deposit_amount: usdFlow = 0, btc_deposit_amount: btcFlow = 0 } = point
    return [{ at, usd, btc, usdFlow, btcFlow }]
  })
  return {
    points: points.toSorted((a, b) => a.at - b.at),
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
  const end = series.points.at(-1)
  const start = recent.points[0]
  if (!end || !start) return series
  const since = recent.points.filter(({ at }) => at > end.at)
  const last = since.at(-1)
  // What was paid in between the two would be missing.
  if (!last || start.at > end.at) return series
  const now = since.reduce(
    (sum, { usdFlow, btcFlow }) => ({
      ...sum,
      usdFlow: sum.usdFlow + usdFlow,
      btcFlow: sum.btcFlow + btcFlow,
    }),
    { ...last, usdFlow: 0, btcFlow: 0 },
  )
  return { points: [...series.points, now], hasFlows: series.hasFlows && recent.hasFlows }
}

/** A point in one unit. */
export type ValuePoint = { at: number; value: number; flow: number }

export const inUnit = (points: readonly HistoryPoint[], unit: Unit): ValuePoint[] =>
  points.map(({ at, usd, btc, usdFlow, btcFlow }) =>
    unit === 'usd' ? { at, value: usd, flow: usdFlow } : { at, value: btc, flow: btcFlow },
  )

/** What was there at the start and what came in since: the line that profit is measured from. */
export function paidIn(points: readonly ValuePoint[]): { at: number; value: number }[] {
  let value = points[0]?.value ?? 0
  return points.map((point, index) => {
    if (index > 0) value += point.flow
    return { at: point.at, value }
  })
}

/**
 * What the same money would be worth had it been held in the other currency: in BTC while figures
 * are in USD, in USD while they are in BTC. The price is what each point itself implies.
 */
export function heldInOther(
  points: readonly HistoryPoint[],
  unit: Unit,
): { at: number; value: number }[] {
  const held = paidIn(inUnit(points, unit === 'usd' ? 'btc' : 'usd'))
  return points.flatMap(({ at, usd, btc }, index) => {
    const amount = held[index]?.value ?? 0
    const price = unit === 'usd' ? usd / btc : btc / usd
    return Number.isFinite(price) ? [{ at, value: amount * price }] : []
  })
}
