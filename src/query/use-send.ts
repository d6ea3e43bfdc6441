import { useState, useSyncExternalStore } from 'react'

import type { Endpoint, RequestOf, ResponseOf } from '#contract/endpoint.ts'
import type { Read } from '#contract/read.ts'
import { type Intent, isOpen, sameness, samenessOf } from '#intents/intent.ts'

import { useService } from './service.tsx'

/** An intent whose answer has the endpoint's type. */
export type Sent<E extends Endpoint> = Omit<Intent, 'outcome'> & {
  outcome:
    | Exclude<Intent['outcome'], { kind: 'placed' | 'duplicated' }>
    | { kind: 'placed'; answer: Read<ResponseOf<E>>; isFound?: true }
    // Whatever else arrives more than once does no harm.
    | (E['name'] extends 'createSmartTrade' | 'createGridBot'
        ? { kind: 'duplicated'; ids: readonly number[] }
        : E['name'] extends 'createDcaBot'
          ? { kind: 'duplicated'; ids: readonly string[] }
          : never)
}

/**
 * Sends through the one door and shows what becomes of it. `intent` is undefined until something
 * was sent, and again after `clear`; there is no state between the click and the intent. One that
 * is held back has not been sent: the page asks about it by itself. With `about`, the one request
 * that will be sent, it begins with an earlier one of the same that nobody knows the end of.
 */
export function useSend<E extends Endpoint>(endpoint: E, about?: RequestOf<E>) {
  const { door, client } = useService()
  const [id, setId] = useState(() => {
    if (!about) return undefined
    const bytes = sameness(client.prepare(endpoint, about))
    return door.journal.all().find((one) => isOpen(one) && samenessOf(one) === bytes)?.id
  })
  const intents = useSyncExternalStore(door.journal.subscribe, door.journal.all)
  const intent = intents.find((candidate) => candidate.id === id) as Sent<E> | undefined

  return {
    intent,
    isSending: intent?.outcome.kind === 'sending',
    /** With the price that was known of its pair, where it is an order for one. Gives the intent's id. */
    send: (request: RequestOf<E>, price?: string): string => {
      const sent = door.send(endpoint, request, { price })
      setId(sent)
      return sent
    },
    /** For a control that stands beside the first one's outcome and says that it sends it again. */
    sendAgain: (request: RequestOf<E>) =>
      setId(door.send(endpoint, request, { isDeliberate: true })),
    clear: () => setId(undefined),
  }
}
