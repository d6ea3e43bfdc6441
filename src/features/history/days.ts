import type { DayOf } from '#ui/civil-day.ts'

import { profitOfAll, type ProfitSum } from './profit-sums.ts'
import type { Trade } from './trades.ts'

/** The trades of one day, and what they brought. */
export type Day = {
  key: string
  /** Epoch milliseconds; not a number where no trade has an instant. */
  at: number
  trades: Trade[]
  profit: ProfitSum
  /** Whether further trades of it may not be loaded. */
  isOpen: boolean
}

type Grouping = {
  dayOf: DayOf
  /** The instant the list is ordered by; `undefined` where a trade has none. */
  instantOf: (trade: Trade) => number | undefined
  /** Whether rows may follow that are not loaded: the last day may go on. */
  hasMore: boolean
}

/** The trades by day, in their order. A day's profit is that of the rows loaded. */
export function daysOf(trades: readonly Trade[], grouping: Grouping): Day[] {
  const { dayOf, instantOf, hasMore } = grouping
  const days: { key: string; at: number; trades: Trade[] }[] = []
  for (const trade of trades) {
    const at = instantOf(trade)
    const last = days.at(-1)
    const key = at === undefined ? (last?.key ?? 'unknown') : dayOf(at)
    if (last?.key === key) last.trades.push(trade)
    else days.push({ key, at: at ?? Number.NaN, trades: [trade] })
  }
  return days.map((day, index) => ({
    ...day,
    profit: profitOfAll(day.trades),
    isOpen: hasMore && index === days.length - 1,
  }))
}
