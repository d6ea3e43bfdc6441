import { useState, useSyncExternalStore } from 'react'

import type { Prepared } from '#dialects/prepare.ts'
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts'
import type { Id } from '#contract/primitives.ts'
import { type Intent, isOpen, dedupeKey, dedupeKeyOf } from '#intents/intent.ts'
import type { SendWishes } from '#intents/command-sender.ts'

import { useService } from './service.tsx'

/** An intent whose answer has the endpoint's type. */
export type Sent<E extends Endpoint> = Omit<Intent, 'outcome'> & {
  outcome:
    | Exclude<Intent['outcome'], { kind: 'placed' | 'duplicated' }>
    | { kind: 'placed'; answer: AnswerOf<E>; isFound?: true }
    // Duplicates of other writes are harmless.
    | (E['name'] extends 'createSmartTrade' | 'createGridBot'
        ? { kind: 'duplicated'; ids: readonly Id[] }
        : E['name'] extends 'createDcaBot'
          ? { kind: 'duplicated'; ids: readonly string[] }
          : never)
}

export type Sending<E extends Endpoint> = {
  /** `undefined` until `send`, and after `clear`. */
  intent: Sent<E> | undefined
  /** Returns the intent's id. */
  send: (prepared: Prepared<E>, wishes?: SendWishes) => string
  clear: () => void
}

/**
 * Sends a write and follows its intent. An intent pending confirmation has not been sent yet.
 * `about`: requests the page may send; an unfinished earlier intent with one of them is resumed.
 */
export function useSending<E extends Endpoint>(...about: readonly Prepared<E>[]): Sending<E> {
  const { sender } = useService()
  const [id, setId] = useState(() => {
    const bytes = about.map(dedupeKey)
    return sender.journal.all().find((one) => isOpen(one) && bytes.includes(dedupeKeyOf(one)))?.id
  })
  const intents = useSyncExternalStore(sender.journal.subscribe, sender.journal.all)
  return {
    intent: intents.find((candidate) => candidate.id === id) as Sent<E> | undefined,
    send(prepared, wishes) {
      const sent = sender.sendPrepared(prepared, wishes)
      setId(sent)
      return sent
    },
    clear: () => setId(undefined),
  }
}
