import type { Kept } from './kept-alert.ts'
import { type Delivery, type Message, requestFor, shownOf, type Webhook } from './webhook.ts'
import type { WebhookRequest } from './webhook.ts'
import type { Sealing } from './webhook-key.ts'

/** What of alerts is of the machine that the service runs on. */
export type Webhooks = Sealing & {
  /** The origins that may be called, as the service was started. */
  origins: readonly string[]
  send: (request: WebhookRequest) => Promise<Delivery>
  /** Calls back after so many milliseconds; the function that it gives takes that back. */
  later: (milliseconds: number, run: () => void) => () => void
}

type Parts = {
  webhooks: Webhooks
  /** The alert as it is by now. */
  latestOf: (one: Kept) => Kept | undefined
  noteTry: (one: Kept, problem: string | null) => Promise<unknown>
  failed: (error: unknown) => void
}

/** In milliseconds: how long a message that was not taken waits before each further try. */
const WAITS = [5_000, 30_000]

/** What the text of a webhook is sealed with: it cannot be opened for another alert. */
export const sealName = ({ userId, entity: { id } }: Kept): string => `${userId} ${id}`

/** Sends messages by the webhooks of alerts, and tries again what was not taken. */
export function deliveriesBy({ webhooks, latestOf, noteTry, failed }: Parts) {
  const waiting = new Set<() => void>()

  function deliver(one: Kept, message: Message, tries = 0): void {
    // It may be removed, or have another webhook by now: what was taken away is not called again.
    if (one.sealed === null || latestOf(one)?.sealed !== one.sealed) return
    void attempt(one, message)
      .then(async ({ problem, isFinal, wait: asked = 0 }) => {
        const wait = isFinal ? undefined : WAITS[tries]
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
