import {
  keptStore,
  type KeptStore,
  type KeyValueStorage,
  listOf,
  membersOf,
  textOf,
  wholeOf,
} from './kept-store.ts'

/** While the service is left alone after a 429 or 418; epoch milliseconds of this browser. */
export type Pause = {
  readonly from: number
  readonly until: number
  /** 418 says that this address is banned. */
  readonly status: 429 | 418
  /** Whether the service itself said for how long. */
  readonly isNamed: boolean
}

/** What the service reported of its limits with one answer, by this browser's clock. */
export type Limits = {
  /** When the request that was answered went out. */
  readonly sentAt: number
  readonly policies: readonly { readonly quota: number; readonly window: number }[]
  /** How many requests are left until a moment, of which so many are kept for what is not read. */
  readonly left: readonly { readonly left: number; readonly until: number; readonly kept: number }[]
}

/** How many times in a row reading has failed, and until when it is left alone after the last one. */
export type Failing = { readonly level: number; readonly at: number; readonly until: number }

/** What is known of one connection's service: all tabs share one key and so one budget. */
export type Traffic = {
  /** When each request of about the last minute went out. */
  readonly sent: KeptStore<readonly number[]>
  readonly pause: KeptStore<Pause>
  readonly limits: KeptStore<Limits>
  /** Of all reads. */
  readonly failing: KeptStore<Failing>
  /** Of `GET /time` alone, which no page depends on. */
  readonly timeFailing: KeptStore<Failing>
  /** The extensions that the service named last; `undefined` until it has answered `GET /time`. */
  readonly extensions: KeptStore<readonly string[] | undefined>
}

export type TrafficBooks = {
  of: (connectionId: string) => Traffic
  forget: (connectionId: string) => void
  reread: (key: string | null) => void
}

const keysOf = (connectionId: string) => ({
  sent: `quarterdeck.sent.${connectionId}`,
  pause: `quarterdeck.pause.${connectionId}`,
  limits: `quarterdeck.limits.${connectionId}`,
  failing: `quarterdeck.failing.${connectionId}`,
  timeFailing: `quarterdeck.time-failing.${connectionId}`,
  extensions: `quarterdeck.extensions.${connectionId}`,
})

export function createTraffic(storage: KeyValueStorage): TrafficBooks {
  const books = new Map<string, Traffic>()
  return {
    of(connectionId) {
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
    forget(connectionId) {
      books.delete(connectionId)
      for (const key of Object.values(keysOf(connectionId))) storage.removeItem(key)
    },
    reread(key) {
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
      const [q, w] = [wholeOf(quota), wholeOf(window)]
      return q !== undefined && w !== undefined && q > 0 && w > 0
        ? { quota: q, window: w }
        : undefined
    }),
    left: listOf(has['left'], (item) => {
      const { left, until, kept } = membersOf(item)
      const whole = { left: wholeOf(left), until: wholeOf(until), kept: wholeOf(kept) ?? 0 }
      return whole.left === undefined || whole.until === undefined
        ? undefined
        : { left: whole.left, until: whole.until, kept: whole.kept }
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
