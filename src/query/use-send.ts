import { useState, useSyncExternalStore } from 'react'

import type { Endpoint, RequestOf, ResponseOf } from '#contract/endpoint.ts'
import type { Read } from '#contract/read.ts'
import type { Intent } from '#intents/journal.ts'

import { useService } from './service.tsx'

/** An intent whose answer has the endpoint's type. */
export type Sent<E extends Endpoint> = Omit<Intent, 'outcome'> & {
  outcome:
    | Exclude<Intent['outcome'], { kind: 'placed' }>
    | { kind: 'placed'; answer: Read<ResponseOf<E>> }
}

/**
 * Sends through the one door and shows what becomes of it. `intent` is undefined until something
 * was sent, and again after `clear`; there is no state between the click and the intent.
 */
export function useSend<E extends Endpoint>(endpoint: E) {
  const { door } = useService()
  const [id, setId] = useState<string>()
  const intents = useSyncExternalStore(door.journal.subscribe, door.journal.all)
  const intent = intents.find((candidate) => candidate.id === id) as Sent<E> | undefined

  return {
    intent,
    isSending: intent?.outcome.kind === 'sending',
    send: (request: RequestOf<E>) => setId(door.send(endpoint, request)),
    clear: () => setId(undefined),
  }
}
