import { useQuery } from '@tanstack/react-query'

import { getBalanceTable } from '#contract/exchanges.ts'

import { endpointQuery } from './endpoint-query.ts'

/** In milliseconds. */
const BALANCES_EVERY = 30_000

/** What lies on an account, by the UUID that its balances go by; where it is not known nothing is asked for. */
export const useBalances = (exchangeId: string | undefined) =>
  useQuery({
    ...endpointQuery(getBalanceTable, { params: { id: exchangeId ?? '' } }),
    refetchInterval: BALANCES_EVERY,
    enabled: exchangeId !== undefined,
  })
