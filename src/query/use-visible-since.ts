import { useSyncExternalStore } from 'react'

let visibleSince = 0

const subscribe = (listener: () => void) => {
  const change = () => {
    if (!document.hidden) visibleSince = Date.now()
    listener()
  }
  document.addEventListener('visibilitychange', change)
  return () => document.removeEventListener('visibilitychange', change)
}

/** When the page last came into sight again, by this browser's clock; 0 for one that never left it. */
export const useVisibleSince = (): number => useSyncExternalStore(subscribe, () => visibleSince)
