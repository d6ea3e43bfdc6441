import * as z from 'zod/mini'

import { mode } from '#contract/system.ts'

import { type EndedTrade, endedTradeShape, type Owned, ownedShape } from './past.ts'
import { text, whole } from './record-parts.ts'

/** Changes stored in one transaction. Ended entities are read through `Past` from then on. */
export const changesShape = z.object({
  /** Entities: the JSON text of each replaces what was stored under the same kind and id. */
  stored: z.array(z.object({ kind: text, id: text, json: text })),
  /** Ended or removed from memory. */
  removed: z.array(z.object({ kind: text, id: text })),
  /** Put under their id: a note may still change. */
  ended: z.array(endedTradeShape),
  /** Put under account, currency and moment. */
  owned: z.array(ownedShape),
  /** Rows that are only ever added. `json` is a ledger entry, an ended order or an event. */
  appended: z.array(
    z.discriminatedUnion('journal', [
      z.object({ journal: z.literal('ledger'), at: whole, json: text }),
      z.object({ journal: z.literal('flows'), ...ownedShape.shape }),
      z.object({ journal: z.literal('events'), at: whole, json: text, bot: text, number: whole }),
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

/** The entities in memory and the balances of a world, read once, when it is opened. */
export type StoredWorld = {
  stored: Stored[]
  /** Parsed records of those that have been read already, since reading all of a large world takes long. */
  records?: ReadonlyMap<Stored, unknown>
  /** Contradiction between stored ledger and balances, as a sentence. */
  fault?: string | undefined
}

export const isChange = (changes: Changes): boolean =>
  Object.values(changes).some((rows) => rows.length > 0)

export type ChangeLog = ReturnType<typeof createChangeLog>

/** The changes since they were last taken: each changed entity once, added rows in their order. */
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
    /**
     * Result of `make` for an entity's record, remembered until the entity is stored again.
     */
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
    append: (row: Appended): void => void appended.push(row),
    /** Amount of a currency that an account owns at the end of a step; the last one of a step counts. */
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
