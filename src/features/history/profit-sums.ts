import { add, compare, type Decimal, isNegative, isPositive, ZERO } from '#money/decimal.ts'

import { monthOf, type Weekday, weekOf } from './civil.ts'
import type { DayOf } from './days.ts'
import type { PeriodKind } from './search.ts'
import type { Trade } from './trades.ts'

/** What trades that closed something brought together, in USD. */
export type ProfitSum = {
  profit: Decimal
  /** How many trades, and how many of them have no value in USD and are not in the sum. */
  count: number
  unvalued: number
}

export type ProfitSums = ReadonlyMap<string, ProfitSum>

const NOTHING: ProfitSum = { profit: ZERO, count: 0, unvalued: 0 }

/** Adds profit up by a name that each trade has; trades without one are left out. */
export function profitBy(
  trades: readonly Trade[],
  nameOf: (trade: Trade) => string | undefined,
): ProfitSums {
  const sums = new Map<string, ProfitSum>()
  for (const trade of trades) {
    const { profit } = trade
    if (!profit) continue
    const name = nameOf(trade)
    if (name !== undefined) sums.set(name, plus(sums.get(name), oneOf(profit.usd ?? undefined)))
  }
  return sums
}

export const profitByDay = (trades: readonly Trade[], dayOf: DayOf): ProfitSums =>
  profitBy(trades, ({ closed_at: at }) => (at === undefined ? undefined : dayOf(at)))

/** Days as weeks or months: since every trade is in one day, it is in one of these. */
export function profitByPeriod(
  days: ProfitSums,
  kind: Exclude<PeriodKind, 'pair'>,
  firstDay: Weekday,
): ProfitSums {
  if (kind === 'day') return days
  const sums = new Map<string, ProfitSum>()
  for (const [day, sum] of days) {
    const name = kind === 'week' ? weekOf(day, firstDay) : monthOf(day)
    sums.set(name, plus(sums.get(name), sum))
  }
  return sums
}

/** Pairs, the most profitable first. */
export const profitByPair = (trades: readonly Trade[]): [pair: string, sum: ProfitSum][] =>
  [...profitBy(trades, ({ pair }) => pair)].toSorted(
    ([a, one], [b, other]) => compare(other.profit, one.profit) || (a < b ? -1 : 1),
  )

/** Several days as one sum. */
export const together = (sums: readonly (ProfitSum | undefined)[]): ProfitSum =>
  sums.reduce<ProfitSum>((all, sum) => (sum ? plus(all, sum) : all), NOTHING)

/** How many days brought something, and how many cost something. */
export const daysUpAndDown = (sums: readonly (ProfitSum | undefined)[]) => ({
  up: sums.filter((sum) => sum && isPositive(sum.profit)).length,
  down: sums.filter((sum) => sum && isNegative(sum.profit)).length,
})

const oneOf = (usd: Decimal | undefined): ProfitSum => ({
  profit: usd ?? ZERO,
  count: 1,
  unvalued: usd === undefined ? 1 : 0,
})

const plus = (a: ProfitSum = NOTHING, b: ProfitSum): ProfitSum => ({
  profit: add(a.profit, b.profit),
  count: a.count + b.count,
  unvalued: a.unvalued + b.unvalued,
})
