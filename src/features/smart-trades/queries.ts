import type { Id } from '#contract/primitives.ts'
import { readableRows, type Rows } from '#contract/read.ts'
import { getSmartTrade, listSmartTrades, type SmartTradeFilter } from '#contract/smart-trades.ts'
import { endpointQuery, every } from '#query/endpoint-query.ts'

import type { Trade } from './trade-facts.ts'

/** Refresh interval of visible trades, in milliseconds. */
export const TRADES_INTERVAL = 20_000
const SOON = 4_000

/** A market addition or reduction fills within seconds. */
const isFillingAtMarket = ({ add_funds, reduce_funds }: Trade): boolean =>
  [...(add_funds?.steps ?? []), ...reduce_funds.steps].some(
    ({ type, status }) => type === 'market' && status?.type === 'to_process',
  )

export const smartTradesPage = (filter: SmartTradeFilter) => ({
  ...endpointQuery(listSmartTrades, { query: filter }),
  refetchInterval: every<Rows<Trade>>(({ data }) =>
    readableRows(data).some(isFillingAtMarket) ? SOON : TRADES_INTERVAL,
  ),
})

export const smartTradeOf = (id: Id) => ({
  ...endpointQuery(getSmartTrade, { params: { id } }),
  refetchInterval: every<Trade>(({ data }) =>
    data && isFillingAtMarket(data) ? SOON : TRADES_INTERVAL,
  ),
})
