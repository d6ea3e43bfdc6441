import { type ChartingSignal, receiveSignal } from '#contract/dca-bots.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Instant } from '#contract/primitives.ts'

import type { Platform } from '../platform.ts'
import type { EffectName, Effects } from '../store/store.ts'
import { requestHashOf } from './idempotency.ts'
import type { RawRequest } from './raw-request.ts'

/** In milliseconds: the same body without a `time` counts as a repetition. */
const REPEAT_WINDOW_MS = 10_000

export type SignalNames = {
  /** Queue shared by all deliveries of a signal. */
  queue: EffectName
  /** Name that the first delivery is stored under. */
  name: EffectName
  known: readonly EffectName[]
  isRepeatedAfter: (earlier: Instant) => boolean
}

/** Names of a platform's signal, which has no Idempotency-Key; the spaces keep them apart. */
export async function signalNames(
  platform: Platform,
  endpoint: Endpoint,
  request: RawRequest,
  { body, sender, at }: { body: unknown; sender: string; at: Instant },
): Promise<SignalNames | undefined> {
  if (endpoint.name !== receiveSignal.name || request.header('idempotency-key') !== undefined) {
    return undefined
  }
  const { bot_id: bot, action, time } = body as ChartingSignal
  const named = (name: string): EffectName => ({
    apiKey: sender,
    method: endpoint.method,
    path: endpoint.path,
    idempotencyKey: name,
  })
  if (time !== undefined) {
    const same = `signal ${bot} ${action} ${time}`
    const name = named(same)
    return { queue: named(`${same} queue`), name, known: [name], isRepeatedAfter: () => true }
  }
  const hash = await requestHashOf(platform, request)
  const slot = Math.floor(at / REPEAT_WINDOW_MS)
  const [name, before] = [slot, slot - 1].map((each) => named(`signal ${hash} ${each}`)) as [
    EffectName,
    EffectName,
  ]
  return {
    queue: named(`signal ${hash} queue`),
    name,
    known: [name, before],
    isRepeatedAfter: (earlier) => at - earlier < REPEAT_WINDOW_MS,
  }
}

export async function isRepeated(
  effects: Effects,
  { known, isRepeatedAfter }: SignalNames,
): Promise<boolean> {
  for (const name of known) {
    const earlier = await effects.find(name)
    if (earlier && isRepeatedAfter(earlier.at)) return true
  }
  return false
}
