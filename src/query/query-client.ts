import { type DefaultedQueryObserverOptions, QueryClient } from '@tanstack/react-query'

import { ApiError, isRefused } from '#client/api-error.ts'
import { listCandles } from '#contract/market.ts'
import type { Instant } from '#contract/primitives.ts'
import { rawOf } from '#contract/read.ts'

import { endpointOf, cachedOf } from './endpoint-query.ts'
import type { Reader } from './reader.ts'
import type { Rank } from './scheduler.ts'

const RETRIES = 2
const FRESH_FOR = 15_000
/** In milliseconds: the key may have been given the permission since. */
export const FORBIDDEN_EVERY = 300_000

/**
 * Candles, and what a query marks as extra, add to a picture; whatever is there already can wait
 * longer than what is not, and what a panic reads waits for nothing else.
 */
function rankOf(meta: Record<string, unknown> | undefined, isShown: boolean): Rank {
  if (meta?.['isUrgent'] === true) return 'urgent'
  if (endpointOf(meta).name === listCandles.name || meta?.['isExtra'] === true) return 'extra'
  return isShown ? 'again' : 'first'
}

/**
 * Whether the key or its plan may not read this: the same answer would come again. A list that was
 * asked for ahead of its page may have been refused before the page is drawn.
 */
export const isForbidden = (error: unknown): boolean =>
  error instanceof ApiError && isRefused(error) && FORBIDDEN.includes(error.failure.status)
const FORBIDDEN: readonly number[] = [401, 403]

/** It was waited for long enough. */
const isTimeout = (cause: unknown): boolean =>
  cause instanceof DOMException && cause.name === 'TimeoutError'

/** The cache of what one connection's service said; the only place where a key becomes a call. */
export function createQueryClient({
  read,
  now,
}: Pick<Reader, 'read'> & { now: () => Instant }): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: async ({ queryKey, meta, signal, client }) => {
          const endpoint = endpointOf(meta)
          const rank = rankOf(meta, client.getQueryData(queryKey) !== undefined)
          return cachedOf(meta, await read(endpoint, queryKey[1] as never, signal, rank))
        },
        retry: (failures, error) =>
          error instanceof ApiError &&
          error.failure.kind === 'unreachable' &&
          !isTimeout(error.cause) &&
          failures < RETRIES,
        retryOnMount: ({ state: { error, errorUpdatedAt } }) =>
          !isForbidden(error) || now() - errorUpdatedAt >= FRESH_FOR,
        staleTime: FRESH_FOR,
        networkMode: 'always',
        refetchOnWindowFocus: true,
        structuralSharing: keepUnchanged,
      },
    },
  })
  // Every page passes here with the interval of its own at which it reads again.
  const defaulted = client.defaultQueryOptions.bind(client)
  client.defaultQueryOptions = (options) => withPatience(defaulted(options))
  return client
}

/** The intervals that have patience already: options come by more than once. */
const patient = new WeakSet<object>()

/** Reads again what the key or its plan may not read only now and then, whatever the interval. */
function withPatience<T, E, D, Q, K extends readonly unknown[]>(
  options: DefaultedQueryObserverOptions<T, E, D, Q, K>,
): DefaultedQueryObserverOptions<T, E, D, Q, K> {
  const { refetchInterval: own } = options
  if (own === undefined || own === false || (typeof own === 'function' && patient.has(own))) {
    return options
  }
  const refetchInterval: typeof own = (query) => {
    const every = typeof own === 'function' ? own(query) : own
    return typeof every === 'number' && isForbidden(query.state.error)
      ? Math.max(every, FORBIDDEN_EVERY)
      : every
  }
  patient.add(refetchInterval)
  return { ...options, refetchInterval }
}

/**
 * A new answer in which every row that came as before is the very object it was, and so is the whole
 * list when none changed: what is drawn from such a row need not be drawn again.
 */
export function keepUnchanged(before: unknown, after: unknown): unknown {
  if (!Array.isArray(before) || !Array.isArray(after)) return kept(before, after)
  const rows = after as unknown[]
  const former = new Map<unknown, unknown>(
    before.map((row: unknown, index) => [nameOf(row, index), row]),
  )
  const next = rows.map((row, index) => kept(former.get(nameOf(row, index)), row))
  const isSame = next.length === before.length && next.every((row, index) => row === before[index])
  return isSame ? before : next
}

/** By what a row is found again: its id, or else its place. */
const nameOf = (row: unknown, index: number): unknown =>
  (isObject(row) ? (row['id'] ?? row['uuid']) : undefined) ?? `place ${index}`

/** Reading is a function of the JSON alone, so the same JSON is the same row. */
function kept(before: unknown, after: unknown): unknown {
  if (!isObject(before) || !isObject(after)) return after
  const [formerRaw, raw] = [rawOf(before), rawOf(after)]
  if (raw === undefined) return after
  if (sharing(formerRaw, raw) === formerRaw) return before
  sharing(before, after)
  return after
}

/**
 * What came, with everything within that came before as the very object it was. A page keeps the
 * answer before as well, and the rows of both often differ in a price alone.
 */
function sharing(before: unknown, after: unknown): unknown {
  // Of equal texts one is kept.
  if (!isObject(before) || !isObject(after)) return Object.is(before, after) ? before : after
  const names = Object.keys(after)
  let isSame =
    Array.isArray(before) === Array.isArray(after) &&
    names.length === Object.keys(before).length &&
    isSameJson(rawOf(before), rawOf(after))
  for (const name of names) {
    if (Object.hasOwn(before, name)) after[name] = sharing(before[name], after[name])
    isSame &&= Object.hasOwn(before, name) && Object.is(before[name], after[name])
  }
  return isSame ? before : after
}

export function isSameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return false
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isSameJson(a[name], b[name]))
  )
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
