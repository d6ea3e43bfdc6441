import type { QueryClient } from '@tanstack/react-query'

import type { ApiError } from '#client/api-error.ts'
import type { Instant } from '#contract/primitives.ts'
import { getMode, getTime, type Mode, setMode } from '#contract/system.ts'
import { type Intent, isOpen } from '#intents/intent.ts'
import type { Journal } from '#intents/journal.ts'
import { mayHaveActed } from '#intents/outcome.ts'
import type { ConnectionProfile } from '#session/connection-profile.ts'

import { endpointQuery, every, readsOneOf } from './endpoint-query.ts'
import { OF_NO_PAGE } from './stale-reads.ts'

/** The latest switch of mode that the service may have carried out, of intents newest first. */
export const latestSwitch = (intents: readonly Intent[]): Intent | undefined =>
  intents.find(({ endpoint, outcome }) => endpoint.name === setMode.name && mayHaveActed(outcome))

/** Whether nobody knows what a switch came to, although the service may have reported its mode before. */
export function isSwitchInDoubt(last: Intent | undefined, reportedAt: Instant): boolean {
  if (!last || !isOpen(last)) return false
  return last.outcome.kind === 'sending' || reportedAt <= (last.endedAt ?? 0)
}

/** What a switch says of the mode: the service's answer, or nothing once it was laid aside unknown. */
export function wordOfSwitch({
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

/** In milliseconds: a mode that was confirmed this long ago has to be confirmed again. */
const CONFIRMED_FOR = 60_000
/** In milliseconds: what a page draws goes by a present that moves once a second. */
const TICK = 2_000
/** In milliseconds: a first answer that takes longer is not waited for any more. */
const FIRST_ANSWER_WITHIN = 10_000

export type ModeWord = 'PAPER' | 'REAL'

export type KnownMode = {
  /** The last mode that was reported or declared; real where there is none, and while a switch is in doubt. */
  word: ModeWord
  /**
   * `settled`: confirmed lately, or nobody can confirm it. `coming`: the first answer of this page is
   * still on its way. `stale`: the service could not confirm it. `in doubt`: nobody knows what a
   * switch came to.
   */
  state: 'settled' | 'coming' | 'stale' | 'in doubt'
  /** When the word was last reported, confirmed or declared. */
  asOf: Instant
}

type ModeParts = {
  queryClient: Pick<QueryClient, 'getQueryData' | 'getQueryState'>
  journal: Pick<Journal, 'isLoaded' | 'kept'>
  profile: Pick<ConnectionProfile, 'declaredMode' | 'tellsMode'> | undefined
  /** When this browser last heard of the mode, on whichever page. */
  heardAt: Instant
  /** When this page began to talk to the connection. */
  askedSince: Instant
  now: Instant
}

/** What the connection's user trades, as far as it is known. The page and the sender both ask here. */
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
  // A moment that is still to come: the clock was set back, and nobody knows how old the word is.
  const asOf = Math.max(...[reportedAt, heardAt].filter((at) => at <= now + TICK), 0)
  if (isSwitchInDoubt(last, reportedAt)) return { word: 'REAL', state: 'in doubt', asOf }

  const heard = profile?.declaredMode
  const word = heard === 'paper' ? 'PAPER' : 'REAL'
  const isOnItsWay = now - askedSince < FIRST_ANSWER_WITHIN
  // An earlier page may have switched.
  if (!journal.isLoaded()) return { word, state: isOnItsWay ? 'coming' : 'stale', asOf }
  const isAsked =
    asksForMode(queryClient, profile) && !neverReportsMode(reading?.error, profile?.tellsMode)
  const isComing = isOnItsWay && reportedAt === 0 && reading?.status !== 'error'
  if (heard === undefined) {
    const time = queryClient.getQueryState(endpointQuery(getTime, {}).queryKey)
    const mayBeReported = isAsked || (time?.data === undefined && time?.status !== 'error')
    return { word, state: isComing && mayBeReported ? 'coming' : 'settled', asOf }
  }
  if (!isAsked || now - asOf <= CONFIRMED_FOR) return { word, state: 'settled', asOf }
  return { word, state: isComing ? 'coming' : 'stale', asOf }
}

/**
 * Whether the service is to be asked for its mode: where it advertises that, and where it has reported
 * its mode before and does not say now what it offers.
 */
export function asksForMode(
  queryClient: Pick<QueryClient, 'getQueryData'>,
  profile: Pick<ConnectionProfile, 'tellsMode'> | undefined,
): boolean {
  const offered = queryClient.getQueryData(endpointQuery(getTime, {}).queryKey)?.extensions
  return offered ? offered.includes(getMode.name) : profile?.tellsMode === true
}

/** A service without the endpoint, or one that refuses this key and has never reported its mode. */
function neverReportsMode(error: ApiError | null | undefined, tellsMode = false): boolean {
  if (error?.failure.kind !== 'refused') return false
  const { status } = error.failure
  return status === 404 || status === 405 || (!tellsMode && (status === 401 || status === 403))
}

/** Another program may switch the mode while a page is looked at. */
const MODE_INTERVAL = 15_000

/** The mode, asked for again and again where the service reports it. Once a page: each one asks. */
export const polledMode = (offered: boolean) => ({
  ...endpointQuery(getMode, {}),
  enabled: offered,
  refetchInterval: every(MODE_INTERVAL),
})

/**
 * Keeps every report of the mode: what the service says when asked, what it answers to a switch, and
 * that the outcome of a switch stayed unknown. So it is known after a reload and in every tab.
 */
export function learnMode(
  journal: Pick<Journal, 'kept' | 'subscribe'>,
  queryClient: QueryClient,
  learn: (mode: Mode | undefined, heardAt: Instant, how?: { isReported: boolean }) => void,
): void {
  journal.subscribe(() => {
    const last = latestSwitch(journal.kept())
    const word = last && wordOfSwitch(last)
    if (word) learn(word.mode, word.heardAt)
  })
  const { queryKey } = endpointQuery(getMode, {})
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey[0] !== queryKey[0]) return
    const answer = queryClient.getQueryData(queryKey)
    if (!answer) return
    // A word that we do not know may mean real money.
    const reported = answer.mode === 'paper' ? 'paper' : 'real'
    learn(reported, query.state.dataUpdatedAt, { isReported: true })
  })
}

type ModeSource = {
  /** The last word on the mode; `undefined` where nobody knows it. */
  mode: () => Mode | undefined
  subscribe: (listener: () => void) => () => void
}

/**
 * Empties every reading once the mode is another one, however that was learned: accounts, trades and
 * balances of two modes never stand on one page. What a page shows is read anew at once.
 */
export function emptyForMode(
  queryClient: QueryClient,
  { mode, subscribe }: ModeSource,
): () => void {
  let readIn = mode()
  return subscribe(() => {
    const now = mode()
    if (now === readIn) return
    readIn = now
    void queryClient.resetQueries({ predicate: (query) => !readsOneOf(query, OF_NO_PAGE) })
  })
}
