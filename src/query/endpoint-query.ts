import { type Query, type QueryClient, queryOptions } from '@tanstack/react-query'

import { ApiError, isRefused } from '#client/api-error.ts'
import { type AnswerOf, type Endpoint, lineOf, type RequestOf } from '#contract/endpoint.ts'

import type { Reader } from './reader.ts'
import type { Rank } from './scheduler.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { endpoint: Endpoint }
  }
}

type Read = Reader['read']
type Key<E extends Endpoint> = readonly [line: string, request: RequestOf<E>]

/** Reader of the service behind a cache. */
export const readers = new WeakMap<QueryClient, Read>()

/** Reads an endpoint of the service that a cache belongs to. */
export const readEndpoint =
  (client: QueryClient): Read =>
  (...asked) => {
    const read = readers.get(client)
    if (!read) throw new Error('This cache belongs to no service')
    return read(...asked)
  }

/**
 * A query is named by the request it makes. Whatever is shown already can wait longer than what is
 * not, unless a rank is given.
 */
export const endpointQuery = <E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  rank?: Rank,
) => convertedQuery(endpoint, request, (answer: AnswerOf<E>) => answer, rank)

/** A query that caches what `convert` makes of the answer instead of the answer itself. */
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

/** True if a query of the cache reads one of these. */
export const readsOneOf = ({ meta }: Pick<Query, 'meta'>, endpoints: readonly Endpoint[]) =>
  meta !== undefined && endpoints.includes(meta.endpoint)

/** In milliseconds: the key may have been given the permission since. */
export const FORBIDDEN_EVERY = 300_000

/**
 * Whether the key or its plan may not read this: the same answer would come again. A list that was
 * asked for ahead of its page may have been refused before the page is drawn.
 */
export const isForbidden = (error: unknown): boolean =>
  error instanceof ApiError && isRefused(error) && FORBIDDEN.includes(error.failure.status)
const FORBIDDEN: readonly number[] = [401, 403]

type State<Data> = { data?: Data | undefined; error?: ApiError | null }

/**
 * An interval for `refetchInterval`, in milliseconds, or by what was read last. What the key or its
 * plan may not read is read again every five minutes at most.
 */
export const every =
  <Data = unknown>(interval: number | ((state: State<Data>) => number)) =>
  ({ state }: { state: State<NoInfer<Data>> }): number => {
    const milliseconds = typeof interval === 'number' ? interval : interval(state)
    return isForbidden(state.error) ? Math.max(milliseconds, FORBIDDEN_EVERY) : milliseconds
  }
