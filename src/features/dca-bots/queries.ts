import { type DcaBot, getDcaBot, listDcaBots, listDcaStrategies } from '#contract/dca-bots.ts'
import type { RequestOf } from '#contract/endpoint.ts'
import { type HistoricalTrade, listHistory } from '#contract/history.ts'
import type { MarketPair } from '#contract/market.ts'
import { readableRows, type Rows } from '#contract/read.ts'
import { MOST_ORDERS } from '#market/profits.ts'
import { endpointQuery } from '#query/endpoint-query.ts'
import type { ConnectionContext } from '#query/service.tsx'
import { currentConnection } from '#session/session.ts'
import type { SessionStore } from '#session/session-store.ts'
import { fromSlashPair } from '#trading/pair.ts'

import { type OpenDeals, openDealsOf } from './live-deals.ts'
import { type DcaBotFilter, type DcaSearch, filterOf } from './search.ts'
import { foreseenTokenProblem } from './token/token-problem.ts'

export const BOTS_EVERY = 20_000

export const dcaBotList = (filter: DcaBotFilter) => ({
  ...endpointQuery(listDcaBots, { query: filter }),
  refetchInterval: BOTS_EVERY,
})

type Ahead = Pick<ConnectionContext, 'service' | 'queryClient'> & { sessionStore: SessionStore }

/** Asks for the list before its page is drawn, where the token that it needs is there. */
export function readAhead({ service, queryClient, sessionStore }: Ahead, search: DcaSearch): void {
  const connection = currentConnection(sessionStore.session.get())
  if (connection && foreseenTokenProblem(connection, service.clock.now()) === undefined) {
    void queryClient.prefetchQuery(dcaBotList(filterOf(search)))
  }
}

export const dcaBotOf = (id: string) => ({
  ...endpointQuery(getDcaBot, { params: { id }, query: { include_events: true } }),
  refetchInterval: BOTS_EVERY,
})

export const ORDERS_EVERY = 60_000

/** The newest closed orders on a pair; those of a bot's open deals are among them. */
export const ordersOn = (pair: string) => ({
  ...endpointQuery(listHistory, {
    query: {
      pair: fromSlashPair(pair),
      limit: MOST_ORDERS,
      order_by: 'closed_at' as const,
      order_direction: 'desc' as const,
    },
  }),
  refetchInterval: ORDERS_EVERY,
})

/** The open deals of a bot by the orders of its pair; one that cannot be read may belong to any. */
export function readDeals(
  bot: DcaBot,
  orders: Rows<HistoricalTrade>,
  market: MarketPair | undefined,
): OpenDeals {
  const rows = readableRows(orders)
  if (rows.length < orders.length && bot.active_trades !== 0) {
    return { kind: 'unknown', reason: 'Some orders in the history could not be read.' }
  }
  return openDealsOf(bot, { rows, isWhole: orders.length < MOST_ORDERS }, market)
}

/** The catalogue of a service hardly ever changes. */
export const strategies = (filter: RequestOf<typeof listDcaStrategies>['query']) => ({
  ...endpointQuery(listDcaStrategies, { query: filter }),
  staleTime: 10 * 60_000,
})
