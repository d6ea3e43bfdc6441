import { useCallback, useMemo } from 'react'

import type { Mode } from '#session/session.ts'
import { useConnection, useSessionStore } from '#session/use-session.ts'

/** The account and the pair that were chosen last, as the form names them. */
export type LastPlace = { account: string; pair: string }

/** DCA bots name an account by its UUID, everything else by its number. */
export type PlaceKind = 'number' | 'uuid'

/** Connections and modes whose last choice is remembered. */
const MOST = 20

/** What was chosen last on this connection in a mode; another mode has accounts of its own. */
export function useLastPlace(kind: PlaceKind, mode: Mode) {
  const { choices } = useSessionStore()
  const connectionId = useConnection()?.id
  const key = `${connectionId ?? ''} ${mode} ${kind}`
  const last = useCallback(
    (): LastPlace | undefined =>
      connectionId === undefined ? undefined : placesIn(choices.get('last-places')).get(key),
    [choices, connectionId, key],
  )
  const remember = useCallback(
    (place: LastPlace) => {
      if (connectionId === undefined || place.account === '' || place.pair === '') return
      const kept = placesIn(choices.get('last-places'))
      const before = kept.get(key)
      if (before?.account === place.account && before.pair === place.pair) return
      kept.delete(key)
      kept.set(key, place)
      choices.set('last-places', Object.fromEntries([...kept].slice(-MOST)))
    },
    [choices, connectionId, key],
  )
  return useMemo(() => ({ last, remember }), [last, remember])
}

/** What is kept, as far as it has its form. */
function placesIn(kept: unknown): Map<string, LastPlace> {
  if (typeof kept !== 'object' || kept === null) return new Map()
  return new Map(
    Object.entries(kept).flatMap(([key, found]) => {
      const { account, pair } = (found ?? {}) as Partial<Record<keyof LastPlace, unknown>>
      return typeof account === 'string' && typeof pair === 'string'
        ? [[key, { account, pair }] as const]
        : []
    }),
  )
}
