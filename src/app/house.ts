import { createClient } from '#client/client.ts'
import { createClock } from '#client/clock.ts'
import { createDriftReport } from '#client/drift.ts'
import type { House } from '#query/house.ts'
import { createQueryClient } from '#query/query-client.ts'
import { learnMode } from '#query/learn-mode.ts'
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
  const later = (run: () => void, milliseconds: number) => void setTimeout(run, milliseconds)
  const { baseUrl, id } = connection
  const scheduler = createScheduler({
    now,
    wait,
    later,
    budget: () => sessionHome().settings.get().requestBudget,
    traffic: sessionHome().traffic.of(id),
  })
  const client = createClient({
    baseUrl,
    credentials,
    fetch: (url, init) => {
      // What is read was counted when it had its turn.
      if (init.method !== 'GET') scheduler.count()
      return fetch(url, init)
    },
    clock,
    drift,
    onFailure: (error) => scheduler.heard(error),
  })
  const queryClient = createQueryClient(client, scheduler)
  const door = openDoor(connection, { client, clock, queryClient, scheduler })
  readAgainAfter(door.journal, queryClient, { now, later })
  learnMode(door.journal, queryClient, (mode, heardAt) =>
    sessionHome().connections.learnMode(id, mode, heardAt),
  )
  return {
    id: newId(),
    queryClient,
    service: { client, door, scheduler, clock, drift },
  }
}
