import { useSyncExternalStore } from 'react'

import type { Intent } from '#intents/intent.ts'
import { useService } from '#query/service.tsx'

/** Everything that was sent from this browser and is kept, newest first: a reload changes nothing of it. */
export function useIntents(): readonly Intent[] {
  const { journal } = useService().door
  return useSyncExternalStore(journal.subscribe, journal.kept)
}
