import { useSyncExternalStore } from 'react'

import type { Intent } from '#intents/intent.ts'
import { useService } from '#query/service.tsx'

/** What was sent from this tab, newest first. */
export function useIntents(): readonly Intent[] {
  const { journal } = useService().door
  return useSyncExternalStore(journal.subscribe, journal.all)
}
