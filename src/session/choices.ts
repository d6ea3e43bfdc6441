import { readJson, writeJson } from './kept-store.ts'
import type { KeyValueStorage } from './storage.ts'

/** What a person arranged for themselves in this browser. None of it is secret. */
const NAMES = [
  'portfolio-range',
  'small-balances',
  'smart-trade-columns',
  'smart-trade-views',
  'ticket-templates',
] as const
export type ChoiceName = (typeof NAMES)[number]

export type Choices = {
  /** Of any shape, since an older version may have written it; the same object until it changes. */
  get: (name: ChoiceName) => unknown
  set: (name: ChoiceName, value: unknown) => void
  subscribe: (listener: () => void) => () => void
  reread: (key: string | null) => void
}

const keyOf = (name: ChoiceName) => `quarterdeck.choice.${name}`

export function createChoices(storage: KeyValueStorage): Choices {
  const known = new Map<ChoiceName, unknown>()
  const listeners = new Set<() => void>()
  const tell = () => listeners.forEach((listener) => listener())
  return {
    get(name) {
      if (!known.has(name)) known.set(name, readJson(storage, keyOf(name)))
      return known.get(name)
    },
    set(name, value) {
      known.set(name, value)
      writeJson(storage, keyOf(name), value)
      tell()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    reread(key) {
      const changed = NAMES.filter((name) => key === null || key === keyOf(name))
      changed.forEach((name) => known.delete(name))
      if (changed.length > 0) tell()
    },
  }
}
