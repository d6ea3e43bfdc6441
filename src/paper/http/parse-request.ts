import * as z from 'zod/mini'

import type { Endpoint } from '#contract/endpoint.ts'
import { attributesOf } from '#contract/sentences.ts'

import type { Engine } from '../engine/engine.ts'
import { Refusal } from '../refusal.ts'
import { type RawRequest, splitTarget } from './raw-request.ts'
import { invalid, readBody } from './read-body.ts'
import { readQuery, refused } from './read-query.ts'
import type { Match } from './routes.ts'

export type ParsedRequest = { params: unknown; query: unknown; body: unknown }

/** What the handler is asked. Throws a refusal that names what is wrong. */
export function parseRequest(
  { endpoint, params }: Match,
  request: RawRequest,
  engine?: Engine,
): ParsedRequest {
  const body = readBody(endpoint, request, engine)
  return {
    params: readParams(endpoint, params),
    query: readFilter(endpoint, splitTarget(request.target).query),
    body,
  }
}

function readParams({ params }: Endpoint, written: Record<string, string>): unknown {
  if (!params) return undefined
  const checked = z.safeDecode(params, written)
  // An id of another kind names nothing that could be there.
  if (!checked.success) throw new Refusal('not_found', 'There is nothing with that id.')
  return checked.data
}

function readFilter(endpoint: Endpoint, query: string): unknown {
  if (!endpoint.query) return undefined
  const written = readQuery(query, Object.keys(endpoint.query.shape))
  const checked = z.safeDecode(endpoint.query, written)
  if (checked.success) return checked.data
  const attributes = attributesOf(checked.error)
  throw endpoint.recordInvalid ? invalid(attributes) : refused(attributes)
}
