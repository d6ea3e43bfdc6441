import { add, compare, type Decimal, isNegative, isPositive, isZero, ZERO } from '#money/decimal.ts'

import { profitOfAll, type ProfitSum } from './profit-sums.ts'
import type { Trade } from './trades.ts'

export type Money = { currency: string; amount: Decimal }

/** What the rows that are loaded come to; nothing is said of those that are not. */
export type Totals = {
  count: number
  profit: ProfitSum
  won: number
  lost: number
  /** What was traded and what it cost, one sum per currency, largest first. */
  volume: Money[]
  fees: Money[]
}

export function totalsOf(trades: readonly Trade[]): Totals {
  const amounts = trades.flatMap(({ profit }) => profit?.amount ?? [])
  return {
    count: trades.length,
    profit: profitOfAll(trades),
    won: amounts.filter(isPositive).length,
    lost: amounts.filter(isNegative).length,
    volume: perCurrency(trades, ({ pair, filled }) => money(quoteOf(pair), filled?.total)),
    fees: perCurrency(trades, ({ commission }) => money(commission?.currency, commission?.amount)),
  }
}

const quoteOf = (pair: string | undefined): string | undefined => pair?.split('_', 1)[0]

const money = (currency: string | undefined, amount: Decimal | undefined): Money | undefined =>
  currency === undefined || amount === undefined ? undefined : { currency, amount }

function perCurrency(trades: readonly Trade[], of: (trade: Trade) => Money | undefined): Money[] {
  const sums = new Map<string, Decimal>()
  for (const trade of trades) {
    const found = of(trade)
    if (found) sums.set(found.currency, add(sums.get(found.currency) ?? ZERO, found.amount))
  }
  return [...sums]
    .map(([currency, amount]) => ({ currency, amount }))
    .filter(({ amount }) => !isZero(amount))
    .toSorted((a, b) => compare(b.amount, a.amount))
}
