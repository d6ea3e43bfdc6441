import { QueryClient } from '@tanstack/react-query'

import { ApiError } from '#client/api-error.ts'
import type { Client } from '#client/client.ts'

import { endpointOf, heldOf } from './endpoint-query.ts'
import { keepUnchanged } from './keep-unchanged.ts'
import type { Scheduler } from './scheduler.ts'

const RETRIES = 2
const FRESH_FOR = 15_000

/** The cache of what one connection's service said; the only place where a key becomes a call. */
export function createQueryClient(client: Client, scheduler: Scheduler): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: async ({ queryKey, meta, signal }) => {
          await scheduler.turn(signal)
          const request = queryKey[1] as never
          return heldOf(meta, await client.call(endpointOf(meta), request, { signal }))
        },
        retry: (failures, error) =>
          error instanceof ApiError && error.failure.kind === 'unreachable' && failures < RETRIES,
        staleTime: FRESH_FOR,
        networkMode: 'always',
        refetchOnWindowFocus: true,
        structuralSharing: keepUnchanged,
      },
    },
  })
}
