import * as z from 'zod/mini'

import { mode } from '#contract/system.ts'

import { type EndedTrade, endedTradeShape, type Owned, ownedShape } from './past.ts'
import { text, whole } from './record-parts.ts'

/** Changes stored in one transaction. Ended entities are read through `Past` from then on. */
export const changesShape = z.object({
  /** The JSON text of each replaces the record with the same kind and id. */
  stored: z.array(z.object({ kind: text, id: text, json: text })),
  removed: z.array(z.object({ kind: text, id: text })),
  /** Stored by id: a note may still change. */
  ended: z.array(endedTradeShape),
  /** Stored by account, currency and moment. */
  owned: z.array(ownedShape),
  /** Append-only rows: `json` is a ledger entry, an ended order or an event. */
  appended: z.array(
    z.discriminatedUnion('journal', [
      z.object({ journal: z.literal('ledger'), at: whole, json: text }),
      z.object({ journal: z.literal('flows'), ...ownedShape.shape }),
      z.object({ journal: z.literal('events'), at: whole, json: text, bot: text, number: whole }),
      z.object({ journal: z.literal('trade_events'), at: whole, json: text }),
      z.object({
        journal: z.literal('history'),
        at: whole,
        json: text,
        mode,
        account: whole,
        pair: text,
        createdAt: whole,
        closedAt: whole,
      }),
    ]),
  ),
})
export type Changes = z.infer<typeof changesShape>
export type Stored = Changes['stored'][number]
export type Appended = Changes['appended'][number]

export const NO_CHANGES: Changes = { stored: [], removed: [], ended: [], owned: [], appended: [] }

/** A stored world's entities and balances, read once, when it is opened. */
export type StoredWorld = {
  stored: Stored[]
  /** Records parsed earlier: reading a large world takes long. */
  records?: ReadonlyMap<Stored, unknown>
  /** Contradiction between stored ledger and balances, as a sentence. */
  fault?: string | undefined
}

export const isChange = (changes: Changes): boolean =>
  Object.values(changes).some((rows) => rows.length > 0)

export type ChangeLog = ReturnType<typeof createChangeLog>

/** Changes since they were last taken: each changed entity once, added rows in order. */
export function createChangeLog() {
  const touched = new Map<string, { kind: string; id: string; read: () => unknown }>()
  let removed: Changes['removed'] = []
  let ended: EndedTrade[] = []
  const owned = new Map<string, Owned>()
  let appended: Appended[] = []
  const worked = new Map<string, unknown>()
  return {
    /** Marks an entity as changed; its text is written when the changes are taken. */
    touch(kind: string, id: string, read: () => unknown): void {
      const key = `${kind} ${id}`
      touched.set(key, { kind, id, read })
      worked.delete(key)
    },
    kept<T>(kind: string, id: string, make: () => T): T {
      const key = `${kind} ${id}`
      // A touched entity may change until it is taken.
      if (touched.has(key)) return make()
      const found = worked.get(key) as T | undefined
      if (found !== undefined) return found
      const made = make()
      worked.set(key, made)
      return made
    },
    append: (row: Appended): void => void appended.push(row),
    /** The amount an account owns of a currency; the last value of a step counts. */
    own(row: Owned): void {
      owned.set(`${row.account} ${row.currency} ${row.at}`, row)
    },
    remove(kind: string, id: string): void {
      const key = `${kind} ${id}`
      touched.delete(key)
      worked.delete(key)
      removed.push({ kind, id })
    },
    end: (trade: EndedTrade): void => void ended.push(trade),
    get isEmpty(): boolean {
      return touched.size + removed.length + ended.length + owned.size + appended.length === 0
    },
    take(): Changes {
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
