import { QueryClient } from '@tanstack/react-query'

import { ApiError } from '#client/api-error.ts'
import type { Instant } from '#contract/primitives.ts'
import { rawOf } from '#contract/read.ts'

import { isForbidden, readers } from './endpoint-query.ts'
import type { Reader } from './reader.ts'

const RETRIES = 2
const FRESH_FOR = 15_000

const isTimeout = (cause: unknown): boolean =>
  cause instanceof DOMException && cause.name === 'TimeoutError'

/** Query cache of one connection. */
export function createQueryClient({
  read,
  now,
}: Pick<Reader, 'read'> & { now: () => Instant }): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
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
  readers.set(client, read)
  return client
}

/**
 * Structural sharing by row: unchanged rows, and an unchanged list, keep their object identity, so
 * React does not render them again.
 */
export function keepUnchanged(before: unknown, after: unknown): unknown {
  if (!Array.isArray(before) || !Array.isArray(after)) return kept(before, after)
  const rows = after as unknown[]
  const rowsBefore = new Map<unknown, unknown>(
    before.map((row: unknown, index) => [keyOf(row, index), row]),
  )
  const next = rows.map((row, index) => kept(rowsBefore.get(keyOf(row, index)), row))
  const isSame = next.length === before.length && next.every((row, index) => row === before[index])
  return isSame ? before : next
}

const keyOf = (row: unknown, index: number): unknown =>
  (isObject(row) ? (row['id'] ?? row['uuid']) : undefined) ?? `index ${index}`

/** Returns the old row if its JSON is unchanged: the row is a function of its JSON. */
function kept(before: unknown, after: unknown): unknown {
  if (!isObject(before) || !isObject(after)) return after
  const [rawBefore, raw] = [rawOf(before), rawOf(after)]
  if (raw === undefined) return after
  if (withSharedParts(rawBefore, raw) === rawBefore) return before
  withSharedParts(before, after)
  return after
}

/** Replaces equal parts of `after` with those of `before`, because a page keeps both in memory. */
function withSharedParts(before: unknown, after: unknown): unknown {
  // Returning `before` frees the memory of an equal text.
  if (!isObject(before) || !isObject(after)) return Object.is(before, after) ? before : after
  const names = Object.keys(after)
  let isSame =
    Array.isArray(before) === Array.isArray(after) &&
    names.length === Object.keys(before).length &&
    isSameJson(rawOf(before), rawOf(after))
  for (const name of names) {
    if (Object.hasOwn(before, name)) after[name] = withSharedParts(before[name], after[name])
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
