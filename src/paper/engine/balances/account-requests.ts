import type { getRealisedProfit, HistoryFilter } from '#contract/history.ts'
import type { RequestOf } from '#contract/endpoint.ts'
import type { Instant } from '#contract/primitives.ts'
import type { Mode } from '#contract/system.ts'

import { found } from '../../refusal.ts'
import { withSources } from '../orders/history-source.ts'
import type { Past } from '../past.ts'
import { realisedProfit } from '../orders/realised-profit.ts'
import { type World, accountsInMode, setMode } from '../world.ts'
import { type Account, connectionOf, listedOf } from './accounts.ts'
import { balanceTable } from './balance-table.ts'
import { sellAllToUsd } from './sell-all.ts'
import { balancePoints } from './valuation.ts'

/** `obstacle`: reason that trading has stopped. */
export function accountRequests(world: World, past: Past, obstacle: () => string | undefined) {
  const circumstances = () => ({ now: world.meta.now, trouble: obstacle() })
  function accountWith(connectionId: string): Account {
    const account = accountsInMode(world).find((each) => each.connectionId === connectionId)
    return found(account, 'exchange connection', connectionId)
  }
  const accountsOf = (id: string): Account[] =>
    id === 'summary' ? accountsInMode(world) : [accountWith(id)]

  return {
    exchanges: () => accountsInMode(world).map((account) => listedOf(account, circumstances())),
    /** `id` is a connection's UUID or `summary`. */
    async balanceHistory(id: string, from: Instant, to: Instant) {
      const ids = accountsOf(id).map((account) => account.id)
      return balancePoints(world, past, ids, { from, to })
    },
    balanceTable: (id: string) => balanceTable(world, accountsOf(id)),
    sellAllToUsd(connectionId: string) {
      const account = accountWith(connectionId)
      sellAllToUsd(world, account)
      return connectionOf(account, circumstances())
    },
    history: async (filter: HistoryFilter) =>
      withSources(world, past, await past.history({ ...filter, mode: world.meta.mode })),
    realisedProfit: (filter: RequestOf<typeof getRealisedProfit>['query']) =>
      realisedProfit(past, { ...filter, mode: world.meta.mode }),
    setMode: (mode: Mode) => setMode(world, mode),
  }
}
