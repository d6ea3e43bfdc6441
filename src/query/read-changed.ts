import type { Query, QueryClient } from '@tanstack/react-query'

import { lineOf } from '#contract/endpoint.ts'
import type { Instant } from '#contract/primitives.ts'

type Parts = {
  now: () => Instant
  after: (milliseconds: number, run: () => void) => unknown
}

/** In milliseconds. Minimum time between two reads of an endpoint. */
export const READ_AGAIN_EVERY = 2_000

/** Reads shown data of changed areas again, through the budget like any other read. */
export function readChanged(
  queryClient: QueryClient,
  { now, after }: Parts,
): (areas: readonly string[]) => void {
  const waiting = new Set<string>()
  const ofLine = (line: string) => (query: Query) => lineIn(query) === line

  function read(line: string): void {
    const queries = queryClient.getQueryCache().findAll({ predicate: ofLine(line) })
    const readAt = Math.max(0, ...queries.map(startedAt))
    const left = readAt > now() ? 0 : readAt + READ_AGAIN_EVERY - now()
    if (left > 0) {
      waiting.add(line)
      after(left, () => waiting.delete(line) && read(line))
      return
    }
    void queryClient.invalidateQueries({ predicate: ofLine(line) })
  }

  /** A read in progress may have begun before the change. */
  const startedAt = ({ state }: Query): Instant =>
    state.fetchStatus === 'idle' ? state.dataUpdatedAt : now()

  return (areas) => {
    const changed = queryClient.getQueryCache().findAll({
      predicate: ({ meta }) => meta?.endpoint.reads?.some((area) => areas.includes(area)) ?? false,
    })
    for (const line of new Set(changed.map(lineIn))) {
      if (line !== undefined && !waiting.has(line)) read(line)
    }
  }
}

const lineIn = ({ meta }: Query): string | undefined => meta && lineOf(meta.endpoint)
