import { Suspense } from 'react'

import { useConnection, useSettings } from '#session/use-session.ts'
import { lazyPanel } from '#ui/lazy-panel.tsx'

const Watch = lazyPanel(() => import('./poller.tsx').then((module) => module.Watch), {
  onGiveUp: () => undefined,
})

/** Desktop notices of what the trader asked to be told of; draws nothing. */
export function Notices() {
  const { notices } = useSettings()
  const connection = useConnection()
  if (notices.length === 0 || !connection) return null
  // What ended in one mode is not missing in the other.
  return (
    <Suspense>
      <Watch
        key={`${connection.id} ${connection.declaredMode}`}
        connectionId={connection.id}
        events={notices}
      />
    </Suspense>
  )
}
