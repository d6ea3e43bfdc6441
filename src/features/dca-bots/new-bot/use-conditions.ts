import { useQuery } from '@tanstack/react-query'

import type { DealStartCondition } from '#contract/dca-bots.ts'
import { useConnection } from '#session/use-session.ts'

import { strategies } from '../queries.ts'

/** The start conditions of the service's catalogue; `undefined` while there is no token to read it with. */
export function useConditions(): readonly DealStartCondition[] | undefined {
  const connection = useConnection()
  const { data } = useQuery({ ...strategies({}), enabled: connection?.hasToken === true })
  return data?.deal_start_conditions.filter((condition) => condition !== undefined)
}
