import { useSyncExternalStore } from 'react'

import type { Intent } from '#intents/intent.ts'

import { useService } from './service.tsx'

/**
 * Every intent that this browser keeps of the connection, newest first, also those that ended on an
 * earlier page: what a report says after a reload is looked up here by the id of its intent. Empty
 * until they have been read; `journal.isLoaded` says whether they have.
 */
export function useKeptIntents(): readonly Intent[] {
  const { journal } = useService().sender
  return useSyncExternalStore(journal.subscribe, journal.kept)
}
