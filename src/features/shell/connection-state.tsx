import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { Instant } from '#contract/primitives.ts'
import { isThisMachine } from '#query/sending-obstacle.ts'
import { useService } from '#query/service.tsx'
import { offlineSince, staleReads } from '#query/stale-reads.ts'
import { useKnownMode } from '#query/use-mode.tsx'
import { useIsReadOnly, useOnline, useWriteBlock } from '#query/use-write-block.ts'
import { useConnection } from '#session/use-session.ts'
import { useNow } from '#ui/display-preferences.tsx'
import { Time } from '#ui/time.tsx'

export const useHere = (): Instant => (useNow() ?? 0) - useService().clock.serviceTime(0)

/** In milliseconds. After a longer gap between ticks, the page was hidden. */
const AWAY = 5_000

/** Late or failed reads of the page, and the time until the next attempt. */
export function useLateReads() {
  const queryClient = useQueryClient()
  const { scheduler } = useService()
  const now = useHere()
  const [seen, setSeen] = useState({ now, backSince: 0 })
  if (now !== seen.now) setSeen({ now, backSince: now - seen.now > AWAY ? now : seen.backSince })
  // A read becomes stale or fresh when fetching starts or ends.
  useIsFetching()
  const late = staleReads(queryClient.getQueryCache().getAll(), now, seen.backSince)
  const nextAt = Math.min(...late.flatMap((one) => one.nextAt ?? []))
  const untilNext = Number.isFinite(nextAt) ? nextAt - now : 0
  return {
    late,
    oldest: late[0],
    error: late.find((one) => one.error)?.error,
    untilTry: Math.max(untilNext, scheduler.secondsUntilTry() * 1_000),
  }
}

export type LateReads = ReturnType<typeof useLateReads>

/** Time of the last answer, by the browser's clock, if the service is unreachable. */
export function useOffline(): { since: Instant } | undefined {
  const queries = useQueryClient().getQueryCache().getAll()
  const connection = useConnection()
  const isOnline = useOnline()
  const since = offlineSince(queries)
  if (since !== undefined) return { since }
  // The browser's network status says nothing about a service on this machine.
  if (isOnline || (connection && isThisMachine(connection.baseUrl))) return undefined
  return { since: Math.max(...queries.map(({ state }) => state.dataUpdatedAt)) }
}

export function OfflineSince({ since }: { since: Instant }) {
  const { clock } = useService()
  if (since === 0) return 'Offline'
  return (
    <>
      Offline since <Time at={clock.serviceTime(since)} style="hour" />
    </>
  )
}

/** Represents all writes that place orders, which share their obstacles. */
const AN_ORDER = { name: 'createSmartTrade' }

export function useTradingWord(): 'Trading on' | 'Read only' | 'Orders blocked' {
  const block = useWriteBlock({ of: AN_ORDER })
  const isReadOnly = useIsReadOnly()
  const isComing = useKnownMode().state === 'coming'
  if (isReadOnly) return 'Read only'
  return block && !isComing ? 'Orders blocked' : 'Trading on'
}
