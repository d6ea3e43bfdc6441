import { type HistoricalTrade, historicalTrade } from '#contract/history.ts'
import type { Id } from '#contract/primitives.ts'
import { isUnreadable, type Parts, rawOf, readParts, type Rows } from '#contract/read.ts'
import { currenciesOf } from '#market/pair-text.tsx'
import { isZero } from '#money/decimal.ts'
import { matchesPair, toSlashPair } from '#trading/pair.ts'
import type { DayOf } from '#ui/civil-day.ts'

import { isWithin, type Period } from './period.ts'
import type { RowOrder } from './search.ts'

/** Closed order, or an unreadable row, of which perhaps only the id is known. */
export type Trade = Partial<Omit<Parts<HistoricalTrade>, 'id'>> & { id?: Id | undefined }

export const tradesIn = (rows: Rows<HistoricalTrade>): Trade[] => [...rows]

export const partsOf = (trade: Trade): Trade =>
  isUnreadable(trade) ? readParts(historicalTrade, trade.raw) : trade

/** `uuid`, or `id` if the service sends only that. */
export const idOf = ({ uuid, id }: Pick<Trade, 'uuid' | 'id'>): string | undefined =>
  uuid || id?.toString() || undefined

/** Interest and funding are not orders. */
export const kindOf = ({ kind }: Pick<Trade, 'kind'>): string => kind ?? 'order'

/** Whole position in one row: `filled` is the entry, `exit` the close. */
export const isWholeTrade = (trade: Pick<Trade, 'kind'>): boolean => kindOf(trade) === 'trade'

export const statusOf = ({ status }: Pick<Trade, 'status'>): string | undefined =>
  status?.value ?? status?.basic_type

/** Each trade once, because new ones push rows on. Equal rows without an id are two trades. */
export function mergePages(pages: readonly (readonly Trade[])[]): Trade[] {
  const kept = new Map<string, number>()
  return pages.flatMap((page) => {
    const here = new Map<string, number>()
    return page.filter((trade) => {
      const id = idOf(trade)
      const key = id === undefined ? `says ${JSON.stringify(rawOf(trade))}` : `is ${id}`
      const count = id === undefined ? (here.get(key) ?? 0) + 1 : 1
      here.set(key, count)
      const isNew = count > (kept.get(key) ?? 0)
      if (isNew) kept.set(key, count)
      return isNew
    })
  })
}

/** Newest first. Rows without a time stay behind their predecessor. */
export const newestFirst = (trades: readonly Trade[]): readonly Trade[] =>
  byTime(trades, 'closed_at', 'desc')

function byTime(
  trades: readonly Trade[],
  field: 'closed_at' | 'created_at',
  direction: 'asc' | 'desc',
): readonly Trade[] {
  const sign = direction === 'asc' ? 1 : -1
  let last = -sign * Number.POSITIVE_INFINITY
  return trades
    .map((trade) => ({ trade, at: (last = trade[field] ?? last) }))
    .toSorted((a, b) => (a.at === b.at ? 0 : sign * (a.at - b.at)))
    .map(({ trade }) => trade)
}

export function inOrder(
  trades: readonly Trade[],
  { order_by, direction }: RowOrder,
): readonly Trade[] {
  if (order_by === 'closed_at') return direction === 'desc' ? trades : trades.toReversed()
  if (order_by === 'created_at') return byTime(trades, order_by, direction)
  const sign = direction === 'asc' ? 1 : -1
  const named = trades.map((trade) => ({ trade, name: toSlashPair(trade.pair ?? '') }))
  return named
    .toSorted((a, b) => (a.name === b.name ? 0 : sign * (a.name < b.name ? -1 : 1)))
    .map(({ trade }) => trade)
}

/** Rows without a time may belong to any period: listed, with an unknown profit. */
export function ofPeriod(trades: readonly Trade[], period: Period, dayOf: DayOf): readonly Trade[] {
  if (period.kind === 'all') return trades
  return trades.flatMap((trade) => {
    const { closed_at: at, profit } = trade
    if (at !== undefined) return isWithin(period, dayOf(at)) ? trade : []
    return profit === null ? trade : { ...trade, profit: undefined }
  })
}

export const countNew = (fresh: readonly Trade[], loaded: readonly Trade[]): number =>
  mergePages([loaded, fresh]).length - mergePages([loaded]).length

const wordsOf = (trade: Trade): string => {
  const { kind, source, order, status } = trade
  const type = source?.type?.replaceAll('_', ' ')
  const ofSource = [type, source?.id, source?.name, source?.note]
  const ofOrder = [kind, order?.side, order?.type, order?.role, statusOf(trade), status?.error]
  return [idOf(trade), ...ofSource, ...ofOrder].join('\n').toLowerCase()
}

export function searched(trades: readonly Trade[], text: string): readonly Trade[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return trades
  return trades.filter((trade) => {
    const parts = partsOf(trade)
    const words = wordsOf(parts)
    const { pair = '' } = parts
    return wanted.every((part) => words.includes(part) || matchesPair(pair, part))
  })
}

export const ofDay = (
  trades: readonly Trade[],
  day: string | undefined,
  dayOf: DayOf,
): readonly Trade[] =>
  day === undefined
    ? trades
    : trades.filter(({ closed_at: at }) => at !== undefined && dayOf(at) === day)

export const isFilled = ({ filled }: Trade): boolean =>
  Boolean(filled?.total && !isZero(filled.total))

export const movedNothing = ({ filled }: Pick<Trade, 'filled'>): boolean =>
  Boolean(filled?.total && isZero(filled.total))

/** Traded total and fee, each with its currency. */
export const totalOf = ({ pair, filled }: Trade) => ({
  currency: currenciesOf(pair).quote,
  amount: filled?.total,
})
export const feeOf = ({ commission }: Trade) => ({
  currency: commission?.currency,
  amount: commission?.amount,
})

export const hasProfit = ({ profit }: Pick<Trade, 'profit'>): boolean =>
  Boolean(profit?.usd ?? profit?.amount)
