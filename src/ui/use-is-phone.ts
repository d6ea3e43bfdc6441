import { useSyncExternalStore } from 'react'

const PHONE = '(width < 40rem)'

/** Whether the window is as narrow as a phone, where a table becomes rows of a list. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, isPhone)

const isPhone = () => matchMedia(PHONE).matches

function subscribe(listener: () => void) {
  const query = matchMedia(PHONE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
