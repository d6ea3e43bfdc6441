import type { Kept } from './kept-alert.ts'
import { type Delivery, type Message, requestFor, shownOf, type Webhook } from './webhook.ts'
import type { WebhookRequest } from './webhook.ts'
import type { Sealing } from './webhook-key.ts'

/** The machine's part of alerts. */
export type Webhooks = Sealing & {
  origins: readonly string[]
  send: (request: WebhookRequest) => Promise<Delivery>
  /** Schedules a call; returns a function that cancels it. */
  later: (milliseconds: number, run: () => void) => () => void
}

type Parts = {
  webhooks: Webhooks
  latestOf: (one: Kept) => Kept | undefined
  noteTry: (one: Kept, problem: string | null) => Promise<unknown>
  failed: (error: unknown) => void
}

const RETRY_MS = [5_000, 30_000]

/** Binds the encrypted webhook to its alert: it cannot be decrypted for another one. */
export const sealName = ({ userId, entity: { id } }: Kept): string => `${userId} ${id}`

/** Sends messages to the alerts' webhooks, with retries. */
export function deliveriesBy({ webhooks, latestOf, noteTry, failed }: Parts) {
  const waiting = new Set<() => void>()

  function deliver(one: Kept, message: Message, tries = 0): void {
    // A removed or replaced webhook is not called again.
    if (one.sealed === null || latestOf(one)?.sealed !== one.sealed) return
    void attempt(one, message)
      .then(async ({ problem, isFinal, wait: asked = 0 }) => {
        const wait = isFinal ? undefined : RETRY_MS[tries]
        await noteTry(one, problem)
        if (wait === undefined) return
        const stop = webhooks.later(Math.max(wait, asked), () => {
          waiting.delete(stop)
          deliver(one, message, tries + 1)
        })
        waiting.add(stop)
      })
      .catch(failed)
  }

  async function attempt(one: Kept, message: Message): Promise<Delivery> {
    const text = one.sealed === null ? undefined : webhooks.open(one.sealed, sealName(one))
    if (text === undefined) {
      return { problem: 'Its webhook cannot be read any more. Enter it again.', isFinal: true }
    }
    const webhook = JSON.parse(text) as Webhook
    if (!webhooks.origins.includes(shownOf(webhook).origin)) {
      return {
        problem: 'The service was started without --notify-to for its origin.',
        isFinal: true,
      }
    }
    return webhooks.send(requestFor(webhook, message))
  }

  return {
    deliver,
    close(): void {
      for (const stop of waiting) stop()
    },
  }
}
