import type { Instant } from '#contract/primitives.ts'

import type { Kept } from './kept-alert.ts'
import { type Delivery, type Message, requestFor, shownOf, type Webhook } from './webhook.ts'
import type { WebhookRequest } from './webhook.ts'
import type { Sealing } from './webhook-key.ts'
import type { WebhookOrigins } from './webhook-origins.ts'

/** The machine's part of alerts. */
export type Webhooks = Sealing & {
  origins: WebhookOrigins
  send: (request: WebhookRequest) => Promise<Delivery>
  /** Schedules a call; returns a function that cancels it. */
  later: (milliseconds: number, run: () => void) => () => void
}

type Parts = {
  webhooks: Webhooks
  /** The machine's clock. */
  now: () => Instant
  latestOf: (one: Kept) => Kept | undefined
  noteTry: (one: Kept, delivery: Delivery, message: Message) => Promise<unknown>
  failed: (error: unknown) => void
}

/** In milliseconds after the first try of a message. */
const RETRY_AT = [5_000, 35_000]

/** Binds the encrypted webhook to its alert: it cannot be decrypted for another one. */
export const sealName = ({ userId, entity: { id } }: Kept): string => `${userId} ${id}`

/** Sends messages to the alerts' webhooks, with retries; each address gets its messages in turn. */
export function deliveriesBy({ webhooks, now, latestOf, noteTry, failed }: Parts) {
  const waiting = new Set<() => void>()
  const life = new AbortController()
  const turns = new Map<string, Promise<void>>()

  /** Sends a message after the earlier ones to its address; returns true if it needs no more tries. */
  function deliver(one: Kept, message: Message): Promise<boolean> {
    const { url, token = '' } = opened(one) ?? { url: sealName(one) }
    const name = `${url} ${token}`
    const madeAt = now()
    const sent = (turns.get(name) ?? Promise.resolve()).then(() =>
      deliverInTurn(one, message, madeAt),
    )
    const turn = sent
      .then(() => undefined, failed)
      .finally(() => {
        if (turns.get(name) === turn) turns.delete(name)
      })
    turns.set(name, turn)
    return sent
  }

  /**
   * Later messages to the address wait meanwhile, so that none overtakes this one. A message that
   * waited has fewer tries left, so that a dead address delays none by much more than 35 s.
   */
  async function deliverInTurn(one: Kept, message: Message, madeAt: Instant): Promise<boolean> {
    const waited = Math.max(0, now() - madeAt)
    let passed = waited
    for (const due of [...RETRY_AT.filter((at) => at > waited), undefined]) {
      if (life.signal.aborted) break
      const latest = latestOf(one)
      // A removed or replaced webhook is not called again.
      if (one.sealed === null || latest?.sealed !== one.sealed) return true
      // The message has amounts that were switched off meanwhile, or lacks them.
      if (latest.entity.with_amounts !== one.entity.with_amounts) return true
      const delivery = await attempt(one, message)
      const { isFinal, wait: asked = 0 } = delivery
      await noteTry(one, delivery, message)
      if (isFinal) return true
      const wait = Math.max(asked, (due ?? passed) - passed)
      if (wait > 0) await pause(wait)
      passed = due ?? passed
    }
    return false
  }

  const pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      const stop = webhooks.later(milliseconds, () => {
        waiting.delete(stop)
        resolve()
      })
      waiting.add(stop)
    })

  function opened(one: Kept): Webhook | undefined {
    const text = one.sealed === null ? undefined : webhooks.open(one.sealed, sealName(one))
    return text === undefined ? undefined : (JSON.parse(text) as Webhook)
  }

  async function attempt(one: Kept, message: Message): Promise<Delivery> {
    const webhook = opened(one)
    if (!webhook) {
      return { problem: 'Its webhook cannot be read any more. Enter it again.', isFinal: true }
    }
    if (!webhooks.origins.all().includes(shownOf(webhook).origin)) {
      return { problem: 'The service may no longer call its origin.', isFinal: true }
    }
    return webhooks.send(requestFor(webhook, message))
  }

  return {
    deliver,
    /** A message under way may be repeated, with its id, once the world is open again. */
    close(): void {
      life.abort()
      for (const stop of waiting) stop()
    },
  }
}
