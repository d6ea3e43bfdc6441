import { useQuery } from '@tanstack/react-query'

import { listGridBots } from '#contract/grid-bots.ts'
import { useExtension } from '#query/service.tsx'

import { ACTIVE_LIMIT, activeSmartTrades, everyDcaBot, everyGridBot } from '../queries.ts'
import type { Scope } from '../scopes.ts'
import { type Stopping, stoppingOf } from './stopping.ts'

/** What works on a connection, as far as it can be read. */
export function useStopping(scope: Scope): {
  stopping: Stopping
  isPending: boolean
  readAt: number
} {
  const areGridBotsListed = useExtension(listGridBots)
  const fresh = { refetchOnMount: 'always', retry: false } as const
  const smartTrades = useQuery({ ...activeSmartTrades(scope.accountId), ...fresh })
  const dcaBots = useQuery({ ...everyDcaBot(), ...fresh })
  const gridBots = useQuery({ ...everyGridBot(), ...fresh, enabled: areGridBotsListed === true })
  const asked =
    areGridBotsListed === true ? [smartTrades, dcaBots, gridBots] : [smartTrades, dcaBots]
  return {
    stopping: stoppingOf({
      connectionId: scope.id,
      accountId: scope.accountId,
      smartTrades: smartTrades.data,
      areSmartTradesCut: (smartTrades.data?.length ?? 0) >= ACTIVE_LIMIT,
      dcaBots: dcaBots.data,
      gridBots: gridBots.data,
    }),
    isPending: areGridBotsListed === undefined || asked.some(({ isPending }) => isPending),
    readAt: Math.min(...asked.map(({ dataUpdatedAt }) => dataUpdatedAt)),
  }
}
