import * as z from 'zod/mini'

import {
  healed,
  keptFlag,
  keptList,
  keptStore,
  type KeptStore,
  keptWhole,
  type KeyValueStorage,
} from './kept-store.ts'

// All times are epoch milliseconds of this browser.

/** Pause of reads after a 429 or 418. */
const pause = z.object({
  from: keptWhole,
  until: keptWhole,
  /** 418: the service has banned this IP address. */
  status: z.catch(z.literal([429, 418]), 429),
  /** Set if the service sent the length of the pause. */
  isNamed: keptFlag,
})
export type Pause = Readonly<z.output<typeof pause>>

const positive = z.int().check(z.positive())

/** Rate limits from the headers of a response. */
const limits = z.object({
  sentAt: keptWhole,
  policies: keptList(z.object({ quota: positive, window: positive })),
  /** Requests left until a time, of which `kept` are reserved for writes. */
  left: keptList(z.object({ left: z.int(), until: z.int(), kept: keptWhole })),
})
export type Limits = Readonly<z.output<typeof limits>>

/** Number of failures in a row, time of the last one, and end of the wait after it. */
const failing = z.object({
  level: z.catch(z.int().check(z.minimum(0)), 0),
  at: keptWhole,
  until: keptWhole,
})
export type Failing = Readonly<z.output<typeof failing>>

const sent = keptList(z.int())
const names = keptList(z.string())

/** State of a connection's service, shared by all tabs because they share its rate limits. */
export type Traffic = {
  /** Times of the requests of about the last minute. */
  readonly sent: KeptStore<readonly number[]>
  readonly pause: KeptStore<Pause>
  readonly limits: KeptStore<Limits>
  /** Failures of all reads but `GET /time`. */
  readonly failing: KeptStore<Failing>
  /** Failures of `GET /time`. */
  readonly timeFailing: KeptStore<Failing>
  /** Extensions that the service last reported; `undefined` until then. */
  readonly extensions: KeptStore<readonly string[] | undefined>
}

const keysOf = (connectionId: string) => ({
  sent: `quarterdeck.sent.${connectionId}`,
  pause: `quarterdeck.pause.${connectionId}`,
  limits: `quarterdeck.limits.${connectionId}`,
  failing: `quarterdeck.failing.${connectionId}`,
  timeFailing: `quarterdeck.time-failing.${connectionId}`,
  extensions: `quarterdeck.extensions.${connectionId}`,
})

export function createTraffic(storage: KeyValueStorage) {
  const books = new Map<string, Traffic>()
  return {
    of(connectionId: string): Traffic {
      const keys = keysOf(connectionId)
      const book: Traffic = books.get(connectionId) ?? {
        sent: keptStore({ storage, key: keys.sent, heal: (found) => sent.parse(found) }),
        pause: keptStore({ storage, key: keys.pause, heal: healed(pause) }),
        limits: keptStore({ storage, key: keys.limits, heal: healed(limits) }),
        failing: keptStore({ storage, key: keys.failing, heal: healed(failing) }),
        timeFailing: keptStore({ storage, key: keys.timeFailing, heal: healed(failing) }),
        extensions: keptStore({
          storage,
          key: keys.extensions,
          heal: (found) => (Array.isArray(found) ? names.parse(found) : undefined),
        }),
      }
      books.set(connectionId, book)
      return book
    },
    forget(connectionId: string): void {
      books.delete(connectionId)
      for (const key of Object.values(keysOf(connectionId))) storage.removeItem(key)
    },
    reread(key: string | null): void {
      for (const book of books.values()) {
        for (const store of Object.values(book)) store.reread(key)
      }
    },
  }
}
