import { guarded } from '#client/guarded.ts'
import type { Instant } from '#contract/primitives.ts'

import { type Intent, isOpen, dedupeKeyOf } from './intent.ts'
import { fromStored, type JournalStore, toStored } from './journal-store.ts'

export type JournalParts = {
  store: JournalStore
  openedAt: Instant
  announce: (id: string) => void
}

export type Journal = ReturnType<typeof createJournal>

/** Sorts by the order of sending, because the clock may have been set back. */
function newestFirst(a: Intent, b: Intent): number {
  const turns = (b.turn ?? 0) - (a.turn ?? 0)
  return turns === 0 ? b.sentAt - a.sentAt : turns
}

/** Intents of a connection, in memory for this page and in the store for the next one. */
export function createJournal({ store, openedAt, announce }: JournalParts) {
  let kept: readonly Intent[] = []
  let current: readonly Intent[] = []
  let byId: ReadonlyMap<string, Intent> | undefined
  const listeners = new Set<() => void>()

  /** Sent or open since the page was opened, even if the clock was changed meanwhile. */
  const seen = new Set<string>()

  const hold = (intents: readonly Intent[]) => {
    kept = intents.toSorted(newestFirst)
    byId = undefined
    for (const intent of kept) {
      if (isOpen(intent) || intent.sentAt >= openedAt) seen.add(intent.id)
    }
    current = kept.filter(({ id }) => seen.has(id))
    listeners.forEach(guarded)
  }
  const holdNew = (intent: Intent): Intent => {
    const numbered = { ...intent, turn: (kept[0]?.turn ?? 0) + 1 }
    seen.add(intent.id)
    hold([numbered, ...others(intent.id)])
    return numbered
  }
  const others = (id: string) => kept.filter((intent) => intent.id !== id)
  let loading: Promise<void> | undefined
  let isLoaded = false
  const write = async (intent: Intent) => {
    await store.put(toStored(intent))
    guarded(() => announce(intent.id))
  }

  return {
    all: () => current,
    /** Every intent that this browser has recorded. */
    kept: () => kept,
    isLoaded: () => isLoaded,
    find(id: string): Intent | undefined {
      byId ??= new Map(kept.map((intent) => [intent.id, intent]))
      return byId.get(id)
    },
    show: (intent: Intent) => void holdNew(intent),
    /** Removes an intent that was never sent. */
    drop: (id: string) => hold(others(id)),
    /** Resolves once the intent would survive a crash; rejects if not stored. */
    async record(intent: Intent): Promise<void> {
      await write(holdNew(intent))
    },
    /** Updates an intent; if the store fails, the update holds in this tab only. */
    async change(id: string, changes: Partial<Intent>): Promise<void> {
      const found = kept.find((intent) => intent.id === id)
      if (!found) return
      const intent = { ...found, ...changes }
      hold([intent, ...others(id)])
      await write(intent).catch(() => undefined)
    },
    /** Recent intents with the same bytes, from any tab; newest first. */
    async like(dedupeKey: string, since: Instant): Promise<Intent[]> {
      const rows = await store.since(since)
      return rows
        .map(fromStored)
        .filter((intent) => dedupeKeyOf(intent) === dedupeKey)
        .toReversed()
    },
    /** Loads the intents of earlier visits, once. */
    load(): Promise<void> {
      loading ??= store.since(0).then(
        (rows) => {
          isLoaded = true
          const here = new Set(kept.map(({ id }) => id))
          hold([...kept, ...rows.filter(({ id }) => !here.has(id)).map(fromStored)])
        },
        (error: unknown) => {
          loading = undefined
          throw error
        },
      )
      return loading
    },
    /** Reloads an intent that another tab has changed. */
    async reread(id: string): Promise<void> {
      const row = await store.get(id)
      if (!row) return
      if (!kept.some((intent) => intent.id === id)) seen.add(id)
      hold([fromStored(row), ...others(id)])
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
