import { type KeyValueStorage, readJson, writeJson } from './kept-store.ts'
import { type Mode, MODES } from './session.ts'

/** Forms and bulk runs to restore after a reload. Never add a form that takes a key. */
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
export type Drafts = ReturnType<typeof createDrafts>

const keyOf = (connectionId: string, form: DraftForm, mode: Mode) =>
  `quarterdeck.draft.${connectionId}.${form}.${mode}`

/**
 * Drafts by connection and mode: input for paper must never appear in a form that trades real
 * money. May have any shape, from an older version.
 */
export function createDrafts(storage: KeyValueStorage, modeOf: (connectionId: string) => Mode) {
  type Id = string | undefined
  const nameOf = (connectionId: string, form: DraftForm, mode = modeOf(connectionId)) =>
    keyOf(connectionId, form, mode)
  return {
    read: (id: Id, form: DraftForm, mode?: Mode): unknown =>
      id === undefined ? undefined : readJson(storage, nameOf(id, form, mode)),
    write(id: Id, form: DraftForm, value: unknown, mode?: Mode): void {
      if (id !== undefined) writeJson(storage, nameOf(id, form, mode), value)
    },
    clear(id: Id, form: DraftForm, mode?: Mode): void {
      if (id !== undefined) storage.removeItem(nameOf(id, form, mode))
    },
    forget(connectionId: string): void {
      for (const form of FORMS) {
        for (const mode of MODES) storage.removeItem(keyOf(connectionId, form, mode))
      }
    },
  }
}
