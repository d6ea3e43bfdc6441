import { listCandles } from '#contract/market.ts'
import type { Id } from '#contract/primitives.ts'
import { getSmartTrade, listSmartTrades, type SmartTradeFilter } from '#contract/smart-trades.ts'
import { endpointQuery } from '#query/endpoint-query.ts'

/** How often what is on the screen is read again, in milliseconds. */
export const TRADES_INTERVAL = 20_000
const PRICES_INTERVAL = 15_000
const CANDLES_INTERVAL = 300_000

export const smartTradesPage = (filter: SmartTradeFilter) => ({
  ...endpointQuery(listSmartTrades, { query: filter }),
  refetchInterval: TRADES_INTERVAL,
})

export const smartTradeOf = (id: Id) => ({
  ...endpointQuery(getSmartTrade, { params: { id } }),
  refetchInterval: TRADES_INTERVAL,
})

/** The most recently changed active trade of a pair: it carries a price where no list of pairs does. */
export const tradeWithPrice = (pair: string) => ({
  ...endpointQuery(listSmartTrades, {
    query: {
      pair,
      status: 'active',
      order_by: 'updated_at',
      order_direction: 'DESC',
      per_page: 1,
    },
  }),
  refetchInterval: PRICES_INTERVAL,
})

const CANDLE = 1_800_000
const DAY = 86_400_000

/** A pair since a day ago in half hours; `now` by the service's clock. */
export const recentCandles = (pair: string, now: number) => ({
  ...endpointQuery(listCandles, {
    query: { pair, interval: '30m', from: now - (now % CANDLE) - DAY },
  }),
  refetchInterval: CANDLES_INTERVAL,
})
