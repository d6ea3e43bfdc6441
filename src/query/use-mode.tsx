import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useMemo, useState, useSyncExternalStore } from 'react'

import type { Instant } from '#contract/primitives.ts'
import { useConnection, useSessionStore } from '#session/use-session.ts'

import { asksForMode, type KnownMode, knownMode, type ModeWord, polledMode } from './known-mode.ts'
import { serviceTime, useService } from './service.tsx'

const ModeContext = createContext<KnownMode | undefined>(undefined)

/** In milliseconds: on return to the page an old mode is not shown as stale before it was asked for. */
const JUST_BACK = 5_000

type ModeProviderProps = {
  /** Moves about once a second while the page is in sight. */
  now: Instant
  children: ReactNode
}

/** Keeps asking for the mode, once for the whole page, and provides it to everything within. */
export function ModeProvider({ now, children }: ModeProviderProps) {
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
  // While nothing is wrong with it nobody reads when it was confirmed.
  const asOf = state === 'settled' ? 0 : known.asOf
  const { word } = known
  const value = useMemo(() => ({ word, state, asOf }), [word, state, asOf])
  return <ModeContext value={value}>{children}</ModeContext>
}

/** What is known of the mode; `asOf` counts where it is not settled. */
export function useKnownMode(): KnownMode {
  const known = use(ModeContext)
  if (!known) throw new Error('useKnownMode stands outside its ModeProvider')
  return known
}

/** What the connection's user trades, as far as it is known now. */
export const useMode = (): ModeWord => useKnownMode().word

/**
 * The mode as the frame of the page names it: nothing while its first confirmation is on its way, so
 * that no other word is seen in passing. One that was real stays so meanwhile.
 */
export function useShownMode(): ModeWord | undefined {
  const { word, state } = useKnownMode()
  const isReal = useConnection()?.declaredMode === 'real'
  return state === 'coming' && !isReal ? undefined : word
}

/** Whether a switch of mode is under way or its outcome is unknown: nothing may be traded then. */
export const useModeInDoubt = (): boolean => useKnownMode().state === 'in doubt'
