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
    // Whatever else arrives more than once does no harm.
    | (E['name'] extends 'createSmartTrade' | 'createGridBot'
        ? { kind: 'duplicated'; ids: readonly Id[] }
        : E['name'] extends 'createDcaBot'
          ? { kind: 'duplicated'; ids: readonly string[] }
          : never)
}

/** What a page sends and what becomes of it. */
export type Sending<E extends Endpoint> = {
  intent: Sent<E> | undefined
  /** Gives the intent's id. */
  send: (prepared: Prepared<E>, wishes?: SendWishes) => string
  clear: () => void
}

/**
 * Sends through the one sender and shows what becomes of it. `intent` is undefined until something
 * was sent, and again after `clear`; there is no state between the click and the intent. One that
 * is pending confirmation has not been sent: the page asks about it by itself. With `about`, the requests
 * of which one will be sent, it begins with an earlier one of the same that nobody knows the end of.
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
