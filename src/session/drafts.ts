import { readJson, writeJson } from './kept-store.ts'
import type { KeyValueStorage } from './storage.ts'

/** Unsent input and an unfinished bulk stop outlive a reload. No form that takes a key may ever be here. */
const FORMS = [
  'smart-trade',
  'smart-trade-copy',
  'smart-trade-sent',
  'smart-trade-copy-sent',
  'grid-bot',
  'dca-bot',
  'stop-run',
] as const

export type DraftForm = (typeof FORMS)[number]

export type Drafts = {
  /** What was left in the form; of any shape, since an older version may have written it. */
  read: (connectionId: string, form: DraftForm) => unknown
  write: (connectionId: string, form: DraftForm, value: unknown) => void
  clear: (connectionId: string, form: DraftForm) => void
  forget: (connectionId: string) => void
}

const keyOf = (connectionId: string, form: DraftForm) => `quarterdeck.draft.${connectionId}.${form}`

/** `storage` is the tab's own: two tabs may hold two drafts of one form. */
export function createDrafts(storage: KeyValueStorage): Drafts {
  const clear = (connectionId: string, form: DraftForm) =>
    storage.removeItem(keyOf(connectionId, form))
  return {
    read: (connectionId, form) => readJson(storage, keyOf(connectionId, form)),
    write: (connectionId, form, value) => writeJson(storage, keyOf(connectionId, form), value),
    clear,
    forget: (connectionId) => FORMS.forEach((form) => clear(connectionId, form)),
  }
}
