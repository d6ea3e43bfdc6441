import { useSyncExternalStore } from 'react'

import { useService } from '#query/service.tsx'
import { useSettings } from '#session/use-session.ts'
import { Meter } from '#ui/meter.tsx'

/** What the service is asked for a minute, and how far its clock is from this browser's. */
export function RailFoot() {
  const { scheduler, clock } = useService()
  // It follows the person's own choice.
  useSettings()
  const budget = useSyncExternalStore(scheduler.subscribe, scheduler.budget)
  const used = useSyncExternalStore(scheduler.subscribe, scheduler.used)
  const pause = useSyncExternalStore(scheduler.subscribe, scheduler.secondsPaused)
  const offset = useSyncExternalStore(clock.subscribe, clock.offset)

  return (
    <dl className="mt-auto flex flex-col gap-1 px-2 text-caption text-ink-3 tabular-nums max-xl:hidden">
      <div className="flex flex-wrap justify-between gap-y-1">
        <dt>Requests</dt>
        <dd>{pause > 0 ? `paused, ${pause} s` : `${used} of ${Math.round(budget)} a minute`}</dd>
        <dd className="w-full">
          <Meter
            value={Math.min(1, used / budget)}
            label="Share of the request budget used"
            tone="neutral"
            height={2}
          />
        </dd>
      </div>
      <div className="flex justify-between">
        <dt>Service clock</dt>
        <dd>{offset === undefined ? '—' : signedSeconds(offset)}</dd>
      </div>
    </dl>
  )
}

function signedSeconds(milliseconds: number): string {
  const seconds = (Math.abs(milliseconds) / 1000).toFixed(1)
  if (seconds === '0.0') return '0.0 s'
  return `${milliseconds < 0 ? '−' : '+'}${seconds} s`
}
