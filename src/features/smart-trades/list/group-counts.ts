import type { QueryClient } from '@tanstack/react-query'

import { lineOf } from '#contract/endpoint.ts'
import { listSmartTrades, type SmartTradeFilter } from '#contract/smart-trades.ts'

import type { SmartTradeSearch } from './smart-trade-search.ts'

export type Group = Exclude<SmartTradeSearch['status'], 'successfully_finish'>

/** In milliseconds. Older counts may have changed elsewhere. */
const RECENT = 60_000

/** Number of trades per group by reads of the last minute; absent if a group has unread rows. */
export function countsIn(
  client: QueryClient,
  filter: SmartTradeFilter,
): Partial<Record<Group, number>> {
  const counts: Partial<Record<string, number>> = {}
  for (const query of client.getQueryCache().findAll({ queryKey: [lineOf(listSmartTrades)] })) {
    const asked = (query.queryKey[1] as { query?: SmartTradeFilter } | undefined)?.query
    const rows = query.state.data
    if (!asked?.status || !Array.isArray(rows) || query.isStaleByTime(RECENT)) continue
    const { page = 1, per_page: size } = asked
    const isEnd = size !== undefined && rows.length < size && (rows.length > 0 || page === 1)
    if (isEnd && narrowing(asked) === narrowing(filter)) {
      counts[asked.status] = (page - 1) * size + rows.length
    }
  }
  return counts
}

const narrowing = ({ account_id, pair, type, base, quote, from, to }: SmartTradeFilter): string =>
  JSON.stringify([account_id, pair, type, base, quote, from, to])
