import type { Query } from '@tanstack/react-query'

import type { Instant } from '#contract/primitives.ts'
import { getMode } from '#contract/system.ts'
import { endpointOf } from '#query/endpoint-query.ts'

/**
 * When the oldest of a page's figures was read. What is read once, such as names and what the
 * service offers, does not age, and the mode belongs to no page.
 */
export function oldestShown(queries: readonly Query[]): Instant | undefined {
  const times = queries
    .filter((query) => query.isActive() && isFigure(query) && query.state.dataUpdatedAt > 0)
    .map((query) => query.state.dataUpdatedAt)
  return times.length === 0 ? undefined : Math.min(...times)
}

const isFigure = (query: Query): boolean =>
  query.observers.some(({ options }) => Boolean(options.refetchInterval)) &&
  endpointOf(query.meta).name !== getMode.name
