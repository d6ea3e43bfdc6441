// Reasons why reads of a page wait, and the service's time for the ages on it.

import { type Query, useIsFetching, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'

import { readsOneOf } from '#query/endpoint-query.ts'
import type { ReadWait } from '#query/scheduler.ts'
import { serviceTime, useService } from '#query/service.tsx'
import { CONNECTION_READS } from '#query/stale-reads.ts'
import { ModeProvider, useKnownMode } from '#query/use-mode.tsx'
import { NowContext, useNow } from '#ui/display-preferences.tsx'
import { DashedRingIcon } from '#ui/icons.tsx'
import { ReadWaitContext, TryAgainContext } from '#ui/read-wait.tsx'

const LINE = <WaitLine />

/** Shows on every page why its reads wait; *Try again* skips the wait. */
export function ReadWaits({ children }: { children: ReactNode }) {
  const { scheduler } = useService()
  return (
    <TryAgainContext value={scheduler.retryNow}>
      <ReadWaitContext value={LINE}>{children}</ReadWaitContext>
    </TryAgainContext>
  )
}

/** Empty if the status strip gives the reason. */
function WaitLine() {
  const { scheduler } = useService()
  const wait = useSyncExternalStore(scheduler.subscribe, scheduler.readWait)
  // A page without a waiting read says nothing about the budget.
  const isWaiting = useIsFetching({ predicate: isOfPage }) > 0
  const isOffline = useKnownMode().state === 'offline'
  if (!wait || wait.cause === 'pause' || isOffline) return null
  if (wait.cause === 'failing') {
    return (
      <Line sentence={wait.because ?? 'The last requests failed.'} then="Next try" wait={wait}>
        <button type="button" className="link touch" onClick={scheduler.retryNow}>
          Try now
        </button>
      </Line>
    )
  }
  return (
    isWaiting && (
      <Line sentence="Request limit reached." then="Resumes" wait={wait}>
        <Link to="/settings" hash="budget" className="link touch">
          Raise the limit
        </Link>
      </Line>
    )
  )
}

type LineProps = { sentence: string; then: string; wait: ReadWait; children: ReactNode }

const Line = ({ sentence, then, wait, children }: LineProps) => (
  <p className="appear-late flex flex-wrap items-center gap-x-2 gap-y-1 py-2 text-ink-2 tabular-nums">
    <DashedRingIcon className="flex-none text-caution" />
    <span role="status">{sentence}</span>
    {/* { Screen readers do not repeat the seconds. */}
    <span>
      {then} in {wait.seconds} s.
    </span>
    {children}
  </p>
)

const isOfPage = (query: Query): boolean =>
  query.isActive() && query.state.data === undefined && !readsOneOf(query, CONNECTION_READS)

/** In milliseconds. The client limits how often a failing service is really asked. */
const ASKED_AGAIN = 15_000

/** Ages inside use the service's clock; the age of the mode uses this browser's. */
export function ServiceTime({ children }: { children: ReactNode }) {
  const { clock } = useService()
  const here = useNow()
  const offset = useSyncExternalStore(clock.subscribe, clock.offset)
  const { isSuccess, isError, refetch } = useQuery(serviceTime())
  const isSetAnew = isSuccess && offset === undefined
  // A change of this clock resets the offset of the service's clock.
  useEffect(() => {
    if (isSetAnew) void refetch()
  }, [isSetAnew, refetch])
  useEffect(() => {
    if (!isError) return
    const timer = setInterval(() => void refetch(), ASKED_AGAIN)
    return () => clearInterval(timer)
  }, [isError, refetch])
  return (
    <ModeProvider now={here ?? 0}>
      <NowContext value={here === undefined ? here : clock.serviceTime(here)}>
        {children}
      </NowContext>
    </ModeProvider>
  )
}
