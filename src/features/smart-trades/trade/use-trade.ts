import { useQuery, useQueryClient } from '@tanstack/react-query'

import { lineOf } from '#contract/endpoint.ts'
import type { Id } from '#contract/primitives.ts'
import { getSmartTrade, listSmartTrades } from '#contract/smart-trades.ts'
import { readableRows, type Rows } from '#contract/read.ts'
import { useExtension } from '#query/service.tsx'

import { smartTradeOf } from '../queries.ts'
import type { Trade } from '../trade-facts.ts'

export type FoundTrade = {
  trade: Trade | undefined
  /** `lost`: neither among the rows read nor to be asked for by id. */
  state: 'found' | 'reading' | 'lost'
}

/**
 * A trade by its id. A row on the screen is taken as it is: asking for it again would show two
 * figures for one thing. Otherwise the service is asked, where it offers that.
 */
export function useTrade(id: Id | undefined, rows: readonly Trade[] = []): FoundTrade {
  const queryClient = useQueryClient()
  const isOffered = useExtension(getSmartTrade)
  const shown = rows.find((trade) => trade.id === id)
  const asked = useQuery({
    ...smartTradeOf(id ?? 0),
    enabled: isOffered === true && id !== undefined && shown === undefined,
  })
  const readBefore = queryClient
    .getQueriesData<Rows<Trade>>({ queryKey: [lineOf(listSmartTrades)] })
    .flatMap(([, list]) => readableRows(list ?? []))
    .find((trade) => trade.id === id)
  const trade = shown ?? asked.data ?? readBefore
  if (id === undefined) return { trade: undefined, state: 'lost' }
  if (trade) return { trade, state: 'found' }
  const isReading = isOffered === undefined || (isOffered && asked.isPending)
  return { trade: undefined, state: isReading ? 'reading' : 'lost' }
}
