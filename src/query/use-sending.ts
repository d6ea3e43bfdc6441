import { useState, useSyncExternalStore } from 'react'

import type { Prepared } from '#client/prepare.ts'
import type { Endpoint, RequestOf } from '#contract/endpoint.ts'
import { isOpen, sameness, samenessOf } from '#intents/intent.ts'
import type { SendWishes } from '#intents/send.ts'

import { useService } from './service.tsx'
import type { Sent } from './use-send.ts'

/** What a page sends and what becomes of it. */
export type Sending<E extends Endpoint> = {
  intent: Sent<E> | undefined
  /** Gives the intent's id. */
  send: (prepared: Prepared<E>, wishes?: SendWishes) => string
  clear: () => void
}

/** The one request of a sheet, prepared when it is opened: it is shown, and these bytes are sent. */
export function usePrepared<E extends Endpoint>(endpoint: E, request: RequestOf<E>): Prepared<E> {
  const { client } = useService()
  const [prepared] = useState(() => client.prepare(endpoint, request))
  return prepared
}

/**
 * Sends through the one door and shows what becomes of it. `intent` is undefined until something
 * was sent, and again after `clear`; there is no state between the click and the intent. One that
 * is held back has not been sent: the page asks about it by itself. With `about`, the one request
 * that will be sent, it begins with an earlier one of the same that nobody knows the end of.
 */
export function useSending<E extends Endpoint>(about?: Prepared<E>): Sending<E> {
  const { door } = useService()
  const [id, setId] = useState(() => {
    if (!about) return undefined
    const bytes = sameness(about)
    return door.journal.all().find((one) => isOpen(one) && samenessOf(one) === bytes)?.id
  })
  const intents = useSyncExternalStore(door.journal.subscribe, door.journal.all)
  return {
    intent: intents.find((candidate) => candidate.id === id) as Sent<E> | undefined,
    send(prepared, wishes) {
      const sent = door.sendPrepared(prepared, wishes)
      setId(sent)
      return sent
    },
    clear: () => setId(undefined),
  }
}
