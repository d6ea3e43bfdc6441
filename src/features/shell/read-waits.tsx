// Reasons why reads of a page wait, and the service's time for the ages on it.

import { type Query, useIsFetching, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'

import { readsOneOf } from '#query/endpoint-query.ts'
import { serviceTime, useService } from '#query/service.tsx'
import { CONNECTION_READS } from '#query/stale-reads.ts'
import { ModeProvider } from '#query/use-mode.tsx'
import { NowContext, useNow } from '#ui/display-preferences.tsx'
import { DashedRingIcon } from '#ui/icons.tsx'
import { TryAgainContext } from '#ui/read-wait.tsx'

import type { Status } from './prices-status.tsx'

/** Reason why reads of the page wait. */
export function useReadWaitStatus(): Status | undefined {
  const { scheduler } = useService()
  const wait = useSyncExternalStore(scheduler.subscribe, scheduler.readWait)
  // A page without a waiting read says nothing about the budget.
  const isWaiting = useIsFetching({ predicate: isOfPage }) > 0
  if (!wait || wait.cause === 'pause') return undefined
  if (wait.cause === 'failing') {
    return {
      key: 'failing',
      icon: <DashedRingIcon />,
      sentence: wait.because ?? 'The last requests failed.',
      detail: `Next try in ${wait.seconds} s.`,
      short: 'requests fail',
      action: (
        <button type="button" className="link touch flex-none" onClick={scheduler.retryNow}>
          Try now
        </button>
      ),
    }
  }
  if (!isWaiting) return undefined
  return {
    key: 'budget',
    icon: <DashedRingIcon />,
    sentence: 'Request limit reached.',
    detail: `Resumes in ${wait.seconds} s.`,
    short: 'request limit reached',
    action: (
      <Link to="/settings" hash="budget" className="link touch flex-none">
        Raise the limit
      </Link>
    ),
  }
}

const isOfPage = (query: Query): boolean =>
  query.isActive() && query.state.data === undefined && !readsOneOf(query, CONNECTION_READS)

/** In milliseconds. The client limits how often a failing service is really asked. */
const ASKED_AGAIN = 15_000

/**
 * Ages inside use the service's clock; the age of the mode uses this browser's. *Try again* inside
 * skips the wait of reads.
 */
export function ServiceTime({ children }: { children: ReactNode }) {
  const { clock, scheduler } = useService()
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
        <TryAgainContext value={scheduler.retryNow}>{children}</TryAgainContext>
      </NowContext>
    </ModeProvider>
  )
}
