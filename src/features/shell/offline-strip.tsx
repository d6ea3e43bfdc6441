import { isThisMachine } from '#query/sending-obstacle.ts'
import { useOnline } from '#query/use-online.ts'
import { useConnection } from '#session/use-session.ts'
import { OfflineIcon } from '#ui/icons.tsx'

/** Says that the browser has no network. A hint only: what was read keeps its own age. */
export function OfflineStrip() {
  const isOnline = useOnline()
  const connection = useConnection()
  if (isOnline) return null
  return (
    <p
      role="status"
      className="flex items-center gap-2 border-b border-hairline bg-caution-soft px-6 py-1.5 max-lg:px-4"
    >
      <OfflineIcon className="flex-none text-caution" />
      {connection && isThisMachine(connection.baseUrl)
        ? 'This browser is offline. The service on this machine may still answer.'
        : 'This browser is offline. Nothing can be sent, and nothing is queued.'}
    </p>
  )
}
