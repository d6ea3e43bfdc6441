import { listDcaBots } from '#contract/dca-bots.ts'
import { listGridBots } from '#contract/grid-bots.ts'
import type { Id } from '#contract/primitives.ts'
import { listSmartTrades } from '#contract/smart-trades.ts'
import { endpointQuery } from '#query/endpoint-query.ts'
import type { Rank } from '#query/scheduler.ts'

/** Maximum rows of a response. */
export const ACTIVE_LIMIT = 100

export const activeSmartTrades = (accountId: Id | undefined, rank?: Rank) =>
  endpointQuery(
    listSmartTrades,
    { query: { status: 'active', per_page: ACTIVE_LIMIT, account_id: accountId } },
    rank,
  )

export const everyDcaBot = (rank?: Rank) => endpointQuery(listDcaBots, { query: {} }, rank)

export const everyGridBot = (rank?: Rank) => endpointQuery(listGridBots, {}, rank)
