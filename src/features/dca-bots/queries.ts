import { type DcaBot, getDcaBot, listDcaBots, listDcaStrategies } from '#contract/dca-bots.ts'
import type { RequestOf } from '#contract/endpoint.ts'
import { endpointQuery, every } from '#query/endpoint-query.ts'
import type { ConnectionContext } from '#query/service.tsx'
import { currentConnection } from '#session/session.ts'
import type { SessionStore } from '#session/session-store.ts'

import { isWaiting } from './open-deals.ts'
import { foreseenTokenProblem } from './token/token-problem.ts'

export const BOTS_EVERY = 20_000
const SOON = 4_000

export const dcaBotList = () => ({
  ...endpointQuery(listDcaBots, { query: {} }),
  refetchInterval: every(BOTS_EVERY),
})

type Ahead = Pick<ConnectionContext, 'service' | 'queryClient'> & { sessionStore: SessionStore }

/** Reads the list before its page is drawn, if its token is available. */
export function readAhead({ service, queryClient, sessionStore }: Ahead): void {
  const connection = currentConnection(sessionStore.session.get())
  if (connection && foreseenTokenProblem(connection, service.clock.now()) === undefined) {
    void queryClient.prefetchQuery(dcaBotList())
  }
}

export const dcaBotOf = (id: string) => ({
  ...endpointQuery(getDcaBot, { params: { id }, query: { include_events: true } }),
  // A market base order fills within a second.
  refetchInterval: every<DcaBot>(({ data }) =>
    data?.start_order_type === 'market' && data.deals?.some(isWaiting) ? SOON : BOTS_EVERY,
  ),
})

/** Rarely changes. */
export const strategies = (filter: RequestOf<typeof listDcaStrategies>['query']) => ({
  ...endpointQuery(listDcaStrategies, { query: filter }),
  staleTime: 10 * 60_000,
})
