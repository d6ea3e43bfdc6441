import type * as z from 'zod/mini'

import { type dcaBotFilter, getDcaBot, listDcaBots, listDcaStrategies } from '#contract/dca-bots.ts'
import type { RequestOf } from '#contract/endpoint.ts'
import { endpointQuery } from '#query/endpoint-query.ts'

export const BOTS_EVERY = 20_000

export type DcaBotFilter = z.output<typeof dcaBotFilter>

export const dcaBotList = (filter: DcaBotFilter) => ({
  ...endpointQuery(listDcaBots, { query: filter }),
  refetchInterval: BOTS_EVERY,
})

export const dcaBotOf = (id: string) => ({
  ...endpointQuery(getDcaBot, { params: { id }, query: { include_events: true } }),
  refetchInterval: BOTS_EVERY,
})

/** The catalogue of a service hardly ever changes. */
export const strategies = (filter: RequestOf<typeof listDcaStrategies>['query']) => ({
  ...endpointQuery(listDcaStrategies, { query: filter }),
  staleTime: 10 * 60_000,
})
