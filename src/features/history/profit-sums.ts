import { add, compare, type Decimal, isNegative, isPositive, ZERO } from '#money/decimal.ts'
import type { DayOf } from '#ui/civil-day.ts'

import { monthOf, type Weekday, weekOf } from './civil.ts'
import type { PeriodKind } from './search.ts'
import { movedNothing, tellsProfit, type Trade } from './trades.ts'

/** As much of an order as tells what it brought, and when. */
export type ProfitRow = Pick<Trade, 'pair' | 'closed_at' | 'filled' | 'profit'>

/** What trades brought together, in USD: write it as `profitOf` it. */
export type ProfitSum = {
  profit: Decimal
  /** How many trades closed something. */
  closed: number
  /** How many are in the sum, and how many are not: no profit is told of them, or none in USD. */
  valued: number
  unvalued: number
}

export type ProfitSums = ReadonlyMap<string, ProfitSum>

const NOTHING: ProfitSum = { profit: ZERO, closed: 0, valued: 0, unvalued: 0 }

/** Adds profit up by a name; trades without one, or that closed nothing, are left out. */
export function profitBy(
  trades: readonly ProfitRow[],
  nameOf: (trade: ProfitRow) => string | undefined,
): ProfitSums {
  const sums = new Map<string, ProfitSum>()
  for (const trade of trades) {
    const one = sumOf(trade)
    const name = one && nameOf(trade)
    if (one && name !== undefined) sums.set(name, plus(sums.get(name), one))
  }
  return sums
}

export const profitByDay = (trades: readonly ProfitRow[], dayOf: DayOf): ProfitSums =>
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

/** Pairs, the most profitable first, those without a value last; a pair nobody knows is ''. */
export const profitByPair = (trades: readonly ProfitRow[]): [pair: string, sum: ProfitSum][] =>
  [...profitBy(trades, ({ pair }) => pair ?? '')].toSorted(
    ([a, one], [b, other]) =>
      Number(one.valued === 0) - Number(other.valued === 0) ||
      compare(other.profit, one.profit) ||
      (a < b ? -1 : 1),
  )

/** How many trades that brought something, or may have, do not say when: they are in no day. */
export const countUndated = (trades: readonly ProfitRow[]): number =>
  trades.filter((trade) => trade.closed_at === undefined && sumOf(trade) !== undefined).length

/** All trades as one sum. */
export const profitOfAll = (trades: readonly ProfitRow[]): ProfitSum =>
  together([...profitBy(trades, () => '').values()])

/** Several days as one sum. */
export const together = (sums: readonly (ProfitSum | undefined)[]): ProfitSum =>
  sums.reduce<ProfitSum>((all, sum) => (sum ? plus(all, sum) : all), NOTHING)

/** What a sum comes to: zero where nothing was closed, `undefined` where no trade tells a value. */
export const profitOf = (sum: ProfitSum | undefined): Decimal | undefined =>
  sum && sum.valued === 0 && sum.unvalued > 0 ? undefined : (sum?.profit ?? ZERO)

/** How many days brought something, and how many cost something. */
export const daysUpAndDown = (sums: readonly (ProfitSum | undefined)[]) => ({
  up: sums.filter((sum) => sum && isPositive(sum.profit)).length,
  down: sums.filter((sum) => sum && isNegative(sum.profit)).length,
})

/** `undefined` for a trade that closed nothing, as far as the service tells. */
function sumOf(trade: ProfitRow): ProfitSum | undefined {
  const { profit } = trade
  if (profit === null) return undefined
  const usd = profit?.usd ?? undefined
  // A profit that is missing is read as one of which nothing is known.
  const isTold = tellsProfit(trade)
  if (!isTold && movedNothing(trade)) return undefined
  return {
    profit: usd ?? ZERO,
    // Interest is paid without an order that fills anything.
    closed: isTold && !movedNothing(trade) ? 1 : 0,
    valued: usd === undefined ? 0 : 1,
    unvalued: usd === undefined ? 1 : 0,
  }
}

const plus = (a: ProfitSum = NOTHING, b: ProfitSum): ProfitSum => ({
  profit: add(a.profit, b.profit),
  closed: a.closed + b.closed,
  valued: a.valued + b.valued,
  unvalued: a.unvalued + b.unvalued,
})
