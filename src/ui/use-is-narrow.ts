import { useSyncExternalStore } from 'react'

let query: MediaQueryList | undefined

/**
 * A page whose content is below 640 px, as `narrow:` has it. What stands around the content is as wide
 * in every window of that size, and a drawer docks in far wider ones: so the window tells it before
 * anything is laid out. Half a rem more than the rail and the padding is for a scroll bar.
 */
const narrow = () => (query ??= matchMedia('(width < 46rem)'))

/**
 * Whether a page is too narrow for a table, so that a list is one of cards. Hiding one of the two by
 * style would make every row twice.
 */
export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, isNarrow)

const isNarrow = () => narrow().matches

function subscribe(listener: () => void): () => void {
  narrow().addEventListener('change', listener)
  return () => narrow().removeEventListener('change', listener)
}
