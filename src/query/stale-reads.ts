import type { Query } from '@tanstack/react-query'

import { ApiError } from '#client/api-error.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Instant } from '#contract/primitives.ts'
import { getMode, getTime } from '#contract/system.ts'

import { readsOneOf } from './endpoint-query.ts'

/** Shown data whose refresh failed or is late. */
type StaleRead = {
  readAt: Instant
  /** Error of the last refresh; `undefined` if it is late. */
  error: ApiError | undefined
  /** Time of the next refresh; `undefined` without polling. */
  nextAt: Instant | undefined
  query: Query
}

/** In milliseconds. */
const REFRESH_TOLERANCE = 5_000

/**
 * Stale reads of a page, oldest first. `backSince`: time when the page became visible; data that
 * got old before is being refreshed.
 */
export function staleReads(
  queries: readonly Query[],
  now: Instant,
  backSince: Instant = 0,
): StaleRead[] {
  return queries
    .flatMap((query): StaleRead[] => {
      const { data, dataUpdatedAt: readAt, errorUpdatedAt, error, status } = query.state
      if (readsOneOf(query, CONNECTION_READS) || data === undefined || !query.isActive()) return []
      const interval = intervalOf(query)
      const hasFailed = status === 'error'
      const lateAt =
        interval === undefined
          ? undefined
          : Math.max(readAt + interval, backSince) + interval + REFRESH_TOLERANCE
      if (!hasFailed && (lateAt === undefined || now < lateAt)) return []
      return [
        {
          readAt,
          error: hasFailed && error instanceof ApiError ? error : undefined,
          nextAt: interval === undefined ? undefined : Math.max(readAt, errorUpdatedAt) + interval,
          query,
        },
      ]
    })
    .toSorted((a, b) => a.readAt - b.readAt)
}

/**
 * Time of the service's last response if it cannot be reached now. `/time` counts for nothing: a
 * service may never answer it while everything else works.
 */
export function offlineSince(queries: readonly Query[]): Instant | undefined {
  const reads = queries.filter((query) => !readsOneOf(query, [getTime]))
  const answeredAt = Math.max(0, ...reads.map(answeredLast))
  const failedAt = reads.flatMap(({ state: { error, status, errorUpdatedAt } }) =>
    status === 'error' && isUnreachable(error) && errorUpdatedAt > answeredAt ? errorUpdatedAt : [],
  )
  if (failedAt.length === 0) return undefined
  return answeredAt > 0 ? answeredAt : Math.min(...failedAt)
}

export const isServiceLost = (queries: readonly Query[]): boolean =>
  offlineSince(queries) !== undefined

/** Time of the last response, success or refusal; 0 if there was none. */
const answeredLast = ({ state }: Query): Instant => {
  const isRefusal = state.error instanceof ApiError && !isUnreachable(state.error)
  return Math.max(state.dataUpdatedAt, isRefusal ? state.errorUpdatedAt : 0)
}

/** A response that broke off proves that the service is there. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.failure.kind === 'unreachable' &&
  error.failure.because === undefined

/** Error of a shown read that never succeeded, except for wrong requests and missing records. */
export function unreadError(queries: readonly Query[]): ApiError | undefined {
  const errors = queries.flatMap((query) => {
    const { data, error, status } = query.state
    const isUnread = status === 'error' && data === undefined && query.isActive()
    if (!isUnread || readsOneOf(query, CONNECTION_READS) || !(error instanceof ApiError)) return []
    const code = 'status' in error.failure ? error.failure.status : undefined
    // A missing or expired token affects only the pages of DCA bots, which show it themselves.
    const isToken = code === 401 && query.meta?.endpoint.security !== 'signed'
    return isToken || code === 400 || code === 404 || code === 422 ? [] : [error]
  })
  return errors[0]
}

/** Reads that belong to the connection instead of a page. */
export const CONNECTION_READS: readonly Endpoint[] = [getMode, getTime]

/** Shortest polling interval in milliseconds. */
function intervalOf(query: Query): number | undefined {
  const intervals = query.observers
    .map(({ options: { refetchInterval: every } }) =>
      typeof every === 'function' ? every(query) : every,
    )
    .filter((interval): interval is number => typeof interval === 'number' && interval > 0)
  return intervals.length === 0 ? undefined : Math.min(...intervals)
}
