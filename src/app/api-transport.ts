import { createClient } from '#client/client.ts'
import { createClock } from '#client/clock.ts'
import { createDriftReport } from '#client/drift.ts'
import { tellsLimitsOfKey } from '#client/rate-limit.ts'
import { DIALECT_PROFILES } from '#dialects/dialects.ts'
import type { WireFormat } from '#dialects/wire-format.ts'
import { fetchFrom } from '#in-page/own-address.ts'
import { createBackOff } from '#query/back-off.ts'
import { createReader } from '#query/reader.ts'
import { createScheduler } from '#query/scheduler.ts'
import { goesAsText } from '#query/sending-obstacle.ts'
import type { ConnectionProfile } from '#session/connection-profile.ts'
import type { SessionStore } from '#session/session-store.ts'
import { connectionOf, currentConnection, currentCredentials } from '#session/session.ts'
import type { Credentials } from '#signing/credentials.ts'

let isLeaving = false
if (typeof addEventListener === 'function') {
  // As the first listener: what is cut off rejects as soon as any listener has returned.
  addEventListener('pagehide', () => (isLeaving = true), { capture: true })
  // Shown again from the browser's cache of pages.
  addEventListener('pageshow', () => (isLeaving = false))
}

export type ApiTransport = ReturnType<typeof openApiTransport>

/** What talks to one connection's service: whatever is read or sent goes through it. */
export function openApiTransport(
  { session, settings, traffic: trafficBooks }: SessionStore,
  connection: ConnectionProfile,
  credentials: Credentials,
  format: WireFormat,
) {
  const now = () => Date.now()
  const clock = createClock(now, () => performance.now())
  const drift = createDriftReport()
  const traffic = trafficBooks.of(connection.id)
  let leave = () => {}
  const firstSent = new Promise<void>((resolve) => (leave = resolve))
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
  const client = createClient({
    baseUrl: connection.baseUrl,
    credentials,
    format,
    fetch: (url, init, { endpoint, isFollowUp }) => {
      // What is read was counted when it had its turn, its first request alone.
      if (isFollowUp || endpoint.method !== 'GET') scheduler.count()
      const sentAt = now()
      const coming = fetchFrom(url, init).then((response) => {
        if (tellsLimitsOfKey(init, response)) {
          scheduler.learnLimits(response.headers, sentAt, clock.now())
        }
        return response
      })
      leave()
      return coming
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
  const timeout = (milliseconds: number) => AbortSignal.timeout(milliseconds)
  const reader = createReader({
    client,
    scheduler,
    timeBackOff,
    now,
    wait,
    timeout,
    isLeaving: () => isLeaving,
  })
  const { offers } = format
  return { connection, credentials, offers, client, clock, drift, scheduler, reader, firstSent }
}

/** How the service of a connection writes the calls of the contract; later where its code has to come. */
export function formatOf(connection: ConnectionProfile): WireFormat | Promise<WireFormat> {
  const { dialect, declaredMode, kind, emptyForm: bodyForm } = connection
  const mode = declaredMode === 'paper' ? 'paper' : 'real'
  const facts = { mode, algorithm: kind, bodyForm, accounts: [] } as const
  const format = DIALECT_PROFILES[dialect].load()
  return format instanceof Promise ? format.then((come) => come(facts)) : format(facts)
}

/**
 * The transport of the connection that is the current one now; none without a connection or its key, nor
 * where the code of its dialect takes longer than so many milliseconds.
 */
export async function currentApiTransport(
  sessionStore: SessionStore,
  atMost: number,
): Promise<ApiTransport | undefined> {
  const state = sessionStore.session.get()
  const connection = currentConnection(state)
  const credentials = currentCredentials(state)
  if (!connection || !credentials) return undefined
  const coming = formatOf(connection)
  const format = await (coming instanceof Promise
    ? Promise.race([coming.catch(() => undefined), wait(atMost).then(() => undefined)])
    : coming)
  return format && openApiTransport(sessionStore, connection, credentials, format)
}

/** Resolves after so many milliseconds; rejects when aborted. */
export const wait = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const abort = () => reject(signal?.reason as Error)
    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort, { once: true })
    setTimeout(resolve, milliseconds)
  })
