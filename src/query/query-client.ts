import { QueryClient } from '@tanstack/react-query'

import { ApiError } from '#client/api-error.ts'

import { endpointOf, heldOf } from './endpoint-query.ts'
import { keepUnchanged } from './keep-unchanged.ts'
import type { Reader } from './reader.ts'

const RETRIES = 2
const FRESH_FOR = 15_000

/** The cache of what one connection's service said; the only place where a key becomes a call. */
export function createQueryClient({ read }: Pick<Reader, 'read'>): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: async ({ queryKey, meta, signal }) => {
          return heldOf(meta, await read(endpointOf(meta), queryKey[1] as never, signal))
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
