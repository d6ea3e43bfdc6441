import type { QueryClient } from '@tanstack/react-query'

import type { Id } from '#contract/primitives.ts'
import { readableRows } from '#contract/read.ts'

import { smartTradeOf, smartTradesPage } from '../queries.ts'
import type { Trade } from '../trade-facts.ts'

/** As many as the service gives at once. */
const AT_ONCE = 100

type FindTrade = { id: Id; signal: AbortSignal; onRead: (count: number) => void }

/**
 * Looks for a trade in the list of all, newest first, page by page: the only way to one of a service
 * that gives none by its number. What is found is kept as if that had been asked for.
 */
export async function findTrade(
  client: QueryClient,
  options: FindTrade,
): Promise<Trade | undefined> {
  const { id, signal, onRead } = options
  for (let page = 1; ; page += 1) {
    const { queryKey, ...read } = smartTradesPage({
      status: 'all',
      order_by: 'created_at',
      order_direction: 'DESC',
      per_page: AT_ONCE,
      page,
    })
    const rows = await client.query({ ...read, queryKey, staleTime: 0 })
    if (signal.aborted) return undefined
    onRead((page - 1) * AT_ONCE + rows.length)
    const found = readableRows(rows).find((trade) => trade.id === id)
    if (found) client.setQueryData(smartTradeOf(id).queryKey, found)
    if (found || rows.length < AT_ONCE) return found
  }
}
