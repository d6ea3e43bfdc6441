import { QueryClient } from '@tanstack/react-query'

import { ApiError } from '#client/api-error.ts'
import type { Client } from '#client/client.ts'
import type { Area, Endpoint } from '#contract/endpoint.ts'
import type { Journal } from '#intents/journal.ts'

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
          return client.call(endpointOf(meta), request, { signal }).catch((error: unknown) => {
            if (error instanceof ApiError) scheduler.heard(error)
            throw error
          })
        },
        retry: (failures, error) =>
          error instanceof ApiError && error.failure.kind === 'unreachable' && failures < RETRIES,
        staleTime: FRESH_FOR,
        networkMode: 'always',
        refetchOnWindowFocus: true,
        // Answers hold a raw side by object identity (see `rawOf`), which merging would lose.
        structuralSharing: false,
      },
    },
  })
}

/**
 * Reads again what a finished write may have changed, placed or not: after an unknown outcome the
 * reads are how one finds out.
 */
export function readAgainAfter(journal: Journal, queryClient: QueryClient): void {
  const settled = new Set<string>()
  journal.subscribe(() => {
    for (const { id, endpoint, outcome } of journal.all()) {
      const news = `${id} ${outcome.kind}`
      if (settled.has(news) || outcome.kind === 'sending') continue
      settled.add(news)
      if (outcome.kind !== 'refused') void readAgain(queryClient, endpoint.writes ?? [])
    }
  })
}

const readAgain = (queryClient: QueryClient, areas: readonly Area[]): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ meta }) => endpointOf(meta).reads?.some((area) => areas.includes(area)) ?? false,
  })

const endpointOf = (meta: Record<string, unknown> | undefined): Endpoint =>
  meta?.['endpoint'] as Endpoint
