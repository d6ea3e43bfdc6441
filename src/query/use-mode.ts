import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

import { getMode } from '#contract/system.ts'
import { useConnection } from '#session/use-session.ts'

import { endpointQuery } from './endpoint-query.ts'
import { isModeTold, isSwitchInDoubt, latestSwitch, type ModeWord, modeWord } from './known-mode.ts'
import { useService } from './service.tsx'
import { serviceTime, useExtension } from './use-extension.ts'
import { watchedMode } from './watched-mode.ts'

/** What the connection's user trades, as far as it is known now; what is not known is REAL. */
export function useMode(): ModeWord {
  const { journal } = useService().door
  const offered = useExtension(getMode)
  const reading = useQuery({ ...endpointQuery(getMode, {}), enabled: offered === true })
  const isJournalLoaded = useSyncExternalStore(journal.subscribe, journal.isLoaded)
  const isInDoubt = useModeInDoubt()
  const heard = useConnection()?.declaredMode
  return modeWord({ heard, isTold: isModeTold(offered, reading), isJournalLoaded, isInDoubt })
}

/**
 * The mode as the frame of the page names it: nothing as long as the service's first word is still on
 * its way where the last one was paper, so that REAL is never seen in passing. What is sent goes by
 * `useMode`.
 */
export function useShownMode(): ModeWord | undefined {
  const { journal } = useService().door
  const mode = useMode()
  const time = useQuery(serviceTime())
  const offered = useExtension(getMode) === true
  const reading = useQuery({ ...endpointQuery(getMode, {}), enabled: offered })
  const isJournalLoaded = useSyncExternalStore(journal.subscribe, journal.isLoaded)
  const isInDoubt = useModeInDoubt()
  const wasPaper = useConnection()?.declaredMode === 'paper'
  const isComing = time.isPending || (offered && reading.isPending) || !isJournalLoaded
  return wasPaper && isComing && !isInDoubt ? undefined : mode
}

/** Whether a switch of mode is under way or its outcome is unknown: nothing may be traded then. */
export function useModeInDoubt(): boolean {
  const { journal } = useService().door
  const offered = useExtension(getMode) === true
  const { dataUpdatedAt } = useQuery({ ...endpointQuery(getMode, {}), enabled: offered })
  const intents = useSyncExternalStore(journal.subscribe, journal.kept)
  return isSwitchInDoubt(latestSwitch(intents), dataUpdatedAt)
}

/** Keeps asking for the mode, for everyone who uses it on the page. */
export function useModeWatch(): void {
  useQuery(watchedMode(useExtension(getMode) === true))
}
