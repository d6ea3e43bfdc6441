import type { KeyValueStorage } from './storage.ts'
import { createStore, type Store } from './store.ts'

/** A store whose value this browser keeps, and which follows what other tabs write. */
export type KeptStore<T> = Store<T> & {
  /** Another tab wrote `key`, or cleared everything (null). */
  readonly reread: (key: string | null) => void
}

type Options<T> = {
  storage: KeyValueStorage
  key: string
  /** Makes a whole value of whatever lies there; undefined when nothing readable does. */
  heal: (found: unknown) => T
}

export function keptStore<T>({ storage, key, heal }: Options<T>): KeptStore<T> {
  const store = createStore(heal(readJson(storage, key)))
  return {
    ...store,
    set(next) {
      // Kept before it is told: who hears of it may read it from the storage.
      writeJson(storage, key, next)
      store.set(next)
    },
    reread(changed) {
      if (changed === key || changed === null) store.set(heal(readJson(storage, key)))
    },
  }
}

export function readJson(storage: KeyValueStorage, key: string): unknown {
  const text = storage.getItem(key)
  if (text === null) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Storage may be full or forbidden: this tab carries on with the value it has. */
export function writeJson(storage: KeyValueStorage, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value))
  } catch {
    return
  }
}
