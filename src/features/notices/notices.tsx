import { useConnection, useSettings } from '#session/use-session.ts'
import { lazyPanel } from '#ui/lazy-panel.tsx'

const NoticePoller = lazyPanel(async () => (await import('./poller.tsx')).NoticePoller, {
  onGiveUp: () => undefined,
})

/** Desktop notices of the events that the trader chose; draws nothing. */
export function Notices() {
  const { notices } = useSettings()
  const connection = useConnection()
  if (notices.length === 0 || !connection) return null
  // What ended in one mode is not missing in the other.
  return (
    <NoticePoller
      key={`${connection.id} ${connection.declaredMode}`}
      connectionId={connection.id}
      events={notices}
    />
  )
}
