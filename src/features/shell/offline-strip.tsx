import { useSyncExternalStore } from 'react'

import { OfflineIcon } from '#ui/icons.tsx'

const subscribe = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Says that the browser has no network. A hint only: what was read keeps its own age. */
export function OfflineStrip() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  if (isOnline) return null
  return (
    <p
      role="status"
      className="flex items-center gap-2 border-b border-hairline bg-caution-soft px-6 py-1.5 max-lg:px-4"
    >
      <OfflineIcon className="text-caution" />
      This browser is offline. Nothing is queued: what you send now fails at once.
    </p>
  )
}
