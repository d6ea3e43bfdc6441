import { listOf, membersOf, textOf, wholeOf } from './found.ts'
import { keptStore, type KeptStore } from './kept-store.ts'
import type { KeyValueStorage } from './storage.ts'

/** While the service wants to be left alone; epoch milliseconds of this browser. */
export type Pause = { readonly from: number; readonly until: number }

/** How many times in a row reading has failed, and until when it is left alone after the last one. */
export type Failing = { readonly level: number; readonly at: number; readonly until: number }

/** What is known of one connection's service: all tabs share one key and so one budget. */
export type Traffic = {
  /** When each request of about the last minute went out. */
  readonly sent: KeptStore<readonly number[]>
  readonly pause: KeptStore<Pause>
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
  return { from: wholeOf(has['from']) ?? 0, until: wholeOf(has['until']) ?? 0 }
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
