import * as z from 'zod/mini'

import {
  DCA_STATUSES,
  type DcaBot,
  dcaBotFilter,
  getDcaBot,
  listDcaBots,
  listDcaStrategies,
} from '#contract/dca-bots.ts'
import type { RequestOf } from '#contract/endpoint.ts'
import { healed, orAbsent } from '#contract/healed.ts'
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
import { foreseenTokenProblem } from './token/token-problem.ts'

export const BOTS_EVERY = 20_000

type DcaBotFilter = z.output<typeof dcaBotFilter>

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

/** The filters of the list as the URL holds them; what cannot be read there is no filter. */
export const dcaSearch = z.object({
  status: healed(z.enum(DCA_STATUSES), 'all'),
  exchange: orAbsent(dcaBotFilter.shape.exchange),
  pair: orAbsent(dcaBotFilter.shape.pair),
})
export type DcaSearch = z.output<typeof dcaSearch>

export const DCA_SEARCH_DEFAULTS = { status: 'all' } as const

/** What is asked of the service: nothing but the filters that are set. */
export const filterOf = ({ status, exchange, pair }: DcaSearch): DcaBotFilter => ({
  ...(status !== 'all' && { status }),
  ...(exchange !== undefined && { exchange }),
  ...(pair !== undefined && { pair }),
})

/** The catalogue's filters; the URL says `market` for the spec's `market_type`. */
export const strategySearch = z.object({
  type: orAbsent(z.enum(['simple', 'indicator', 'signal'])),
  market: orAbsent(z.enum(['spot', 'futures'])),
})
export type StrategySearch = z.output<typeof strategySearch>
