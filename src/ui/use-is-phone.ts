import { useSyncExternalStore } from 'react'

let query: MediaQueryList | undefined

/** Where the styles' `max-sm` begins. */
const phone = () => (query ??= matchMedia('(width < 40rem)'))

/**
 * Whether the window is as narrow as a phone, where a table is a list of cards. Hiding one of the two
 * by style would make every row twice.
 */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, isPhone)

const isPhone = () => phone().matches

function subscribe(listener: () => void): () => void {
  phone().addEventListener('change', listener)
  return () => phone().removeEventListener('change', listener)
}
