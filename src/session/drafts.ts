import { type KeyValueStorage, readJson, writeJson } from './kept-store.ts'
import { type Mode, MODES } from './session.ts'

/** Unsent input and unfinished bulk runs outlive a reload. No form that takes a key may ever be here. */
const FORMS = [
  'smart-trade',
  'smart-trade-copy',
  'smart-trade-sent',
  'smart-trade-copy-sent',
  'grid-bot',
  'dca-bot',
  'stop-run',
  'panic-run',
] as const

export type DraftForm = (typeof FORMS)[number]

/** Of the mode that the connection is in, unless another one is named. Without a connection nothing is kept. */
export type Drafts = {
  /** What was left in the form; of any shape, since an older version may have written it. */
  read: (connectionId: string | undefined, form: DraftForm, mode?: Mode) => unknown
  write: (connectionId: string | undefined, form: DraftForm, value: unknown, mode?: Mode) => void
  clear: (connectionId: string | undefined, form: DraftForm, mode?: Mode) => void
  forget: (connectionId: string) => void
}

const keyOf = (connectionId: string, form: DraftForm, mode: Mode) =>
  `quarterdeck.draft.${connectionId}.${form}.${mode}`

/**
 * `storage` is the tab's own: two tabs may have two drafts of one form. Each mode has drafts of its
 * own, so that what was typed for paper never stands in a form that trades real money.
 */
export function createDrafts(
  storage: KeyValueStorage,
  modeOf: (connectionId: string) => Mode,
): Drafts {
  const nameOf = (connectionId: string, form: DraftForm, mode = modeOf(connectionId)) =>
    keyOf(connectionId, form, mode)
  return {
    read: (id, form, mode) =>
      id === undefined ? undefined : readJson(storage, nameOf(id, form, mode)),
    write(id, form, value, mode) {
      if (id !== undefined) writeJson(storage, nameOf(id, form, mode), value)
    },
    clear(id, form, mode) {
      if (id !== undefined) storage.removeItem(nameOf(id, form, mode))
    },
    forget: (connectionId) =>
      FORMS.flatMap((form) => MODES.map((mode) => keyOf(connectionId, form, mode))).forEach((key) =>
        storage.removeItem(key),
      ),
  }
}
