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

/** A query that caches what `convert` makes of the answer instead of the answer itself. */
export function convertedQuery<E extends Endpoint, Cached>(
  endpoint: E,
  request: RequestOf<E>,
  convert: (answer: AnswerOf<E>) => Cached,
) {
  type Key = readonly [line: string, request: RequestOf<E>]
  return queryOptions<Cached, ApiError, Cached, Key>({
    queryKey: [lineOf(endpoint), request],
    meta: { endpoint, convert },
  })
}

/** What is cached of an answer. */
export function cachedOf(meta: Record<string, unknown> | undefined, answer: unknown): unknown {
  const convert = meta?.['convert'] as ((answer: unknown) => unknown) | undefined
  return convert ? convert(answer) : answer
}

/** The endpoint that a query of the cache calls. */
export const endpointOf = (meta: Record<string, unknown> | undefined): Endpoint =>
  meta?.['endpoint'] as Endpoint
