import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

import { getMode } from '#contract/system.ts'
import { useConnection } from '#session/use-session.ts'

import { endpointQuery } from './endpoint-query.ts'
import { isModeTold, isSwitchInDoubt, latestSwitch, type ModeWord, modeWord } from './known-mode.ts'
import { useService } from './service.tsx'
import { offersOf, serviceTime, useExtension } from './use-extension.ts'
import { watchedMode } from './watched-mode.ts'

/** Everything that is known of the mode, each thing asked for once: the frame of every page needs it. */
function useModeFacts() {
  const { journal } = useService().door
  const time = useQuery(serviceTime())
  const offered = time.data && offersOf(time.data, getMode)
  const reading = useQuery({ ...endpointQuery(getMode, {}), enabled: offered === true })
  const isJournalLoaded = useSyncExternalStore(journal.subscribe, journal.isLoaded)
  const last = latestSwitch(useSyncExternalStore(journal.subscribe, journal.kept))
  const isInDoubt = isSwitchInDoubt(last, reading.dataUpdatedAt)
  const heard = useConnection()?.declaredMode
  const isTold = isModeTold(offered, reading)
  return {
    mode: modeWord({ heard, isTold, isJournalLoaded, isInDoubt }),
    heard,
    isComing: time.isPending || (offered === true && reading.isPending) || !isJournalLoaded,
    isInDoubt,
  }
}

/** What the connection's user trades, as far as it is known now; what is not known is REAL. */
export const useMode = (): ModeWord => useModeFacts().mode

/**
 * The mode as the frame of the page names it: nothing as long as the service's first word is still on
 * its way where the last one was paper, so that REAL is never seen in passing. What is sent goes by
 * `useMode`.
 */
export function useShownMode(): ModeWord | undefined {
  const { mode, heard, isComing, isInDoubt } = useModeFacts()
  return heard === 'paper' && isComing && !isInDoubt ? undefined : mode
}

/** Whether a switch of mode is under way or its outcome is unknown: nothing may be traded then. */
export const useModeInDoubt = (): boolean => useModeFacts().isInDoubt

/** Keeps asking for the mode, for everyone who uses it on the page. */
export function useModeWatch(): void {
  useQuery(watchedMode(useExtension(getMode) === true))
}
