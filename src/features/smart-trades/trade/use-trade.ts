import { useQuery, useQueryClient } from '@tanstack/react-query'

import type { ApiError } from '#client/api-error.ts'
import { lineOf } from '#contract/endpoint.ts'
import type { Id } from '#contract/primitives.ts'
import { getSmartTrade, listSmartTrades } from '#contract/smart-trades.ts'
import { isUnreadable, type Rows } from '#contract/read.ts'
import { useExtension } from '#query/service.tsx'

import { smartTradeOf } from '../queries.ts'
import type { Trade } from '../trade-facts.ts'

export type FoundTrade = {
  trade?: Trade
  /** `lost`: neither among the rows read nor readable by id. */
  state: 'found' | 'reading' | 'lost' | 'unreadable'
  /** Answer of the service, if unreadable. */
  raw?: unknown
  error?: ApiError | null | undefined
  refetch?: (() => void) | undefined
}

/**
 * Trade by id. A loaded row is used as it is, because a second read would show two figures of one
 * trade; otherwise the service is asked, if it can.
 */
export function useTrade(id: Id | undefined, rows: readonly Trade[] = []): FoundTrade {
  const queryClient = useQueryClient()
  const isOffered = useExtension(getSmartTrade)
  const shown = rows.find((trade) => trade.id === id)
  const asked = useQuery({
    ...smartTradeOf(id ?? 0),
    enabled: isOffered === true && id !== undefined && !shown,
  })
  const listed = queryClient
    .getQueriesData<Rows<Trade>>({ queryKey: [lineOf(listSmartTrades)] })
    .flatMap(([, list]) => (Array.isArray(list) ? (list as Rows<Trade>) : []))
    .filter((row) => row.id === id)
  const trade = shown ?? asked.data ?? listed.find((row): row is Trade => !isUnreadable(row))
  if (id === undefined) return { state: 'lost' }
  if (trade) return { trade, state: 'found' }
  const failure = asked.error?.failure
  if (failure?.kind === 'unreadable') return { state: 'unreadable', raw: failure.raw }
  const unreadable = listed.find((row) => isUnreadable(row))
  if (unreadable && isOffered !== true) return { state: 'unreadable', raw: unreadable.raw }
  if (isOffered === undefined || (isOffered && asked.isPending)) return { state: 'reading' }
  return { state: 'lost', error: asked.error, refetch: () => void asked.refetch() }
}
