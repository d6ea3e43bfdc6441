import { createClient } from '#client/client.ts'
import { createClock } from '#client/clock.ts'
import { createDriftReport } from '#client/drift.ts'
import { getTime, IDEMPOTENCY } from '#contract/system.ts'
import { createJournal } from '#intents/journal.ts'
import { createDoor } from '#intents/send.ts'
import { endpointQuery } from '#query/endpoint-query.ts'
import type { House } from '#query/house.ts'
import { createQueryClient, readAgainAfter } from '#query/query-client.ts'
import { createScheduler } from '#query/scheduler.ts'
import type { ConnectionProfile } from '#session/connection-profile.ts'
import { sessionHome } from '#session/home.ts'
import type { Credentials } from '#signing/credentials.ts'

/** Puts together what talks to one connection's service. */
export function buildHouse(connection: ConnectionProfile, credentials: Credentials): House {
  const now = () => Date.now()
  const clock = createClock(now)
  const drift = createDriftReport()
  const client = createClient({
    baseUrl: connection.baseUrl,
    credentials,
    fetch: (...call) => fetch(...call),
    clock,
    drift,
  })
  const scheduler = createScheduler({
    now,
    wait,
    budget: () => sessionHome().settings.get().requestBudget,
    channel: new BroadcastChannel(`quarterdeck.requests.${connection.id}`),
  })
  const queryClient = createQueryClient(client, scheduler)
  const journal = createJournal()
  const door = createDoor({
    client,
    journal,
    now,
    newId,
    timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
    remembersKeys: () =>
      queryClient
        .getQueryData(endpointQuery(getTime, {}).queryKey)
        ?.extensions?.includes(IDEMPOTENCY) ?? false,
  })
  readAgainAfter(journal, queryClient)
  return {
    id: newId(),
    queryClient,
    service: { client, door, scheduler, clock, drift, declaredMode: connection.declaredMode },
  }
}

const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    setTimeout(resolve, milliseconds)
  })

const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
