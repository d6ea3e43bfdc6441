import { type Query, useIsFetching } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useSyncExternalStore } from 'react'

import { readsOneOf } from '#query/endpoint-query.ts'
import type { ReadWait } from '#query/scheduler.ts'
import { useService } from '#query/service.tsx'
import { CONNECTION_READS } from '#query/stale-reads.ts'
import { DashedRingIcon } from '#ui/icons.tsx'
import { ReadWaitContext, TryAgainContext } from '#ui/read-wait.tsx'

const LINE = <WaitLine />

/** Lets every page say what its rows wait for, and lets *Try again* skip the wait. */
export function ReadWaits({ children }: { children: ReactNode }) {
  const { scheduler } = useService()
  return (
    <TryAgainContext value={scheduler.retryNow}>
      <ReadWaitContext value={LINE}>{children}</ReadWaitContext>
    </TryAgainContext>
  )
}

function WaitLine() {
  const { scheduler } = useService()
  const wait = useSyncExternalStore(scheduler.subscribe, scheduler.readWait)
  // A page that waits for no read of its own says nothing about the budget.
  const isWaiting = useIsFetching({ predicate: isOfPage }) > 0
  if (!wait || (wait.cause === 'budget' && !isWaiting)) return null
  return (
    <p className="appear-late flex flex-wrap items-center gap-x-2 gap-y-1 py-2 text-ink-2 tabular-nums">
      <DashedRingIcon className="flex-none text-caution" />
      <span role="status">{wordsOf(wait)}</span>
      {/* The seconds are not read aloud each time. */}
      <span>
        {ENDINGS[wait.cause]} in {wait.seconds} s.
      </span>
      {wait.cause === 'budget' && (
        <Link to="/settings" hash="budget" className="link touch">
          Raise the limit
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

const ENDINGS = { budget: 'Resumes', pause: 'Updates resume', failing: 'Next try' }

const isOfPage = (query: Query): boolean =>
  query.isActive() && query.state.data === undefined && !readsOneOf(query, CONNECTION_READS)

function wordsOf(wait: ReadWait): string {
  if (wait.cause === 'failing') return wait.because ?? 'The last requests failed.'
  return wait.cause === 'pause' ? 'Rate limited.' : 'Request limit reached.'
}
