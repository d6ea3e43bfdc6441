// Profit of a period by day, month and group, and the number of rows that sums leave out.

import { type Part, type Sum, sumsOf } from '#lists/sums.ts'
import { add, compare, type Decimal, isNegative, isPositive, isZero, ZERO } from '#money/decimal.ts'
import { thenBy } from '#money/numbers.ts'
import { isPrintedSum } from '#money/places-that-add-up.ts'
import { type DayOf, monthOf } from '#ui/civil-day.ts'

import type { Coverage } from './loaded-rows.ts'
import { groupNames, groupsOf } from './narrowing.ts'
import type { Period } from './period.ts'
import type { GroupKind } from './search.ts'
import { feeOf, hasProfit, movedNothing, totalOf, type Trade } from './trades.ts'

export type ProfitRow = Pick<
  Trade,
  'pair' | 'closed_at' | 'filled' | 'profit' | 'source' | 'order' | 'kind'
>

export type ProfitSum = {
  profit: Decimal
  closed: number
  /** Number of trades in the sum, and of trades without a profit in USD. */
  valued: number
  unvalued: number
}

export type ProfitSums = ReadonlyMap<string, ProfitSum>

/** Profit of a day, month, group or period; shown once all its orders are loaded. */
export type Stretch = { key: string; sum: ProfitSum; isWhole: boolean }

export const valueOf = ({ sum, isWhole }: Stretch): Decimal | undefined =>
  isWhole ? profitOf(sum) : undefined

export const isEmpty = ({ valued, unvalued }: ProfitSum): boolean => valued + unvalued === 0

export const NO_SUM: ProfitSum = { profit: ZERO, closed: 0, valued: 0, unvalued: 0 }

/** Adds profit up by key, without trades that closed nothing or have no key. */
function profitBy(
  trades: readonly ProfitRow[],
  namesOf: (trade: ProfitRow) => readonly string[],
): ProfitSums {
  const sums = new Map<string, ProfitSum>()
  for (const trade of trades) {
    const one = sumOf(trade)
    if (!one) continue
    for (const name of namesOf(trade)) sums.set(name, plus(sums.get(name), one))
  }
  return sums
}

export const profitByDay = (trades: readonly ProfitRow[], dayOf: DayOf): ProfitSums =>
  profitBy(trades, ({ closed_at: at }) => (at === undefined ? [] : [dayOf(at)]))

export function profitByMonth(days: ProfitSums): ProfitSums {
  const sums = new Map<string, ProfitSum>()
  for (const [day, sum] of days) sums.set(monthOf(day), plus(sums.get(monthOf(day)), sum))
  return sums
}

export type NamedSum = readonly [name: string, sum: ProfitSum]

export function bestAndWorst(sums: ProfitSums): { best?: NamedSum; worst?: NamedSum } {
  const [worst, ...others] = [...sums]
    .filter(([, { valued }]) => valued > 0)
    .toSorted(([, a], [, b]) => compare(a.profit, b.profit))
  const best = others.at(-1)
  return worst && best ? { best, worst } : {}
}

/** Groups, most profitable first, those without a value last; '' is the unknown group. */
export const profitByGroup = (
  trades: readonly ProfitRow[],
  kind: GroupKind,
): [group: string, sum: ProfitSum][] =>
  [...profitBy(trades, (trade) => groupsOf(trade, kind))].toSorted(([a, one], [b, other]) =>
    thenBy(
      Number(one.valued === 0) - Number(other.valued === 0),
      thenBy(compare(other.profit, one.profit), a < b ? -1 : 1),
    ),
  )

export function bestSource(
  trades: readonly ProfitRow[],
  nameOf: (source: string) => string,
): string | undefined {
  const [[source, { profit }] = ['', NO_SUM], ...others] = profitByGroup(trades, 'source')
  return source !== '' && others.length > 0 && isPositive(profit) ? nameOf(source) : undefined
}

/** Trades without a closing time that have a profit or may have one: they belong to no day. */
export const countUndated = (trades: readonly ProfitRow[]): number =>
  trades.filter((trade) => trade.closed_at === undefined && sumOf(trade) !== undefined).length

export const profitOfAll = (trades: readonly ProfitRow[]): ProfitSum => together(trades.map(sumOf))

export const together = (sums: readonly (ProfitSum | undefined)[]): ProfitSum =>
  sums.reduce<ProfitSum>((all, sum = NO_SUM) => plus(all, sum), NO_SUM)

/** Zero if nothing was closed; `undefined` if no trade has a value. */
export const profitOf = ({ profit, valued, unvalued } = NO_SUM): Decimal | undefined =>
  valued === 0 && unvalued > 0 ? undefined : profit

export const isRounded = (rows: readonly Pick<Trade, 'profit'>[], sum: ProfitSum): boolean =>
  !isPrintedSum(
    rows.map(({ profit }) => profit?.usd ?? undefined),
    profitOf(sum),
    2,
  )

export const upAndDown = (sums: readonly ProfitSum[]) => ({
  up: sums.filter(({ profit }) => isPositive(profit)).length,
  down: sums.filter(({ profit }) => isNegative(profit)).length,
})

/** `undefined` for a trade that closed nothing, as far as known. */
function sumOf(trade: ProfitRow): ProfitSum | undefined {
  const { profit } = trade
  if (profit === null) return undefined
  const usd = profit?.usd
  // A missing profit counts as unknown.
  const isKnown = hasProfit(trade)
  if (!isKnown && movedNothing(trade)) return undefined
  return {
    profit: usd ?? ZERO,
    // Interest is paid without a filled order.
    closed: isKnown && !movedNothing(trade) ? 1 : 0,
    valued: usd ? 1 : 0,
    unvalued: usd ? 0 : 1,
  }
}

const plus = (a: ProfitSum = NO_SUM, b: ProfitSum): ProfitSum => ({
  profit: add(a.profit, b.profit),
  closed: a.closed + b.closed,
  valued: a.valued + b.valued,
  unvalued: a.unvalued + b.unvalued,
})

export type MoneySums = { sums: readonly Money[]; unread: number }
export type Money = Pick<Sum, 'currency' | 'amount'>

export function totalsOf(trades: readonly Trade[]) {
  const orders = trades.filter((trade) => !movedNothing(trade))
  const amounts = orders.flatMap(({ profit }) => profit?.amount ?? [])
  const profit = profitOfAll(trades)
  return {
    count: trades.length,
    profit,
    isProfitRounded: isRounded(trades, profit),
    won: amounts.filter(isPositive).length,
    lost: amounts.filter(isNegative).length,
    volume: perCurrency(trades, totalOf),
    fees: perCurrency(trades, feeOf),
  }
}

/** Orders without a fill traded nothing and cost nothing. */
function perCurrency(
  trades: readonly Trade[],
  of: (trade: Trade) => Omit<Part, 'name'>,
): MoneySums {
  const nameOf = (trade: Trade) => (movedNothing(trade) ? '' : 'order')
  const { sums, missing } = sumsOf(trades, (trade) => ({ name: nameOf(trade), ...of(trade) }))
  const parts = sums.filter(({ amount }) => !isZero(amount))
  const unread = missing.filter(Boolean).length
  return { sums: parts.toSorted((a, b) => compare(b.amount, a.amount)), unread }
}

export type Day = {
  key: string
  /** Epoch milliseconds; NaN if no trade has a time. */
  at: number
  trades: Trade[]
  profit: ProfitSum
  isOpen: boolean
}

type Grouping = {
  dayOf: DayOf
  /** Time by which the list is sorted; `undefined` if a trade has none. */
  instantOf: (trade: Trade) => number | undefined
  hasDay: (day: string) => boolean
}

/** Trades by day, in their order. A day's profit covers loaded rows only. */
export function daysOf(trades: readonly Trade[], grouping: Grouping): Day[] {
  const { dayOf, instantOf, hasDay } = grouping
  const days: { key: string; at: number; trades: Trade[] }[] = []
  for (const trade of trades) {
    const at = instantOf(trade)
    const last = days.at(-1)
    const key = at === undefined ? (last?.key ?? 'unknown') : dayOf(at)
    if (last?.key === key) last.trades.push(trade)
    else days.push({ key, at: at ?? Number.NaN, trades: [trade] })
  }
  return days.map((day) => ({
    ...day,
    profit: profitOfAll(day.trades),
    isOpen: !hasDay(day.key),
  }))
}

type Loaded = {
  period: Period
  trades: readonly ProfitRow[]
  coverage: Coverage
  dayOf: DayOf
  profit: string
  /** Account and pair of the orders, for file names. */
  source: string
}

/** Profit by day, month and group; has the rules for missing orders. */
export function overviewOf({ coverage, dayOf, ...loaded }: Loaded) {
  const { period, trades } = loaded
  const { isWhole, hasDay } = coverage
  const days = profitByDay(trades, dayOf)
  const months = profitByMonth(days)
  const undated = countUndated(trades)
  const nameOfSource = groupNames(trades, 'source')
  /** Without a closing time, an order may belong to any day or month that seems empty. */
  const isSure = (sums: ProfitSums, key: string) => undated === 0 || sums.has(key)
  return {
    ...loaded,
    isWhole,
    undated,
    days,
    best: bestSource(trades, nameOfSource),
    bestOf: (keys: readonly string[]): (string | undefined)[] => {
      const ofMonth = new Map<string, ProfitRow[]>(keys.map((key) => [key, []]))
      for (const trade of trades) {
        if (trade.closed_at !== undefined) {
          ofMonth.get(monthOf(dayOf(trade.closed_at)))?.push(trade)
        }
      }
      return [...ofMonth.values()].map((own) => bestSource(own, nameOfSource))
    },
    day: (key: string): Stretch => ({
      key,
      sum: days.get(key) ?? NO_SUM,
      isWhole: hasDay(key) && isSure(days, key),
    }),
    month: (key: string): Stretch => ({
      key,
      sum: months.get(key) ?? NO_SUM,
      isWhole: (isWhole || hasDay(`${key}-01`)) && isSure(months, key),
    }),
    all: (key: string, parts: readonly Stretch[]): Stretch => {
      const sum = together(parts.map((part) => part.sum))
      const isLoaded = isWhole || parts.every((part) => part.isWhole)
      // Orders without a closing time may be all of its orders.
      const isSumKnown = undated === 0 || period.kind === 'all' || sum.valued > 0
      return { key, sum, isWhole: isLoaded && isSumKnown }
    },
  }
}

export type Overview = ReturnType<typeof overviewOf>
