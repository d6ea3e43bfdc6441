import { useSyncExternalStore } from 'react'

let query: MediaQueryList | undefined

/**
 * Content below 640 px, as `narrow:` has it. Surroundings have constant width, so the window's
 * width decides before layout; half a rem allows for a scroll bar.
 */
const narrow = () => (query ??= matchMedia('(width < 46rem)'))

/** Returns true if lists show cards. Hiding one form by style would render every row twice. */
export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, isNarrow)

const isNarrow = () => narrow().matches

function subscribe(listener: () => void): () => void {
  narrow().addEventListener('change', listener)
  return () => narrow().removeEventListener('change', listener)
}
