import { useCallback } from 'react'
import * as z from 'zod/mini'

import { keptRecord } from '#session/kept-store.ts'
import type { Mode } from '#session/session.ts'
import { useConnection, useSessionStore } from '#session/use-session.ts'

const lastPlace = z.object({ account: z.string(), pair: z.string() })
/** Last chosen account and pair, as named in the form. */
export type LastPlace = z.output<typeof lastPlace>

const lastPlaces = keptRecord(lastPlace)

/** DCA bots use an account's UUID, everything else its number. */
export type PlaceKind = 'number' | 'uuid'

const MAX_PLACES = 20

/** Last choice on this connection and mode; each mode has its own accounts. */
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
      const kept = [...Object.entries(others), [key, place]].slice(-MAX_PLACES)
      choices.set('last-places', Object.fromEntries(kept))
    },
    [choices, connectionId, key],
  )
  return { begin, remember }
}
