import { useCallback } from 'react'
import * as z from 'zod/mini'

import { keptRecord } from '#session/kept-store.ts'
import type { Mode } from '#session/session.ts'
import { useConnection, useSessionStore } from '#session/use-session.ts'

const lastPlace = z.object({ account: z.string(), pair: z.string() })
/** The account and the pair that were chosen last, as the form names them. */
export type LastPlace = z.output<typeof lastPlace>

const lastPlaces = keptRecord(lastPlace)

/** DCA bots name an account by its UUID, everything else by its number. */
export type PlaceKind = 'number' | 'uuid'

/** Connections and modes whose last choice is remembered. */
const MOST = 20

/** What was chosen last on this connection in a mode; another mode has accounts of its own. */
export function useLastPlace(kind: PlaceKind, mode: Mode) {
  const { choices } = useSessionStore()
  const connectionId = useConnection()?.id
  const key = `${connectionId ?? ''} ${mode} ${kind}`
  const begin = (typed: LastPlace): LastPlace => {
    const isNowhere = typed.account === '' && typed.pair === ''
    return (isNowhere && lastPlaces.parse(choices.get('last-places'))[key]) || typed
  }
  const remember = useCallback(
    (place: LastPlace) => {
      if (connectionId === undefined || place.account === '' || place.pair === '') return
      const { [key]: before, ...others } = lastPlaces.parse(choices.get('last-places'))
      if (before?.account === place.account && before.pair === place.pair) return
      const kept = [...Object.entries(others), [key, place]].slice(-MOST)
      choices.set('last-places', Object.fromEntries(kept))
    },
    [choices, connectionId, key],
  )
  return { begin, remember }
}
