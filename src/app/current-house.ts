import type { House } from '#query/house.ts'
import { currentConnection, currentCredentials, type SessionStore } from '#session/session.ts'

import { buildHouse } from './house.ts'

/**
 * The house of the current connection. A switch, a lock or another key makes another one, so that
 * nothing read or sent for one connection can turn up in another.
 */
export function keepHouse(session: Pick<SessionStore, 'get' | 'subscribe'>) {
  let basis: readonly unknown[] = []
  let house: House | undefined
  const listeners = new Set<() => void>()

  const refresh = () => {
    const state = session.get()
    const connection = currentConnection(state)
    const credentials = currentCredentials(state)
    const next = [connection?.id, connection?.baseUrl, credentials]
    if (next.every((part, index) => part === basis[index]) && basis.length > 0) return
    basis = next
    house?.queryClient.clear()
    house = connection && credentials && buildHouse(connection, credentials)
    listeners.forEach((listener) => listener())
  }

  refresh()
  session.subscribe(refresh)
  return {
    get: () => house,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
