import { type Query, type QueryClient, queryOptions } from '@tanstack/react-query'

import { ApiError, isRefused } from '#client/api-error.ts'
import { type AnswerOf, type Endpoint, lineOf, type RequestOf } from '#contract/endpoint.ts'

import { EVENT_AREAS, liveness } from './liveness.ts'
import type { Reader } from './reader.ts'
import type { Rank } from './scheduler.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { endpoint: Endpoint }
  }
}

type Read = Reader['read']
type Key<E extends Endpoint> = readonly [line: string, request: RequestOf<E>]

export const readers = new WeakMap<QueryClient, Read>()

export const readEndpoint =
  (client: QueryClient): Read =>
  (...asked) => {
    const read = readers.get(client)
    if (!read) throw new Error('This cache has no reader')
    return read(...asked)
  }

/** Query options of an endpoint. By default, a first read has priority over a refresh. */
export const endpointQuery = <E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  rank?: Rank,
) => convertedQuery(endpoint, request, (answer: AnswerOf<E>) => answer, rank)

/** Query options of an endpoint that cache the result of `convert` instead of the response. */
export const convertedQuery = <E extends Endpoint, Cached>(
  endpoint: E,
  request: RequestOf<E>,
  convert: (answer: AnswerOf<E>) => Cached,
  rank?: Rank,
) =>
  queryOptions<Cached, ApiError, Cached, Key<E>>({
    queryKey: [lineOf(endpoint), request],
    queryFn: async ({ client, queryKey, signal }) => {
      const isShown = client.getQueryData(queryKey) !== undefined
      const ranked = rank ?? (isShown ? 'again' : 'first')
      return convert(await readEndpoint(client)(endpoint, request, signal, ranked))
    },
    meta: { endpoint },
  })

export const readsOneOf = ({ meta }: Pick<Query, 'meta'>, endpoints: readonly Endpoint[]) =>
  meta !== undefined && endpoints.includes(meta.endpoint)

/** In milliseconds. Interval for forbidden reads: the key may get the permission later. */
export const FORBIDDEN_EVERY = 300_000

/** True for a 401 or 403: an immediate retry would get the same response. */
export const isForbidden = (error: unknown): boolean =>
  error instanceof ApiError && isRefused(error) && FORBIDDEN.includes(error.failure.status)
const FORBIDDEN: readonly number[] = [401, 403]

/** In milliseconds. Below the minute for which a mode counts as confirmed. */
const MAX_LIVE_INTERVAL = 45_000

/** Four times as long while the stream announces every change of an endpoint's data. */
function whileLive(milliseconds: number, meta: Query['meta']): number {
  const isCovered = meta?.endpoint.reads?.every((area) => EVENT_AREAS.includes(area)) ?? false
  if (!isCovered || !liveness.get()) return milliseconds
  return Math.max(milliseconds, Math.min(milliseconds * 4, MAX_LIVE_INTERVAL))
}

type State<Data> = { data?: Data | undefined; error?: ApiError | null }

/**
 * A `refetchInterval` in milliseconds, constant or by the last result. Longer while live, and at
 * least five minutes for forbidden reads.
 */
export const every =
  <Data = unknown>(interval: number | ((state: State<Data>) => number)) =>
  ({ state, meta }: { state: State<NoInfer<Data>>; meta?: Query['meta'] }): number => {
    const usual = typeof interval === 'number' ? interval : interval(state)
    const milliseconds = whileLive(usual, meta)
    return isForbidden(state.error) ? Math.max(milliseconds, FORBIDDEN_EVERY) : milliseconds
  }
