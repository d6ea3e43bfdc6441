import { listOf, membersOf, wholeOf } from './found.ts'
import { keptStore, type KeptStore } from './kept-store.ts'
import type { KeyValueStorage } from './storage.ts'

/** While the service wants to be left alone; epoch milliseconds of this browser. */
export type Pause = { readonly from: number; readonly until: number }

/** What went to one connection's service lately: all tabs share one key and so one budget. */
export type Traffic = {
  /** When each request of about the last minute went out. */
  readonly sent: KeptStore<readonly number[]>
  readonly pause: KeptStore<Pause>
}

export type TrafficBooks = {
  of: (connectionId: string) => Traffic
  forget: (connectionId: string) => void
  reread: (key: string | null) => void
}

const keysOf = (connectionId: string) => ({
  sent: `quarterdeck.sent.${connectionId}`,
  pause: `quarterdeck.pause.${connectionId}`,
})

export function createTraffic(storage: KeyValueStorage): TrafficBooks {
  const books = new Map<string, Traffic>()
  return {
    of(connectionId) {
      const keys = keysOf(connectionId)
      const book: Traffic = books.get(connectionId) ?? {
        sent: keptStore({ storage, key: keys.sent, heal: healSent }),
        pause: keptStore({ storage, key: keys.pause, heal: healPause }),
      }
      books.set(connectionId, book)
      return book
    },
    forget(connectionId) {
      books.delete(connectionId)
      for (const key of Object.values(keysOf(connectionId))) storage.removeItem(key)
    },
    reread(key) {
      for (const { sent, pause } of books.values()) {
        sent.reread(key)
        pause.reread(key)
      }
    },
  }
}

const healSent = (found: unknown): readonly number[] => listOf(found, wholeOf)

function healPause(found: unknown): Pause {
  const has = membersOf(found)
  return { from: wholeOf(has['from']) ?? 0, until: wholeOf(has['until']) ?? 0 }
}
