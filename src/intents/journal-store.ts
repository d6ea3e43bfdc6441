import { ApiError, type Failure, isRefused } from '#client/api-error.ts'
import type { Instant } from '#contract/primitives.ts'

import type { Intent } from './intent.ts'
import type { MadeId, Outcome } from './outcome.ts'

type StoredOutcome =
  | Exclude<Outcome, { error: ApiError }>
  | { kind: 'refused' | 'unknown'; failure: Failure }

/** Format of earlier versions, which called an unsent request refused. */
type OldOutcome = StoredOutcome | { kind: 'twice'; ids: readonly MadeId[] }

/** Stored form of an intent: plain data, so without error objects. */
export type StoredIntent = Omit<Intent, 'outcome'> & { outcome: OldOutcome }

export type JournalStore = {
  /** Resolves once the row would survive a crash. */
  put(intent: StoredIntent): Promise<void>
  get(id: string): Promise<StoredIntent | undefined>
  since(sentAt: Instant): Promise<StoredIntent[]>
}

export function toStored({ outcome, ...rest }: Intent): StoredIntent {
  if (!('error' in outcome)) return { ...rest, outcome }
  return { ...rest, outcome: { kind: outcome.kind, failure: outcome.error.failure } }
}

export const fromStored = ({ outcome, ...rest }: StoredIntent): Intent => ({
  ...rest,
  outcome: outcomeOf(outcome),
})

function outcomeOf(stored: OldOutcome): Outcome {
  if (stored.kind === 'twice') return { kind: 'duplicated', ids: stored.ids }
  if (!('failure' in stored)) return stored
  const error = new ApiError(stored.failure)
  if (stored.failure.kind === 'unsent') return { kind: 'unsent', because: error.message }
  return stored.kind === 'refused' && isRefused(error)
    ? { kind: 'refused', error }
    : { kind: 'unknown', error }
}

export function memoryJournal(): JournalStore {
  const stored = new Map<string, StoredIntent>()
  return {
    put: async (intent) => void stored.set(intent.id, structuredClone(intent)),
    get: async (id) => structuredClone(stored.get(id)),
    since: async (sentAt) =>
      structuredClone([...stored.values()])
        .filter((intent) => intent.sentAt >= sentAt)
        .toSorted((a, b) => a.sentAt - b.sentAt),
  }
}
