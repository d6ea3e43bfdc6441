import type { Query, QueryClient } from '@tanstack/react-query'

import type { Area } from '#contract/endpoint.ts'
import type { Instant } from '#contract/primitives.ts'
import type { Intent } from '#intents/intent.ts'
import { mayHaveActed } from '#intents/outcome.ts'

/** A journal as far as it matters here. */
type Writes = {
  all: () => readonly Pick<Intent, 'id' | 'endpoint' | 'outcome'>[]
  subscribe: (listener: () => void) => () => void
}

type ReadAgainParts = {
  now: () => Instant
  /** Calls back after so many milliseconds. */
  later: (run: () => void, milliseconds: number) => void
}

/** While writes follow each other, what they change is read this often and once more at the end. */
export const AT_MOST_EVERY = 3_000
/** In milliseconds: the orders of a write may be filled a moment after its answer. */
export const FILLED_AFTER = 3_000

/**
 * Reads again what a finished write may have changed, placed or not: after an unknown outcome the
 * reads are how one finds out. A market order may be filled right after its answer, so they are read
 * once more soon after. Many writes at once, such as a bulk stop, share their readings.
 */
export function readAgainAfter(
  journal: Writes,
  queryClient: QueryClient,
  { now, later }: ReadAgainParts,
): void {
  const settled = new Set<string>()
  const changed = new Set<Area>()
  let lastAt = Number.NEGATIVE_INFINITY
  let readings = 0
  let isWaiting = false
  const filling = new Set<Area>()
  let wroteAt = Number.NEGATIVE_INFINITY

  const isMoreUnderWay = () =>
    journal
      .all()
      .some(
        ({ endpoint, outcome }) =>
          outcome.kind === 'sending' && endpoint.writes?.some((area) => changed.has(area)),
      )

  function look(): void {
    if (changed.size === 0) return
    const left = lastAt + AT_MOST_EVERY - now()
    if (isMoreUnderWay() && (left > 0 || readings > 0)) return wait(Math.max(left, 0))
    void read()
  }

  function wait(milliseconds: number): void {
    // A reading that is under way looks by itself once it has ended.
    if (isWaiting || readings > 0) return
    isWaiting = true
    later(() => {
      isWaiting = false
      look()
    }, milliseconds)
  }

  function readFilled(): void {
    const left = wroteAt + FILLED_AFTER - now()
    if (left > 0) return later(readFilled, left)
    for (const area of filling) changed.add(area)
    filling.clear()
    look()
  }

  async function read(): Promise<void> {
    const areas = new Set(changed)
    changed.clear()
    lastAt = now()
    readings += 1
    await queryClient.invalidateQueries({
      predicate: ({ meta }) => meta?.endpoint.reads?.some((area) => areas.has(area)) ?? false,
    })
    readings -= 1
    look()
  }

  journal.subscribe(() => {
    for (const { id, endpoint, outcome } of journal.all()) {
      const news = `${id} ${outcome.kind}`
      if (settled.has(news) || outcome.kind === 'sending') continue
      settled.add(news)
      if (!mayHaveActed(outcome)) continue
      if (filling.size === 0) later(readFilled, FILLED_AFTER)
      wroteAt = now()
      for (const area of endpoint.writes ?? []) {
        changed.add(area)
        filling.add(area)
      }
    }
    look()
  })
}

/** Resolves when none of the reads that are `meant` is under way, whether the last ones came or failed. */
export const readsDone = (
  queryClient: QueryClient,
  isMeant: (read: Query) => boolean = () => true,
): Promise<void> =>
  new Promise((resolve) => {
    const areDone = () => queryClient.isFetching({ predicate: isMeant }) === 0
    if (areDone()) return resolve()
    const stop = queryClient.getQueryCache().subscribe(() => {
      if (!areDone()) return
      stop()
      resolve()
    })
  })
