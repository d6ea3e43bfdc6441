import { Suspense } from 'react'

import { useConnection, useSettings } from '#session/use-session.ts'
import { lazyPanel } from '#ui/lazy-panel.tsx'

const NoticePoller = lazyPanel(() => import('./poller.tsx').then((module) => module.NoticePoller), {
  onGiveUp: () => undefined,
})

/** Desktop notices of the events that the trader chose; draws nothing. */
export function Notices() {
  const { notices } = useSettings()
  const connection = useConnection()
  if (notices.length === 0 || !connection) return null
  // What ended in one mode is not missing in the other.
  return (
    <Suspense>
      <NoticePoller
        key={`${connection.id} ${connection.declaredMode}`}
        connectionId={connection.id}
        events={notices}
      />
    </Suspense>
  )
}
