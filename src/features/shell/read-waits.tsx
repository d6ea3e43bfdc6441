import { Link } from '@tanstack/react-router'
import { type ReactNode, useSyncExternalStore } from 'react'

import type { ReadWait } from '#query/scheduler.ts'
import { useService } from '#query/service.tsx'
import { DashedRingIcon } from '#ui/icons.tsx'
import { ReadWaitContext, TryAgainContext } from '#ui/read-wait.tsx'

const LINE = <WaitLine />

/** Every page within says what its rows wait for, and lets a person's own try go at once. */
export function ReadWaits({ children }: { children: ReactNode }) {
  const { scheduler } = useService()
  return (
    <TryAgainContext value={scheduler.retryNow}>
      <ReadWaitContext value={LINE}>{children}</ReadWaitContext>
    </TryAgainContext>
  )
}

/** Says what a page's rows wait for, and for how long, wherever they do not come at once. */
function WaitLine() {
  const { scheduler } = useService()
  const wait = useSyncExternalStore(scheduler.subscribe, scheduler.readWait)
  if (!wait) return null
  return (
    <p className="appear-late flex flex-wrap items-center gap-x-2 gap-y-1 py-2 text-ink-2 tabular-nums">
      <DashedRingIcon className="flex-none text-caution" />
      {/* The seconds are not read aloud each time. */}
      <span role="status">{wordsOf(wait)}</span>
      <span>{wait.seconds} s.</span>
      {wait.cause === 'budget' && (
        <Link to="/settings" hash="budget" className="link touch">
          Raise it in Settings
        </Link>
      )}
      {wait.cause === 'failing' && (
        <button type="button" className="link touch" onClick={scheduler.retryNow}>
          Try now
        </button>
      )}
    </p>
  )
}

function wordsOf(wait: ReadWait): string {
  switch (wait.cause) {
    case 'budget':
      return 'Waiting for the request budget,'
    case 'pause':
      return 'Waiting until the pause of the service ends,'
    case 'failing':
      return `${wait.because ?? 'The last requests failed.'} Next try in`
  }
}
