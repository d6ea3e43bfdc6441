import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

import { getMode, setMode } from '#contract/system.ts'
import type { Intent } from '#intents/intent.ts'

import { endpointQuery } from './endpoint-query.ts'
import { useService } from './service.tsx'
import { useExtension } from './use-extension.ts'

export type ModeWord = 'PAPER' | 'REAL'

/** The mode the service told, else the one declared for the connection; real unless known to be paper. */
export function useMode(): ModeWord {
  const { door, declaredMode } = useService()
  const offered = useExtension(getMode) === true
  const told = useQuery({ ...endpointQuery(getMode, {}), enabled: offered }).data?.mode
  const intents = useSyncExternalStore(door.journal.subscribe, door.journal.all)
  const known = told ?? answeredMode(intents) ?? declaredMode
  return known === 'paper' ? 'PAPER' : 'REAL'
}

/** Whether a switch of mode is under way or its outcome is unknown: nothing may be traded then. */
export function useModeInDoubt(): boolean {
  const { door } = useService()
  const offered = useExtension(getMode) === true
  const { dataUpdatedAt } = useQuery({ ...endpointQuery(getMode, {}), enabled: offered })
  const intents = useSyncExternalStore(door.journal.subscribe, door.journal.all)
  const last = intents.find((intent) => intent.endpoint.name === setMode.name)
  if (last?.outcome.kind === 'sending') return true
  // Once the service has told its mode after the fact, there is nothing left to doubt.
  return last?.outcome.kind === 'unknown' && dataUpdatedAt <= (last.endedAt ?? 0)
}

function answeredMode(intents: readonly Intent[]): string | undefined {
  for (const { endpoint, outcome } of intents) {
    if (endpoint.name !== setMode.name || outcome.kind !== 'placed') continue
    return (outcome.answer as { mode?: string }).mode
  }
  return undefined
}
