import { createClient } from '#client/client.ts'
import { createClock } from '#client/clock.ts'
import { createDriftReport } from '#client/drift.ts'
import { tellsLimitsOfKey } from '#client/rate-limit.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { DIALECT_PROFILES } from '#dialects/dialects.ts'
import type { WireFormat } from '#dialects/wire-format.ts'
import { fetchFrom } from '#in-page/own-address.ts'
import { createBackOff } from '#query/back-off.ts'
import { createReader, MAX_PREFETCH_AGE } from '#query/reader.ts'
import { createScheduler } from '#query/scheduler.ts'
import { goesAsText } from '#query/sending-obstacle.ts'
import type { ConnectionProfile } from '#session/connection-profile.ts'
import type { SessionStore } from '#session/session-store.ts'
import { connectionOf, currentConnection, currentCredentials } from '#session/session.ts'
import type { Credentials } from '#signing/credentials.ts'

import type { EarlyReads } from './start/early-reads.ts'

let isLeaving = false
if (typeof addEventListener === 'function') {
  // Must be the first listener: aborted requests reject after any listener returns.
  addEventListener('pagehide', () => (isLeaving = true), { capture: true })
  // Restored from the back/forward cache.
  addEventListener('pageshow', () => (isLeaving = false))
}

export type ApiTransport = ReturnType<typeof openApiTransport>

/** Client, scheduler and reader of one connection. All requests go through them. */
export function openApiTransport(
  { session, settings, traffic: trafficBooks }: SessionStore,
  connection: ConnectionProfile,
  credentials: Credentials,
  format: WireFormat,
  early?: EarlyReads,
) {
  const now = () => Date.now()
  const clock = createClock(now, () => performance.now())
  const drift = createDriftReport()
  const traffic = trafficBooks.of(connection.id)
  const scheduler = createScheduler({
    now,
    steady: () => performance.now(),
    random: Math.random,
    later: (run, milliseconds) => void setTimeout(run, milliseconds),
    ownBudget: () => settings.get().readsAMinute,
    usual: DIALECT_PROFILES[connection.dialect].limits,
    blocksAgainFor: DIALECT_PROFILES[connection.dialect].blocksAgainFor,
    traffic,
  })
  const learnLimits =
    (sentAt: number, { ownLimit }: Endpoint) =>
    (response: Response): Response => {
      const { headers } = response
      const hasOwnLimit = ownLimit !== undefined
      scheduler.learnLimits(headers, sentAt, { serviceNow: clock.now(), hasOwnLimit })
      return response
    }
  const client = createClient({
    baseUrl: connection.baseUrl,
    credentials,
    format,
    fetch: (url, init, { endpoint, isFollowUp }) => {
      // The scheduler counted the first request of a read already.
      if (isFollowUp || endpoint.method !== 'GET') scheduler.count()
      const sentAt = now()
      const learn = learnLimits(sentAt, endpoint)
      return fetchFrom(url, init).then((response) =>
        tellsLimitsOfKey(init, response) ? learn(response) : response,
      )
    },
    goesAsText: (endpoint) => {
      const profile = connectionOf(session.get(), connection.id)
      return profile !== undefined && goesAsText(profile, endpoint)
    },
    clock,
    drift,
    onFailure: (error) => scheduler.learnFailure(error),
  })
  const timeBackOff = createBackOff({
    kept: traffic.timeFailing,
    now,
    random: Math.random,
    freeFailures: 1,
    firstWait: 15_000,
    maxWait: 300_000,
  })
  const reader = createReader({
    client,
    scheduler,
    timeBackOff,
    takeEarly({ url, endpoint }) {
      const profile = connectionOf(session.get(), connection.id)
      const response = early?.responses.get(url)
      early?.responses.delete(url)
      if (!early || !response || !isSame(early.connection, profile)) return undefined
      if (now() - early.sentAt >= MAX_PREFETCH_AGE) return undefined
      const learn = learnLimits(early.sentAt, endpoint)
      return {
        sentAt: early.sentAt,
        response: response.then((answer) => (answer.ok ? learn(answer) : answer)),
      }
    },
    now,
    wait,
    timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
    isLeaving: () => isLeaving,
  })
  const { offers } = format
  return { connection, credentials, offers, client, clock, drift, scheduler, reader }
}

/** Same service, key and mode, so that an early read counts. */
const isSame = (one: EarlyReads['connection'], other?: ConnectionProfile): boolean =>
  Object.entries(one).every(([name, value]) => other?.[name as keyof ConnectionProfile] === value)

/** Wire format of a connection's dialect; a promise if its code must be loaded. */
export function formatOf(connection: ConnectionProfile): WireFormat | Promise<WireFormat> {
  const { dialect, declaredMode, kind, emptyForm: bodyForm } = connection
  const mode = declaredMode === 'paper' ? 'paper' : 'real'
  const facts = { mode, algorithm: kind, bodyForm, accounts: [] } as const
  const format = DIALECT_PROFILES[dialect].load()
  return format instanceof Promise ? format.then((come) => come(facts)) : format(facts)
}

/**
 * Opens the transport of the current connection; `undefined` without a connection or key, or if
 * loading the code of its dialect takes longer than `timeout` milliseconds.
 */
export async function currentApiTransport(
  sessionStore: SessionStore,
  timeout: number,
  early?: EarlyReads,
): Promise<ApiTransport | undefined> {
  const state = sessionStore.session.get()
  const connection = currentConnection(state)
  const credentials = currentCredentials(state)
  if (!connection || !credentials) return undefined
  const coming = formatOf(connection)
  const format = await (coming instanceof Promise
    ? Promise.race([coming.catch(() => undefined), wait(timeout).then(() => undefined)])
    : coming)
  return format && openApiTransport(sessionStore, connection, credentials, format, early)
}

export const wait = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const abort = () => reject(signal?.reason as Error)
    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort, { once: true })
    setTimeout(resolve, milliseconds)
  })
