import type { Changes, Appended, Stored } from './engine.ts'
import type { EndedTrade, Owned } from './past.ts'

/** What came about since it was last taken: each changed thing once, added rows in their order. */
export type ChangeLog = {
  /** Marks a thing as changed; its text is written when the changes are taken. */
  touch(kind: string, id: string, read: () => unknown): void
  append(row: Appended): void
  /** What an account owns of a currency at the end of a step; the last amount of a step counts. */
  own(owned: Owned): void
  /** Marks a thing as alive no longer. */
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
  return {
    touch: (kind, id, read) => void touched.set(`${kind} ${id}`, { kind, id, read }),
    append: (row) => void appended.push(row),
    own(row) {
      owned.set(`${row.account} ${row.currency} ${row.at}`, row)
    },
    remove(kind, id) {
      touched.delete(`${kind} ${id}`)
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
