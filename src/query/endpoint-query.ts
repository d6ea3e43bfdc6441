import { queryOptions } from '@tanstack/react-query'

import type { ApiError } from '#client/api-error.ts'
import { type Endpoint, lineOf, type RequestOf, type AnswerOf } from '#contract/endpoint.ts'

/** A query is named by the request it makes, so its key can never drift from its call. */
export function endpointQuery<E extends Endpoint>(endpoint: E, request: RequestOf<E>) {
  type Answer = AnswerOf<E>
  type Key = readonly [line: string, request: RequestOf<E>]
  return queryOptions<Answer, ApiError, Answer, Key>({
    queryKey: [lineOf(endpoint), request],
    meta: { endpoint },
  })
}

/** The same for an answer of which something else is kept than was sent: what `hold` makes of it. */
export function heldQuery<E extends Endpoint, Held>(
  endpoint: E,
  request: RequestOf<E>,
  hold: (answer: AnswerOf<E>) => Held,
) {
  type Key = readonly [line: string, request: RequestOf<E>]
  return queryOptions<Held, ApiError, Held, Key>({
    queryKey: [lineOf(endpoint), request],
    meta: { endpoint, hold },
  })
}

/** What is kept of an answer to a query of the cache. */
export function heldOf(meta: Record<string, unknown> | undefined, answer: unknown): unknown {
  const hold = meta?.['hold'] as ((answer: unknown) => unknown) | undefined
  return hold ? hold(answer) : answer
}

/** The endpoint that a query of the cache calls. */
export const endpointOf = (meta: Record<string, unknown> | undefined): Endpoint =>
  meta?.['endpoint'] as Endpoint
