import { useSyncExternalStore } from 'react'

import type { Intent } from '#intents/intent.ts'

import { useService } from './service.tsx'

/** What has been sent and has no outcome yet, whatever page has sent it; newest first. */
export function useWritesUnderWay(): readonly Intent[] {
  const { journal } = useService().door
  const intents = useSyncExternalStore(journal.subscribe, journal.all)
  return intents.filter(({ outcome }) => outcome.kind === 'sending')
}
