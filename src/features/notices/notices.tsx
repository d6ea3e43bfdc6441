import { useConnection, useSettings } from '#session/use-session.ts'
import { lazyPanel } from '#ui/lazy-panel.tsx'

const NoticePoller = lazyPanel(async () => (await import('./poller.tsx')).NoticePoller, {
  onGiveUp: () => undefined,
})

export function Notices() {
  const { notices } = useSettings()
  const connection = useConnection()
  if (notices.length === 0 || !connection) return null
  // A trade missing in another mode has not ended.
  return (
    <NoticePoller
      key={`${connection.id} ${connection.declaredMode}`}
      connectionId={connection.id}
      events={notices}
    />
  )
}
