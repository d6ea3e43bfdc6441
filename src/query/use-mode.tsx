import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useMemo, useState, useSyncExternalStore } from 'react'

import type { Instant } from '#contract/primitives.ts'
import { useConnection, useSessionStore } from '#session/use-session.ts'

import { asksForMode, type KnownMode, knownMode, polledMode, type ShownMode } from './known-mode.ts'
import { serviceTime, useService } from './service.tsx'

const ModeContext = createContext<KnownMode | undefined>(undefined)

/** In milliseconds. Time to refresh the mode after a return to the page. */
const JUST_BACK = 5_000

/** Polls the mode and provides it. `now`: updated about once a second while the page is visible. */
export function ModeProvider({ now, children }: { now: Instant; children: ReactNode }) {
  const { journal } = useService().sender
  const queryClient = useQueryClient()
  const { connections } = useSessionStore()
  const profile = useConnection()
  const heardAt = profile ? connections.modeHeardAt(profile.id) : 0
  const [askedSince] = useState(now)
  const [seen, setSeen] = useState({ now, backSince: 0 })
  if (now !== seen.now) {
    setSeen({ now, backSince: now - seen.now > JUST_BACK ? now : seen.backSince })
  }
  useQuery(serviceTime())
  useQuery(polledMode(asksForMode(queryClient, profile)))
  useSyncExternalStore(journal.subscribe, journal.kept)
  useSyncExternalStore(journal.subscribe, journal.isLoaded)

  const known = knownMode({ queryClient, journal, profile, heardAt, askedSince, now })
  const isJustBack = known.state === 'stale' && now - seen.backSince < JUST_BACK
  const state = isJustBack ? 'coming' : known.state
  // Constant while settled, so that confirmations do not render the page again.
  const asOf = state === 'settled' ? 0 : known.asOf
  const { mode } = known
  const value = useMemo(() => ({ mode, state, asOf }), [mode, state, asOf])
  return <ModeContext value={value}>{children}</ModeContext>
}

/** Mode of the connection. `asOf` is 0 while the mode is settled. */
export function useKnownMode(): KnownMode {
  const known = use(ModeContext)
  if (!known) throw new Error('useKnownMode needs a ModeProvider')
  return known
}

export const useMode = (): ShownMode => useKnownMode().mode

/** Mode for the page frame; `undefined` until first confirmed, so that it does not flicker. */
export function useShownMode(): ShownMode | undefined {
  const { mode, state } = useKnownMode()
  const isReal = useConnection()?.declaredMode === 'real'
  return state === 'coming' && !isReal ? undefined : mode
}

/** True while a mode switch is in progress or its result is unknown: trading is blocked. */
export const useModeInDoubt = (): boolean => useKnownMode().state === 'in doubt'
