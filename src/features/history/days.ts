import type { DayOf } from '#ui/civil-day.ts'

import { profitOfAll, type ProfitSum } from './profit-sums.ts'
import { idOf, type Trade } from './trades.ts'

/** What the list shows, from top to bottom: the head of each day, and its trades. */
export type Line =
  | {
      kind: 'day'
      key: string
      at: number
      count: number
      profit: ProfitSum
      isOpen: boolean
    }
  | { kind: 'trade'; key: string; trade: Trade }

type Grouping = {
  dayOf: DayOf
  /** The instant the list is ordered by; `undefined` where a trade does not tell it. */
  instantOf: (trade: Trade) => number | undefined
  /** Whether rows may follow that are not loaded: the last day may go on. */
  hasMore: boolean
}

/** Puts a head above the trades of each day. A day's profit is that of the rows loaded. */
export function withDays(trades: readonly Trade[], grouping: Grouping): Line[] {
  const { dayOf, instantOf, hasMore } = grouping
  const days: { key: string; at: number; trades: Trade[] }[] = []
  for (const trade of trades) {
    const at = instantOf(trade)
    const last = days.at(-1)
    const key = at === undefined ? (last?.key ?? 'unknown') : dayOf(at)
    if (last?.key === key) last.trades.push(trade)
    else days.push({ key, at: at ?? Number.NaN, trades: [trade] })
  }
  return days.flatMap(({ key, at, trades: rows }, index) => [
    {
      kind: 'day',
      key,
      at,
      count: rows.length,
      profit: profitOfAll(rows),
      isOpen: hasMore && index === days.length - 1,
    },
    ...linesOf(rows, key),
  ])
}

export const linesOf = (trades: readonly Trade[], within = ''): Line[] =>
  trades.map((trade, index) => ({
    kind: 'trade',
    key: idOf(trade) ?? `${within} ${index}`,
    trade,
  }))
