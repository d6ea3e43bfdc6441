import { useSyncExternalStore } from 'react'

import { useService } from '#query/service.tsx'
import { DashedRingIcon } from '#ui/icons.tsx'

/** Says that the service wants to be left alone, and for how long. */
export function PauseStrip() {
  const { scheduler } = useService()
  const seconds = useSyncExternalStore(scheduler.subscribe, scheduler.secondsPaused)
  if (seconds === 0) return null
  return (
    <p className="flex items-center gap-2 border-b border-hairline bg-caution-soft px-6 py-1.5 tabular-nums max-lg:px-4">
      <DashedRingIcon className="flex-none text-caution" />
      <span role="status">
        The service asked for a pause. Nothing is read or sent until it ends.
      </span>
      <span className="ml-auto flex-none">{seconds} s</span>
    </p>
  )
}
