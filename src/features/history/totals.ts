import { add, compare, type Decimal, isNegative, isPositive, isZero, ZERO } from '#money/decimal.ts'

import { splitPair } from '#trading/pair.ts'

import { profitOfAll, type ProfitSum } from './profit-sums.ts'
import { movedNothing, type Trade } from './trades.ts'

export type Money = { currency: string; amount: Decimal }

/** What the rows that are loaded come to; nothing is said of those that are not. */
export type Totals = {
  count: number
  profit: ProfitSum
  won: number
  lost: number
  /** What was traded and what it cost, one sum per currency, largest first. */
  volume: MoneySums
  fees: MoneySums
}

/** Sums by currency, and how many rows they leave out because their amount could not be read. */
export type MoneySums = { sums: Money[]; unread: number }

export function totalsOf(trades: readonly Trade[]): Totals {
  const orders = trades.filter((trade) => !movedNothing(trade))
  const amounts = orders.flatMap(({ profit }) => profit?.amount ?? [])
  return {
    count: trades.length,
    profit: profitOfAll(trades),
    won: amounts.filter(isPositive).length,
    lost: amounts.filter(isNegative).length,
    volume: perCurrency(trades, ({ pair, filled }) => money(quoteOf(pair), filled?.total)),
    fees: perCurrency(trades, ({ commission }) => money(commission?.currency, commission?.amount)),
  }
}

const quoteOf = (pair = ''): string | undefined => splitPair(pair).quote || undefined

const money = (currency: string | undefined, amount: Decimal | undefined): Money | undefined =>
  currency === undefined || amount === undefined ? undefined : { currency, amount }

function perCurrency(trades: readonly Trade[], of: (trade: Trade) => Money | undefined): MoneySums {
  const totals = new Map<string, Decimal>()
  let unread = 0
  for (const trade of trades) {
    const found = of(trade)
    if (found) totals.set(found.currency, add(totals.get(found.currency) ?? ZERO, found.amount))
    // An order that filled nothing traded nothing and cost nothing.
    else if (!movedNothing(trade)) unread += 1
  }
  const sums = [...totals]
    .map(([currency, amount]) => ({ currency, amount }))
    .filter(({ amount }) => !isZero(amount))
    .toSorted((a, b) => compare(b.amount, a.amount))
  return { sums, unread }
}
