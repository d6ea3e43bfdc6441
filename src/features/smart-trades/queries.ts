import type { Id } from '#contract/primitives.ts'
import { getSmartTrade, listSmartTrades, type SmartTradeFilter } from '#contract/smart-trades.ts'
import { endpointQuery } from '#query/endpoint-query.ts'

/** How often what is on the screen is read again, in milliseconds. */
export const TRADES_INTERVAL = 20_000

export const smartTradesPage = (filter: SmartTradeFilter) => ({
  ...endpointQuery(listSmartTrades, { query: filter }),
  refetchInterval: TRADES_INTERVAL,
})

export const smartTradeOf = (id: Id) => ({
  ...endpointQuery(getSmartTrade, { params: { id } }),
  refetchInterval: TRADES_INTERVAL,
})
