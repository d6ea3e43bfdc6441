import { createClient } from '#client/client.ts'
import { createClock } from '#client/clock.ts'
import { createDriftReport } from '#client/drift.ts'
import type { House } from '#query/house.ts'
import { createQueryClient } from '#query/query-client.ts'
import { readAgainAfter } from '#query/read-again.ts'
import { createScheduler } from '#query/scheduler.ts'
import type { ConnectionProfile } from '#session/connection-profile.ts'
import { sessionHome } from '#session/home.ts'
import type { Credentials } from '#signing/credentials.ts'

import { newId } from './new-id.ts'
import { openDoor } from './open-door.ts'
import { wait } from './wait.ts'

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
  const door = openDoor(connection.id, { client, clock, queryClient })
  readAgainAfter(door.journal, queryClient, {
    now,
    later: (run, milliseconds) => void setTimeout(run, milliseconds),
  })
  return {
    id: newId(),
    queryClient,
    service: { client, door, scheduler, clock, drift, declaredMode: connection.declaredMode },
  }
}
