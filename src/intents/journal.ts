import type { Endpoint } from '#contract/endpoint.ts'
import type { Instant } from '#contract/primitives.ts'

import type { Outcome } from './outcome.ts'

/** One thing the trader asked for: what was sent, byte for byte, and what became of it. */
export type Intent = {
  id: string
  endpoint: Endpoint
  /** Path and query as sent; the signature and the key are kept nowhere. */
  target: string
  body: string
  sentAt: Instant
  endedAt: Instant | undefined
  outcome: Outcome
}

export type Journal = ReturnType<typeof createJournal>

/** Every intent of this tab, newest first. */
export function createJournal() {
  let intents: readonly Intent[] = []
  const listeners = new Set<() => void>()
  const tell = () => listeners.forEach((listener) => listener())

  return {
    all: () => intents,
    find: (id: string) => intents.find((intent) => intent.id === id),
    record(intent: Intent) {
      intents = [intent, ...intents]
      tell()
    },
    end(id: string, outcome: Outcome, endedAt: Instant) {
      intents = intents.map((intent) =>
        intent.id === id ? { ...intent, outcome, endedAt } : intent,
      )
      tell()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
