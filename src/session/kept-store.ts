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
  let isKept = true
  return {
    ...store,
    set(next) {
      // Kept before it is told: who hears of it may read it from the storage.
      isKept = writeJson(storage, key, next)
      store.set(next)
    },
    reread(changed) {
      // What could not be kept is not to be found there.
      if (changed === key || (changed === null && isKept)) store.set(heal(readJson(storage, key)))
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

/** Whether it was kept. Storage may be full or forbidden: this tab carries on with the value it has. */
export function writeJson(storage: KeyValueStorage, key: string, value: unknown): boolean {
  try {
    storage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}
