import { QueryClient } from '@tanstack/react-query'

import { ApiError } from '#client/api-error.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { listCandles } from '#contract/market.ts'

import { endpointOf, heldOf } from './endpoint-query.ts'
import { keepUnchanged } from './keep-unchanged.ts'
import type { Reader } from './reader.ts'
import type { Rank } from './scheduler.ts'

const RETRIES = 2
const FRESH_FOR = 15_000

/** Candles add to a picture; whatever is there already can wait longer than what is not. */
const rankOf = (endpoint: Endpoint, isShown: boolean): Rank =>
  endpoint.name === listCandles.name ? 'extra' : isShown ? 'again' : 'first'

/** It was waited for long enough. */
const isTimeout = (cause: unknown): boolean =>
  cause instanceof DOMException && cause.name === 'TimeoutError'

/** The cache of what one connection's service said; the only place where a key becomes a call. */
export function createQueryClient({ read }: Pick<Reader, 'read'>): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: async ({ queryKey, meta, signal, client }) => {
          const endpoint = endpointOf(meta)
          const rank = rankOf(endpoint, client.getQueryData(queryKey) !== undefined)
          return heldOf(meta, await read(endpoint, queryKey[1] as never, signal, rank))
        },
        retry: (failures, error) =>
          error instanceof ApiError &&
          error.failure.kind === 'unreachable' &&
          !isTimeout(error.cause) &&
          failures < RETRIES,
        staleTime: FRESH_FOR,
        networkMode: 'always',
        refetchOnWindowFocus: true,
        structuralSharing: keepUnchanged,
      },
    },
  })
}
