import type { Endpoint } from '#contract/endpoint.ts'

import type { Platform } from '../platform.ts'
import { Refusal } from '../refusal.ts'
import type { Effect, EffectName } from '../store/store.ts'
import { type Answer, jsonAnswer } from './answer.ts'
import { type RawRequest, splitTarget } from './raw-request.ts'

const VISIBLE = /^[\x21-\x7e]{1,255}$/

/** Throws 400 for an invalid key. */
export function checkIdempotencyKey(request: RawRequest): void {
  const idempotencyKey = request.header('idempotency-key')
  if (idempotencyKey === undefined || request.method === 'GET') return
  if (VISIBLE.test(idempotencyKey)) return
  throw new Refusal('invalid_request', 'An Idempotency-Key has 1 to 255 visible ASCII characters.')
}

/** The name that stores this request's effect, if it has an `Idempotency-Key`. */
export function effectNameOf(request: RawRequest, sender: string): EffectName | undefined {
  const idempotencyKey = request.header('idempotency-key')
  if (idempotencyKey === undefined) return undefined
  const { path } = splitTarget(request.target)
  return { apiKey: sender, method: request.method, path, idempotencyKey }
}

/** Sender of a request without a key: the hash of its secret. */
export function senderOf(
  { sha256 }: Platform,
  { proof }: Endpoint,
  body: unknown,
): string | Promise<string> {
  const secret: unknown = proof && Reflect.get(body as object, proof)
  return sha256(String(secret))
}

/** Distinguishes a repeated request from another one with the same key. */
export const requestHashOf = (
  { sha256 }: Platform,
  { target, bytes }: RawRequest,
): string | Promise<string> => sha256(`${target}\n`, bytes)

/** The stored answer. Throws 422 for another request, and 503 if the answer is damaged. */
export function replay(
  effect: Effect,
  requestHash: string,
  headersOf: (output: unknown) => Record<string, string>,
): Answer {
  if (effect.requestHash !== requestHash) {
    throw new Refusal(
      'idempotency_key_reused',
      'This Idempotency-Key was used for another request.',
    )
  }
  const { status, body } = effect
  return jsonAnswer(status, body, { ...headersOf(parsed(body)), 'Idempotent-Replayed': 'true' })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(
      'world_unavailable',
      'This request was sent before, and the stored answer to it is damaged. Read what became of it before you send it under another Idempotency-Key.',
    )
  }
}

/** Runs work of one name in order: a repeated request waits and finds the stored answer. */
export function oneByOne() {
  const running = new Map<string, Promise<unknown>>()
  return async <T>(name: EffectName | undefined, work: () => Promise<T>): Promise<T> => {
    if (!name) return work()
    const key = JSON.stringify([name.apiKey, name.method, name.path, name.idempotencyKey])
    for (let before = running.get(key); before; before = running.get(key)) {
      await before.catch(() => undefined)
    }
    const mine = work().finally(() => running.delete(key))
    running.set(key, mine)
    return mine
  }
}
