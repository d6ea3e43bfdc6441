import { getGridBot, getRequiredBalances, listGridBots } from '#contract/grid-bots.ts'
import { type HistoricalTrade, listHistory } from '#contract/history.ts'
import type { Id } from '#contract/primitives.ts'
import { readableRows } from '#contract/read.ts'
import type { HistoryOf } from '#market/profits.ts'
import { endpointQuery, every } from '#query/endpoint-query.ts'
import type { ConnectionContext } from '#query/service.tsx'

export const BOTS_EVERY = 15_000

export const gridBotList = () => ({
  ...endpointQuery(listGridBots, {}),
  refetchInterval: every(BOTS_EVERY),
})

/** Reads the list before its page is drawn, if the service is known to have one. */
export function readAhead({ service, queryClient }: ConnectionContext): void {
  if (service.extensions.offers(listGridBots.name) === true) {
    void queryClient.prefetchQuery(gridBotList())
  }
}

export const gridBotOf = (id: Id) => ({
  ...endpointQuery(getGridBot, { params: { id } }),
  refetchInterval: every(BOTS_EVERY),
})

export const requiredBalancesOf = (id: Id) => ({
  ...endpointQuery(getRequiredBalances, { params: { id } }),
  refetchInterval: every(60_000),
})

export const latestTrades = () => ({
  ...endpointQuery(listHistory, {
    query: {
      limit: 200,
      offset: 0,
      order_by: 'created_at' as const,
      order_direction: 'desc' as const,
    },
  }),
  select: readableRows<HistoricalTrade>,
  staleTime: 5 * 60_000,
})

/** Newest closed trades of a pair on an account, which include the bot's own. */
export const tradesOn = (read: HistoryOf, accountId: Id, pair: string, most: number) => ({
  ...read({
    account_id: accountId,
    pair,
    limit: most,
    order_by: 'closed_at',
    order_direction: 'desc',
  }),
  staleTime: 60_000,
})
