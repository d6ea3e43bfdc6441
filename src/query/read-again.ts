import type { Query, QueryClient } from '@tanstack/react-query'

import type { Area } from '#contract/endpoint.ts'
import type { Instant } from '#contract/primitives.ts'
import type { Intent } from '#intents/intent.ts'
import { mayHaveActed } from '#intents/outcome.ts'

type Writes = {
  all: () => readonly Pick<Intent, 'id' | 'endpoint' | 'outcome'>[]
  subscribe: (listener: () => void) => () => void
}

type ReadAgainParts = {
  now: () => Instant
  later: (run: () => void, milliseconds: number) => void
}

/** In milliseconds. Minimum time between two reads during a series of writes. */
export const MIN_INTERVAL = 3_000
/** In milliseconds. Market orders fill within this time after the response of a write. */
export const FILL_TIME = 3_000

/**
 * Refreshes the data that a write may have changed, after a success or an unknown outcome, and
 * again when its market orders should be filled. Many writes, such as a bulk stop, share their
 * reads.
 */
export function readAgainAfter(
  journal: Writes,
  queryClient: QueryClient,
  { now, later }: ReadAgainParts,
): void {
  const handled = new Set<string>()
  const changed = new Set<Area>()
  let lastAt = Number.NEGATIVE_INFINITY
  let readsInProgress = 0
  let isWaiting = false
  const filling = new Set<Area>()
  let wroteAt = Number.NEGATIVE_INFINITY

  const isWriteInProgress = () =>
    journal
      .all()
      .some(
        ({ endpoint, outcome }) =>
          outcome.kind === 'sending' && endpoint.writes?.some((area) => changed.has(area)),
      )

  function readIfDue(): void {
    if (changed.size === 0) return
    const left = lastAt + MIN_INTERVAL - now()
    if (isWriteInProgress() && (left > 0 || readsInProgress > 0)) return wait(Math.max(left, 0))
    void read()
  }

  function wait(milliseconds: number): void {
    // A read in progress calls `readIfDue` when it ends.
    if (isWaiting || readsInProgress > 0) return
    isWaiting = true
    later(() => {
      isWaiting = false
      readIfDue()
    }, milliseconds)
  }

  function readFilled(): void {
    const left = wroteAt + FILL_TIME - now()
    if (left > 0) return later(readFilled, left)
    for (const area of filling) changed.add(area)
    filling.clear()
    readIfDue()
  }

  async function read(): Promise<void> {
    const areas = new Set(changed)
    changed.clear()
    lastAt = now()
    readsInProgress += 1
    await queryClient.invalidateQueries({
      predicate: ({ meta }) => meta?.endpoint.reads?.some((area) => areas.has(area)) ?? false,
    })
    readsInProgress -= 1
    readIfDue()
  }

  journal.subscribe(() => {
    for (const { id, endpoint, outcome } of journal.all()) {
      const key = `${id} ${outcome.kind}`
      if (handled.has(key) || outcome.kind === 'sending') continue
      handled.add(key)
      if (!mayHaveActed(outcome)) continue
      if (filling.size === 0) later(readFilled, FILL_TIME)
      wroteAt = now()
      for (const area of endpoint.writes ?? []) {
        changed.add(area)
        filling.add(area)
      }
    }
    readIfDue()
  })
}

/** Resolves when no matching query is fetching, after successes or failures. */
export const readsDone = (
  queryClient: QueryClient,
  predicate: (read: Query) => boolean = () => true,
): Promise<void> =>
  new Promise((resolve) => {
    const areDone = () => queryClient.isFetching({ predicate }) === 0
    if (areDone()) return resolve()
    const stop = queryClient.getQueryCache().subscribe(() => {
      if (!areDone()) return
      stop()
      resolve()
    })
  })
