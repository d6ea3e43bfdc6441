import type { Instant } from '#contract/primitives.ts'
import type { Mode } from '#contract/system.ts'
import type { Decimal } from '#money/decimal.ts'

import type { EndedTrade, Owned } from './past.ts'

/** One stored entity: its JSON text replaces what was stored under the same kind and id. */
export type Stored = { kind: string; id: string; json: string }

/** A row that is only ever added. `json` is a ledger entry, an ended order or an event. */
export type Appended =
  | { journal: 'ledger'; at: Instant; json: string }
  | { journal: 'flows'; at: Instant; account: number; currency: string; amount: Decimal }
  | {
      journal: 'history'
      at: Instant
      json: string
      mode: Mode
      account: number
      pair: string
      createdAt: Instant
      closedAt: Instant
    }
  | { journal: 'events'; at: Instant; json: string; bot: string; number: number }

/** What is stored in one transaction. Ended entities are read through `Past` from then on. */
export type Changes = {
  stored: Stored[]
  /** Ended or removed from memory. */
  removed: { kind: string; id: string }[]
  /** Put under their id: a note may still change. */
  ended: EndedTrade[]
  /** Put under account, currency and moment. */
  owned: Owned[]
  appended: Appended[]
}

/** The entities in memory and the balances of a world, read once, when it is opened. */
export type StoredWorld = {
  stored: Stored[]
  /** Parsed records of those that have been read already, since reading all of a large world takes long. */
  records?: ReadonlyMap<Stored, unknown>
  /** How the stored ledger contradicts the balances. */
  fault?: string | undefined
}

/** What changed since it was last taken: each changed entity once, added rows in their order. */
export type ChangeLog = {
  /** Marks an entity as changed; its text is written when the changes are taken. */
  touch(kind: string, id: string, read: () => unknown): void
  /**
   * What `make` works out of an entity's record, once until the entity changes. Whatever is stored anew
   * is worked out anew.
   */
  kept<T>(kind: string, id: string, make: () => T): T
  append(row: Appended): void
  /** What an account owns of a currency at the end of a step; the last amount of a step counts. */
  own(owned: Owned): void
  /** Marks an entity as ended. */
  remove(kind: string, id: string): void
  end(trade: EndedTrade): void
  readonly isEmpty: boolean
  take(): Changes
}

export const isChange = (changes: Changes): boolean =>
  Object.values(changes).some((rows) => rows.length > 0)

export function createChangeLog(): ChangeLog {
  const touched = new Map<string, { kind: string; id: string; read: () => unknown }>()
  let removed: Changes['removed'] = []
  let ended: EndedTrade[] = []
  const owned = new Map<string, Owned>()
  let appended: Appended[] = []
  const worked = new Map<string, unknown>()
  return {
    touch(kind, id, read) {
      const key = `${kind} ${id}`
      touched.set(key, { kind, id, read })
      worked.delete(key)
    },
    kept<T>(kind: string, id: string, make: () => T): T {
      const key = `${kind} ${id}`
      // It may go on changing until it is taken.
      if (touched.has(key)) return make()
      const found = worked.get(key) as T | undefined
      if (found !== undefined) return found
      const made = make()
      worked.set(key, made)
      return made
    },
    append: (row) => void appended.push(row),
    own(row) {
      owned.set(`${row.account} ${row.currency} ${row.at}`, row)
    },
    remove(kind, id) {
      const key = `${kind} ${id}`
      touched.delete(key)
      worked.delete(key)
      removed.push({ kind, id })
    },
    end: (trade) => void ended.push(trade),
    get isEmpty() {
      return touched.size + removed.length + ended.length + owned.size + appended.length === 0
    },
    take() {
      const stored: Stored[] = [...touched.values()].map(({ kind, id, read }) => ({
        kind,
        id,
        json: JSON.stringify(read()),
      }))
      const changes = { stored, removed, ended, owned: [...owned.values()], appended }
      touched.clear()
      owned.clear()
      removed = []
      ended = []
      appended = []
      return changes
    },
  }
}
