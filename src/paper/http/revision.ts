import type { Endpoint } from '#contract/endpoint.ts'
import type { Id } from '#contract/primitives.ts'
import { hasRevision } from '#contract/smart-trades.ts'

import type { Engine } from '../engine/engine.ts'
import { Refusal } from '../refusal.ts'
import type { ParsedRequest } from './parse-request.ts'
import type { RawRequest } from './raw-request.ts'

const quoted = (revision: number): string => `"${revision}"`

/** The `ETag` of an entity with a revision. */
export function etagOf(output: unknown): Record<string, string> {
  const isObject = typeof output === 'object' && output !== null && !Array.isArray(output)
  const revision: unknown = isObject && Reflect.get(output, 'revision')
  return typeof revision === 'number' ? { ETag: quoted(revision) } : {}
}

/** Throws 412 unless `If-Match` has the SmartTrade's revision. Only strong tags match. */
export async function checkRevision(
  endpoint: Endpoint,
  { params }: ParsedRequest,
  request: RawRequest,
  engine: Engine,
): Promise<void> {
  const wanted = request.header('if-match')?.trim()
  if (wanted === undefined || wanted === '*' || !hasRevision(endpoint) || !endpoint.params) return
  const { revision = 0 } = await engine.smartTrade((params as { id: Id }).id)
  if (wanted.split(',').some((tag) => tag.trim() === quoted(revision))) return
  throw new Refusal(
    'precondition_failed',
    `The trade has changed since it was read: its revision is ${revision}.`,
  )
}
