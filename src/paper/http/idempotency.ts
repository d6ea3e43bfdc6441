import { createHash } from 'node:crypto'

import { Refusal } from '../refusal.ts'
import type { Effect, EffectName } from '../store/remembered-effects.ts'
import { jsonAnswer } from './answer.ts'
import type { Caller } from './authenticate.ts'
import { type RawRequest, splitTarget } from './raw-request.ts'

const VISIBLE = /^[\x21-\x7e]{1,255}$/

/** The name under which the effect of this request is remembered, when the caller gave one. */
export function effectNameOf(request: RawRequest, { key }: Caller): EffectName | undefined {
  const idempotencyKey = request.header('idempotency-key')
  if (idempotencyKey === undefined || request.method === 'GET') return undefined
  if (!VISIBLE.test(idempotencyKey)) {
    throw new Refusal(
      'invalid_request',
      'An Idempotency-Key has 1 to 255 visible ASCII characters.',
    )
  }
  const { path } = splitTarget(request.target)
  return { apiKey: key.apiKey, method: request.method, path, idempotencyKey }
}

/** What tells the same request sent again from another one under the same name. */
export function requestHashOf({ target, bytes = new Uint8Array() }: RawRequest): string {
  return createHash('sha256').update(`${target}\n`).update(bytes).digest('hex')
}

/** The answer that was given the first time. Throws 422 when the request is another one. */
export function replay(effect: Effect, requestHash: string): Response {
  if (effect.requestHash !== requestHash) {
    throw new Refusal(
      'idempotency_key_reused',
      'This Idempotency-Key was used for another request.',
    )
  }
  return jsonAnswer(effect.status, effect.body, { 'Idempotent-Replayed': 'true' })
}
