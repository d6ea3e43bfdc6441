import type { HistoricalTrade } from '#contract/history.ts'
import type { Read } from '#contract/read.ts'
import { isZero } from '#money/decimal.ts'
import type { DayOf } from '#ui/civil-day.ts'

export type Trade = Read<HistoricalTrade>

/**
 * The rows of several pages as one list. While one reads on, new trades push the rows down, so that
 * a page may begin with what the page before ended with: each trade is kept once, at its first place.
 */
export function mergePages(pages: readonly (readonly Trade[])[]): Trade[] {
  const seen = new Set<string>()
  return pages.flat().filter(({ uuid }) => {
    if (uuid === undefined) return true
    const isNew = !seen.has(uuid)
    seen.add(uuid)
    return isNew
  })
}

/** How many trades of a fresh first page are not among those loaded. */
export function countNew(fresh: readonly Trade[], loaded: readonly Trade[]): number {
  const known = new Set(loaded.map(({ uuid }) => uuid))
  return fresh.filter(({ uuid }) => uuid !== undefined && !known.has(uuid)).length
}

/** The words a trade can be found by. */
const wordsOf = ({ uuid, pair, source, order, status }: Trade) => [
  uuid,
  pair,
  pair?.split('_').toReversed().join('/'),
  source?.type?.replaceAll('_', ' '),
  source?.id ?? undefined,
  order?.side,
  order?.type,
  status?.value,
  status?.error ?? undefined,
]

/** Trades that hold every one of the words typed, in any of their own. */
export function searched(trades: readonly Trade[], text: string): readonly Trade[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return trades
  return trades.filter((trade) => {
    const words = wordsOf(trade).flatMap((word) => word?.toLowerCase() ?? [])
    return wanted.every((part) => words.some((word) => word.includes(part)))
  })
}

/** The trades of one day; all of them without one. */
export const ofDay = (
  trades: readonly Trade[],
  day: string | undefined,
  dayOf: DayOf,
): readonly Trade[] =>
  day === undefined
    ? trades
    : trades.filter(({ closed_at: at }) => at !== undefined && dayOf(at) === day)

/** An order that was filled counts in totals; one that was cancelled or failed moved nothing. */
export const isFilled = ({ filled }: Trade): boolean =>
  filled?.total !== undefined && !isZero(filled.total)

/** Whether an order is known to have filled nothing, so that it can have brought nothing. */
export const movedNothing = ({ filled }: Pick<Trade, 'filled'>): boolean =>
  filled?.total !== undefined && isZero(filled.total)

/** Whether an order is said to have made or lost something, in whatever currency. */
export const tellsProfit = ({ profit }: Pick<Trade, 'profit'>): boolean =>
  (profit?.usd ?? profit?.amount) !== undefined

/** Whether nothing that tells a trade from others could be read. */
export const isUnreadable = ({ uuid, pair, closed_at }: Trade): boolean =>
  uuid === undefined && pair === undefined && closed_at === undefined
