import { useQuery, useQueryClient } from '@tanstack/react-query'

import type { SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import { type createSmartTrade, listSmartTrades } from '#contract/smart-trades.ts'
import { endpointQuery } from '#query/endpoint-query.ts'
import { useService } from '#query/service.tsx'
import type { Sent } from '#query/use-send.ts'

import type { Trade } from './trade-facts.ts'

export type Reconciliation = {
  /** How often the list was read since the order went out. */
  checks: number
  /** Trades that may be the one that was sent. */
  found: Trade[]
  isEnded: boolean
}

export const CHECKS = 6
const CHECK_INTERVAL = 5_000
/** How far the service's clock may be wrongly known. */
const TOLERANCE = 10_000

/** Looks for an order whose answer never came among the trades made since it went out. */
export function useReconciliation(
  intent: Sent<typeof createSmartTrade> | undefined,
  draft: SmartTradeDraft | undefined,
): Reconciliation {
  const { clock } = useService()
  const queryClient = useQueryClient()
  const isUnknown = intent?.outcome.kind === 'unknown' && draft !== undefined
  const since = (intent?.sentAt ?? 0) + (clock.offset() ?? 0) - TOLERANCE
  const options = endpointQuery(listSmartTrades, {
    query: {
      account_id: draft?.account_id,
      pair: draft?.pair,
      from: since - (since % TOLERANCE),
      order_by: 'created_at',
      order_direction: 'DESC',
      per_page: 50,
    },
  })
  const checksSoFar = () => queryClient.getQueryState(options.queryKey)?.dataUpdateCount ?? 0
  const { data } = useQuery({
    ...options,
    enabled: isUnknown,
    staleTime: 0,
    refetchInterval: () => (checksSoFar() < CHECKS ? CHECK_INTERVAL : false),
  })
  if (!isUnknown) return { checks: 0, found: [], isEnded: false }
  const found = (data ?? []).filter((trade) => isLike(trade, draft))
  const checks = checksSoFar()
  return { checks, found, isEnded: found.length > 0 || checks >= CHECKS }
}

const isLike = ({ position }: Trade, draft: SmartTradeDraft): boolean =>
  position?.type === draft.position.type && position.units?.value === draft.position.units.value
