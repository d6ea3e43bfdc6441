import * as z from 'zod/mini'

export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Fallback for browsers that forbid storage. Lasts until the tab is closed. */
export function memoryStorage(): KeyValueStorage {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}

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

// Readers for stored values, which may be old, edited by hand or damaged.

export const membersOf = (found: unknown): Readonly<Record<string, unknown>> =>
  typeof found !== 'object' || Array.isArray(found) ? {} : { ...found }

export function listOf<T>(found: unknown, read: (item: unknown) => T | undefined): T[] {
  if (!Array.isArray(found)) return []
  return found.map(read).filter((item): item is NonNullable<typeof item> => item !== undefined)
}

/** Lists without the items that fail the schema; empty if there is no list. */
export const keptList = <S extends z.ZodMiniType>(item: S) => {
  const read = (found: unknown): readonly z.output<S>[] =>
    listOf(found, (one) => item.safeParse(one).data)
  return z.catch(z.pipe(z.unknown(), z.transform(read)), [])
}

/** Objects without the values that fail the schema; empty if there is no object. */
export const keptRecord = <S extends z.ZodMiniType>(value: S) => {
  const read = (found: unknown) =>
    Object.fromEntries(
      Object.entries(membersOf(found)).flatMap(([name, one]) => {
        const { success, data } = value.safeParse(one)
        return success ? [[name, data] as const] : []
      }),
    ) as Readonly<Record<string, z.output<S>>>
  return z.catch(z.pipe(z.unknown(), z.transform(read)), {})
}

/** One of several words; the first by default. */
export const keptWord = <const T extends string>(...words: readonly [T, ...T[]]) =>
  z.catch(z.enum(words), words[0])

export const keptFlag = z.catch(z.boolean(), false)
export const keptWhole = z.catch(z.int(), 0)

/** Reads an object member by member; a missing or damaged one has the default of its schema. */
export const healed =
  <S extends z.ZodMiniType>(schema: S) =>
  (found: unknown): z.output<S> =>
    schema.parse(membersOf(found))

export function textOf(found: unknown): string | undefined {
  return typeof found === 'string' ? found : undefined
}

export function wholeOf(found: unknown): number | undefined {
  return Number.isSafeInteger(found) ? (found as number) : undefined
}

/** Reads an id: an integer, or as text beyond the range of a double. */
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

export type KeptStore<T> = Store<T> & {
  /** Call when another tab wrote `key`, or cleared the storage (null). */
  readonly reread: (key: string | null) => void
}

type Options<T> = {
  storage: KeyValueStorage
  key: string
  /** Repairs a stored value; gets `undefined` if there is none or it is not JSON. */
  heal: (found: unknown) => T
}

/** A store saved in the browser and synchronised between tabs. */
export function keptStore<T>({ storage, key, heal }: Options<T>): KeptStore<T> {
  const store = createStore(heal(readJson(storage, key)))
  let isSaved = true
  return {
    ...store,
    set(next) {
      // Saved before listeners are called, because they may read the storage.
      isSaved = writeJson(storage, key, next)
      store.set(next)
    },
    reread(changed) {
      // A value that could not be saved must not be replaced by an older one.
      if (changed === key || (changed === null && isSaved)) store.set(heal(readJson(storage, key)))
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

/** Returns false if the storage is full or forbidden. */
export function writeJson(storage: KeyValueStorage, key: string, value: unknown): boolean {
  try {
    storage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}
