import type { House } from '#query/house.ts'
import { createQueryClient } from '#query/query-client.ts'
import { learnMode } from '#query/learn-mode.ts'
import { readAgainAfter } from '#query/read-again.ts'
import { sessionHome } from '#session/home.ts'

import type { Line } from './line.ts'
import { newId } from './new-id.ts'
import { openDoor } from './open-door.ts'

/** Puts together what reads and sends over one connection's line. */
export function buildHouse({ connection, client, clock, drift, scheduler, reader }: Line): House {
  const now = () => Date.now()
  const life = new AbortController()
  const later = (run: () => void, milliseconds: number) => void setTimeout(run, milliseconds)
  const queryClient = createQueryClient(reader)
  const door = openDoor(connection, {
    client,
    clock,
    queryClient,
    scheduler,
    whenFree: reader.whenFree,
    life: life.signal,
  })
  readAgainAfter(door.journal, queryClient, { now, later })
  learnMode(door.journal, queryClient, (mode, heardAt) =>
    sessionHome().connections.learnMode(connection.id, mode, heardAt),
  )
  return {
    id: newId(),
    queryClient,
    service: { client, door, scheduler, clock, drift, life: life.signal },
    leave() {
      life.abort()
      queryClient.clear()
    },
  }
}
