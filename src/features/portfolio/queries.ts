import type { QueryClient } from '@tanstack/react-query'

import { countRunning, getBalanceHistory, getBalanceTable } from '#contract/exchanges.ts'
import { convertedQuery, endpointQuery, every } from '#query/endpoint-query.ts'
import { type BalanceColumns, balanceColumns, isSameHistory } from '#trading/balance-flow.ts'

import { historyRequest, tableRequest } from './address.ts'
import type { firstPeriods } from './range.ts'

export const BALANCES_EVERY = 15_000
const SELDOM = 60_000

export const balanceTableOf = (scope: string) => ({
  ...endpointQuery(getBalanceTable, tableRequest(scope)),
  refetchInterval: every(BALANCES_EVERY),
})

/** Past ranges never change, so they are read once. */
export const balanceHistoryOf = (scope: string, from: number, to?: number) => ({
  ...convertedQuery(getBalanceHistory, historyRequest(scope, from, to), balanceColumns),
  structuralSharing: keepHistory,
  ...(to === undefined && { refetchInterval: every(SELDOM) }),
})

function keepHistory(before: unknown, after: unknown): unknown {
  const former = before as BalanceColumns | undefined
  return former && isSameHistory(former, after as BalanceColumns) ? before : after
}

export const runningOn = (connectionId: string) =>
  endpointQuery(countRunning, { params: { id: connectionId } })

export function readAhead(
  queryClient: QueryClient,
  scope: string,
  periods: ReturnType<typeof firstPeriods>,
): void {
  void queryClient.prefetchQuery(balanceTableOf(scope))
  for (const { from, to } of periods) {
    void queryClient.prefetchQuery(balanceHistoryOf(scope, from, to))
  }
}
