import { useSyncExternalStore } from 'react'

/** Where the styles' `max-sm` begins. */
const narrow = '(width < 40rem)'

/**
 * Whether the screen is a phone's, where a table is a list of cards. Hiding one of the two by style
 * would make every row twice.
 */
export const useIsNarrow = (): boolean =>
  useSyncExternalStore(subscribe, () => matchMedia(narrow).matches)

function subscribe(listener: () => void): () => void {
  const query = matchMedia(narrow)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
