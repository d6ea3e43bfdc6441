import type { Query } from '@tanstack/react-query'

import { ApiError } from '#client/api-error.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Instant } from '#contract/primitives.ts'
import { getMode, getTime } from '#contract/system.ts'

import { readsOneOf } from './endpoint-query.ts'

/** What a page shows although it could not be read again, or was not in time. */
export type StaleRead = {
  readAt: Instant
  /** Why the last refresh failed; `undefined` for one that has not been answered yet. */
  error: ApiError | undefined
  /** When it is asked for again by itself; `undefined` for what is read once. */
  nextAt: Instant | undefined
  query: Query
}

/** In milliseconds: a refresh that takes longer than its interval by this much is late. */
const LATE = 5_000

/** The stale ones among a page's reads, the oldest first. The mode and the time are judged elsewhere. */
export function staleReads(
  queries: readonly Query[],
  now: Instant,
  /** When the page came back into sight: what got old before is being read again. */
  backSince: Instant = 0,
): StaleRead[] {
  return queries
    .flatMap((query): StaleRead[] => {
      const { data, dataUpdatedAt: readAt, errorUpdatedAt, error, status } = query.state
      if (readsOneOf(query, OF_NO_PAGE) || data === undefined || !query.isActive()) return []
      const interval = intervalOf(query)
      const hasFailed = status === 'error'
      const lateAt =
        interval === undefined
          ? undefined
          : Math.max(readAt + interval, backSince) + interval + LATE
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

/** In milliseconds: a service that has answered this lately is there, whatever became of reading its time. */
const HEARD_OF_FOR = 60_000

/**
 * Whether the service cannot be reached, judged by its mode and its time where a page reads nothing else.
 * The time alone may fail for good while all else works.
 */
export function isServiceLost(queries: readonly Query[]): boolean {
  const answeredAt = Math.max(
    0,
    ...queries.filter((query) => !readsOneOf(query, [getTime])).map(answeredLast),
  )
  return queries.some((query) => {
    const { error, status, errorUpdatedAt: failedAt } = query.state
    if (status !== 'error' || !isUnreachable(error)) return false
    if (readsOneOf(query, [getMode])) return failedAt > answeredAt
    return readsOneOf(query, [getTime]) && failedAt > answeredAt + HEARD_OF_FOR
  })
}

/** When the service last answered it, be it with a refusal; 0 where it never has. */
const answeredLast = ({ state }: Query): Instant => {
  const isRefusal = state.error instanceof ApiError && !isUnreachable(state.error)
  return Math.max(state.dataUpdatedAt, isRefusal ? state.errorUpdatedAt : 0)
}

const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && error.failure.kind === 'unreachable'

/**
 * Why something that the page shows was never read, where that says something of the connection or
 * the service. What is not there, or not asked rightly, concerns its own place alone.
 */
export function whyUnread(queries: readonly Query[]): ApiError | undefined {
  const errors = queries.flatMap((query) => {
    const { data, error, status } = query.state
    const isUnread = status === 'error' && data === undefined && query.isActive()
    if (!isUnread || readsOneOf(query, OF_NO_PAGE) || !(error instanceof ApiError)) return []
    const code = 'status' in error.failure ? error.failure.status : undefined
    // A missing or expired token closes the pages of DCA bots alone, and they say so.
    const isToken = code === 401 && query.meta?.endpoint.security !== 'signed'
    return isToken || code === 400 || code === 404 || code === 422 ? [] : [error]
  })
  return errors[0]
}

/** The mode and the time are of the connection, and of no page. */
export const OF_NO_PAGE: readonly Endpoint[] = [getMode, getTime]

/** How often a page wants it, in milliseconds. */
function intervalOf(query: Query): number | undefined {
  const intervals = query.observers
    .map(({ options: { refetchInterval: every } }) =>
      typeof every === 'function' ? every(query) : every,
    )
    .filter((interval): interval is number => typeof interval === 'number' && interval > 0)
  return intervals.length === 0 ? undefined : Math.min(...intervals)
}
