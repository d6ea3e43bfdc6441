import { QueryClient } from '@tanstack/react-query'

import { ApiError } from '#client/api-error.ts'
import type { Instant } from '#contract/primitives.ts'
import { rawOf } from '#contract/read.ts'

import { isForbidden, readers } from './endpoint-query.ts'
import type { Reader } from './reader.ts'

const RETRIES = 2
const FRESH_FOR = 15_000

/** It was waited for long enough. */
const isTimeout = (cause: unknown): boolean =>
  cause instanceof DOMException && cause.name === 'TimeoutError'

/** The cache of what one connection's service said. */
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
