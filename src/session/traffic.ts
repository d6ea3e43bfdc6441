import {
  keptStore,
  type KeptStore,
  type KeyValueStorage,
  listOf,
  membersOf,
  textOf,
  wholeOf,
} from './kept-store.ts'

// All times are epoch milliseconds of this browser.

/** Pause of reads after a 429 or 418. */
export type Pause = {
  readonly from: number
  readonly until: number
  /** 418: the service has banned this IP address. */
  readonly status: 429 | 418
  /** True if the service sent the length of the pause. */
  readonly isNamed: boolean
}

/** Rate limits from the headers of a response. */
export type Limits = {
  /** Time of the request. */
  readonly sentAt: number
  readonly policies: readonly { readonly quota: number; readonly window: number }[]
  /** Requests left until a time, of which `kept` are reserved for writes. */
  readonly left: readonly { readonly left: number; readonly until: number; readonly kept: number }[]
}

/** Number of failures in a row, time of the last one, and end of the wait after it. */
export type Failing = { readonly level: number; readonly at: number; readonly until: number }

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

export type TrafficBooks = ReturnType<typeof createTraffic>

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
        sent: keptStore({ storage, key: keys.sent, heal: healSent }),
        pause: keptStore({ storage, key: keys.pause, heal: healPause }),
        limits: keptStore({ storage, key: keys.limits, heal: healLimits }),
        failing: keptStore({ storage, key: keys.failing, heal: healFailing }),
        timeFailing: keptStore({ storage, key: keys.timeFailing, heal: healFailing }),
        extensions: keptStore({ storage, key: keys.extensions, heal: healExtensions }),
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

const healSent = (found: unknown): readonly number[] => listOf(found, wholeOf)

function healPause(found: unknown): Pause {
  const has = membersOf(found)
  return {
    from: wholeOf(has['from']) ?? 0,
    until: wholeOf(has['until']) ?? 0,
    status: has['status'] === 418 ? 418 : 429,
    isNamed: has['isNamed'] === true,
  }
}

function healLimits(found: unknown): Limits {
  const has = membersOf(found)
  return {
    sentAt: wholeOf(has['sentAt']) ?? 0,
    policies: listOf(has['policies'], (item) => {
      const { quota, window } = membersOf(item)
      const policy = { quota: wholeOf(quota) ?? 0, window: wholeOf(window) ?? 0 }
      return policy.quota > 0 && policy.window > 0 ? policy : undefined
    }),
    left: listOf(has['left'], (item) => {
      const fields = membersOf(item)
      const [left, until] = [wholeOf(fields['left']), wholeOf(fields['until'])]
      if (left === undefined || until === undefined) return undefined
      return { left, until, kept: wholeOf(fields['kept']) ?? 0 }
    }),
  }
}

function healFailing(found: unknown): Failing {
  const has = membersOf(found)
  return {
    level: Math.max(0, wholeOf(has['level']) ?? 0),
    at: wholeOf(has['at']) ?? 0,
    until: wholeOf(has['until']) ?? 0,
  }
}

const healExtensions = (found: unknown): readonly string[] | undefined =>
  Array.isArray(found) ? listOf(found, textOf) : undefined
