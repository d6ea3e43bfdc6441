import type { DayOf } from '#ui/civil-day.ts'

import type { Pages } from './queries.ts'
import type { HistoryView } from './search.ts'
import type { Trade } from './trades.ts'

/** How far the rows loaded reach: every figure made of them is a figure of that much and no more. */
export type Coverage = {
  count: number
  /** Whether nothing is missing. */
  isWhole: boolean
  /** Closing times of the oldest and the newest row. */
  from: number | undefined
  to: number | undefined
  /** Whether every trade closed on a day, such as "2026-11-19", is among them. */
  hasDay: (day: string) => boolean
}

export function coverageOf(
  view: HistoryView,
  trades: readonly Pick<Trade, 'closed_at'>[],
  { hasMore, dayOf }: { hasMore: boolean; dayOf: DayOf },
): Coverage {
  let from: number | undefined
  let to: number | undefined
  for (const { closed_at: at } of trades) {
    if (at === undefined) continue
    if (from === undefined || at < from) from = at
    if (to === undefined || at > to) to = at
  }
  return {
    count: trades.length,
    isWhole: !hasMore,
    from,
    to,
    hasDay: hasMore ? wholeDays(view, { from, to, dayOf }) : () => true,
  }
}

/** Whether pages that come newest first go back beyond a day, so that all of it is among them. */
export const reachBeyond =
  (day: string, dayOf: DayOf) =>
  ({ pages }: Pages): boolean => {
    const oldest = pages.at(-1)?.at(-1)?.closed_at
    return oldest !== undefined && dayOf(oldest) < day
  }

type Reach = { from: number | undefined; to: number | undefined; dayOf: DayOf }

/** The day at the edge may go on in rows that are not loaded. */
function wholeDays({ order_by, direction }: HistoryView, { from, to, dayOf }: Reach) {
  if (order_by !== 'closed_at' || from === undefined || to === undefined) return () => false
  if (direction === 'desc') {
    const edge = dayOf(from)
    return (day: string) => day > edge
  }
  const edge = dayOf(to)
  return (day: string) => day < edge
}
