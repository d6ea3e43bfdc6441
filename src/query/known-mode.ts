import type { QueryClient } from '@tanstack/react-query'

import type { ApiError } from '#client/api-error.ts'
import type { Instant } from '#contract/primitives.ts'
import { getMode, getTime, type Mode, setMode } from '#contract/system.ts'
import { type Intent, isOpen } from '#intents/intent.ts'
import type { Journal } from '#intents/journal.ts'
import { mayHaveActed } from '#intents/outcome.ts'
import type { ConnectionProfile } from '#session/connection-profile.ts'

import { endpointQuery, every, readsOneOf } from './endpoint-query.ts'
import { CONNECTION_READS, isServiceLost } from './stale-reads.ts'

/** Latest mode switch that the service may have executed. `intents`: newest first. */
export const latestSwitch = (intents: readonly Intent[]): Intent | undefined =>
  intents.find(({ endpoint, outcome }) => endpoint.name === setMode.name && mayHaveActed(outcome))

/** True if the result of a switch is unknown and the service has not reported its mode since. */
export function isSwitchInDoubt(last: Intent | undefined, reportedAt: Instant): boolean {
  if (!last || !isOpen(last)) return false
  return last.outcome.kind === 'sending' || reportedAt <= (last.endedAt ?? 0)
}

/**
 * Mode after a switch: as answered by the service, or `mode: undefined` after the user dismissed a
 * switch with an unknown result. `undefined` for a switch that says nothing.
 */
export function modeAfterSwitch({
  outcome,
  endedAt,
  closedAt,
}: Intent): { mode: Mode | undefined; heardAt: Instant } | undefined {
  if (outcome.kind === 'placed' && endedAt !== undefined) {
    return { mode: (outcome.answer as { mode?: Mode }).mode, heardAt: endedAt }
  }
  if (outcome.kind === 'unknown' && closedAt !== undefined) {
    return { mode: undefined, heardAt: closedAt }
  }
  return undefined
}

/** In milliseconds. A mode confirmed earlier must be confirmed again. */
const CONFIRMED_FOR = 60_000
/** In milliseconds. Tolerance for `now`, which pages update once a second. */
const CLOCK_TOLERANCE = 2_000
/** In milliseconds. */
const FIRST_RESPONSE_TIMEOUT = 10_000

export type ShownMode = 'PAPER' | 'REAL'

export type KnownMode = {
  /** Last mode reported or declared; REAL if there is none, or while a switch is in doubt. */
  mode: ShownMode
  /**
   * `settled`: confirmed within a minute, or the service never reports its mode. `coming`: waiting
   * for the first response. `stale`: not confirmed in time. `offline`: the service cannot be reached.
   * `in doubt`: result of a switch unknown.
   */
  state: 'settled' | 'coming' | 'stale' | 'offline' | 'in doubt'
  /** Time of the last report, confirmation or declaration. */
  asOf: Instant
}

type ModeParts = {
  queryClient: Pick<QueryClient, 'getQueryCache' | 'getQueryData' | 'getQueryState'>
  journal: Pick<Journal, 'isLoaded' | 'kept'>
  profile: Pick<ConnectionProfile, 'declaredMode' | 'tellsMode'> | undefined
  /** Time of the last report, confirmation or declaration in any tab. */
  heardAt: Instant
  /** Time when this page opened the connection. */
  askedSince: Instant
  now: Instant
}

/** Trading mode of the connection and its reliability. Used for display and before each write. */
export function knownMode({
  queryClient,
  journal,
  profile,
  heardAt,
  askedSince,
  now,
}: ModeParts): KnownMode {
  const reading = queryClient.getQueryState(endpointQuery(getMode, {}).queryKey)
  const reportedAt = reading?.data ? reading.dataUpdatedAt : 0
  const last = latestSwitch(journal.kept())
  // Ignore times in the future: the clock may have been set back.
  const asOf = Math.max(...[reportedAt, heardAt].filter((at) => at <= now + CLOCK_TOLERANCE), 0)
  if (isSwitchInDoubt(last, reportedAt)) return { mode: 'REAL', state: 'in doubt', asOf }

  const declared = profile?.declaredMode
  const mode = declared === 'paper' ? 'PAPER' : 'REAL'
  const isWaiting = now - askedSince < FIRST_RESPONSE_TIMEOUT
  // The journal may contain a switch of an earlier page.
  if (isServiceLost(queryClient.getQueryCache().getAll())) return { mode, state: 'offline', asOf }
  if (!journal.isLoaded()) return { mode, state: isWaiting ? 'coming' : 'stale', asOf }
  const isAsked =
    asksForMode(queryClient, profile) && !neverReportsMode(reading?.error, profile?.tellsMode)
  const isComing = isWaiting && reportedAt === 0 && reading?.status !== 'error'
  if (declared === undefined) {
    const time = queryClient.getQueryState(endpointQuery(getTime, {}).queryKey)
    const mayBeReported = isAsked || (time?.data === undefined && time?.status !== 'error')
    return { mode, state: isComing && mayBeReported ? 'coming' : 'settled', asOf }
  }
  if (!isAsked || now - asOf <= CONFIRMED_FOR) return { mode, state: 'settled', asOf }
  return { mode, state: isComing ? 'coming' : 'stale', asOf }
}

/**
 * True if the service advertises `getMode`, or has answered it before and does not report its
 * extensions now.
 */
export function asksForMode(
  queryClient: Pick<QueryClient, 'getQueryData'>,
  profile: Pick<ConnectionProfile, 'tellsMode'> | undefined,
): boolean {
  const offered = queryClient.getQueryData(endpointQuery(getTime, {}).queryKey)?.extensions
  return offered ? offered.includes(getMode.name) : profile?.tellsMode === true
}

/** True if the service lacks the endpoint, or refuses this key and has never reported its mode. */
function neverReportsMode(error: ApiError | null | undefined, tellsMode = false): boolean {
  if (error?.failure.kind !== 'refused') return false
  const { status } = error.failure
  return status === 404 || status === 405 || (!tellsMode && (status === 401 || status === 403))
}

/** In milliseconds. Another program may switch the mode at any time. */
const MODE_INTERVAL = 15_000

/** Polls the mode if the service offers it. Use once per page. */
export const polledMode = (offered: boolean) => ({
  ...endpointQuery(getMode, {}),
  enabled: offered,
  refetchInterval: every(MODE_INTERVAL),
})

/** Saves reports of the mode and results of switches, for other tabs and after a reload. */
export function learnMode(
  journal: Pick<Journal, 'kept' | 'subscribe'>,
  queryClient: QueryClient,
  learn: (mode: Mode | undefined, heardAt: Instant, how?: { isReported: boolean }) => void,
): void {
  journal.subscribe(() => {
    const last = latestSwitch(journal.kept())
    const result = last && modeAfterSwitch(last)
    if (result) learn(result.mode, result.heardAt)
  })
  const { queryKey } = endpointQuery(getMode, {})
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey[0] !== queryKey[0]) return
    const answer = queryClient.getQueryData(queryKey)
    if (!answer) return
    // An unknown mode may mean real money.
    const reported = answer.mode === 'paper' ? 'paper' : 'real'
    learn(reported, query.state.dataUpdatedAt, { isReported: true })
  })
}

type ModeSource = { mode: () => Mode | undefined; subscribe: (listener: () => void) => () => void }

/**
 * Empties the cache when the mode changes and reads the shown data again: a page must never mix
 * data of two modes. Returns a function that stops it.
 */
export function emptyForMode(
  queryClient: QueryClient,
  { mode, subscribe }: ModeSource,
): () => void {
  let cachedMode = mode()
  return subscribe(() => {
    const newMode = mode()
    if (newMode === cachedMode) return
    cachedMode = newMode
    void queryClient.resetQueries({ predicate: (query) => !readsOneOf(query, CONNECTION_READS) })
  })
}
