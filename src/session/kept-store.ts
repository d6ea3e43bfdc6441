/** What localStorage and sessionStorage have in common with a stand-in. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** For a browser that forbids storage: everything works, until the tab is closed. */
export function memoryStorage(): KeyValueStorage {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}

/** A value whose listeners are called when it changes. */
export type Store<T> = {
  readonly get: () => T
  readonly set: (next: T) => void
  readonly subscribe: (listener: () => void) => () => void
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Reading values of unknown shape: what a browser kept may be old, edited by hand or damaged. */

export function membersOf(found: unknown): Readonly<Record<string, unknown>> {
  return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {}
}

export function listOf<T>(found: unknown, read: (item: unknown) => T | undefined): T[] {
  if (!Array.isArray(found)) return []
  return found.map(read).filter((item): item is NonNullable<typeof item> => item !== undefined)
}

export function textOf(found: unknown): string | undefined {
  return typeof found === 'string' ? found : undefined
}

export function wholeOf(found: unknown): number | undefined {
  return Number.isSafeInteger(found) ? (found as number) : undefined
}

/** An identifier: a whole number, or as text where a number would lose some of its digits. */
export function idOf(found: unknown): number | string | undefined {
  const text = textOf(found)
  if (text === undefined) return wholeOf(found)
  return /^[1-9]\d{15,39}$/.test(text) && !Number.isSafeInteger(Number(text)) ? text : undefined
}

export function oneOf<const T extends string>(
  choices: readonly T[],
  found: unknown,
): T | undefined {
  return choices.find((choice) => choice === found)
}

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
      // Written before listeners are called: they may read it from the storage.
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
