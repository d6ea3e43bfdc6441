import type { Appended, Changes, Stored } from './engine.ts'

/** The journals of a world, in the order in which they are read back. */
export type Journal = 'ledger' | 'history' | 'events'

/** What came about since it was last taken: each changed thing once, added rows in their order. */
export type ChangeLog = {
  /** Marks a thing as changed; its text is written when the changes are taken. */
  touch(kind: string, id: string, read: () => unknown): void
  append(journal: Journal, at: number, row: unknown): void
  readonly isEmpty: boolean
  take(): Changes
}

export function createChangeLog(): ChangeLog {
  const touched = new Map<string, { kind: string; id: string; read: () => unknown }>()
  let appended: Appended[] = []
  return {
    touch: (kind, id, read) => void touched.set(`${kind} ${id}`, { kind, id, read }),
    append: (journal, at, row) => void appended.push({ journal, at, json: JSON.stringify(row) }),
    get isEmpty() {
      return touched.size === 0 && appended.length === 0
    },
    take() {
      const stored: Stored[] = [...touched.values()].map(({ kind, id, read }) => ({
        kind,
        id,
        json: JSON.stringify(read()),
      }))
      const changes = { stored, appended }
      touched.clear()
      appended = []
      return changes
    },
  }
}
