import type { House } from '#query/house.ts'
import { currentConnection, currentCredentials, type SessionStore } from '#session/session.ts'

import type { Credentials } from '#signing/credentials.ts'

import { buildHouse } from './house.ts'
import { type Line, openLine } from './line.ts'

type Basis = {
  id: string | undefined
  baseUrl: string | undefined
  credentials: Credentials | undefined
}

/**
 * The house of the current connection. A switch, a lock or another key makes another one, so that
 * nothing read or sent for one connection can turn up in another. `opened` is a line that the first
 * one may use.
 */
export function keepHouse(session: Pick<SessionStore, 'get' | 'subscribe'>, opened?: Line) {
  let basis: Basis | undefined
  let house: House | undefined
  let ahead = opened
  const listeners = new Set<() => void>()

  const refresh = () => {
    const state = session.get()
    const connection = currentConnection(state)
    const credentials = currentCredentials(state)
    const next = { id: connection?.id, baseUrl: connection?.baseUrl, credentials }
    if (basis && isSameBasis(basis, next)) return
    const former = basis?.id === next.id ? basis?.credentials?.key : undefined
    basis = next
    house?.leave()
    house = connection && credentials && buildHouse(lineOf(connection, credentials), former)
    listeners.forEach((listener) => listener())
  }

  /** The line that was opened, if it is still this connection's with this key; no key is kept for later. */
  const lineOf = (...[connection, credentials]: Parameters<typeof openLine>): Line => {
    const line = ahead
    return line?.connection === connection && line.credentials === credentials
      ? line
      : openLine(connection, credentials)
  }

  refresh()
  ahead = undefined
  session.subscribe(refresh)
  return {
    get: () => house,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const isSameBasis = (one: Basis, other: Basis) =>
  one.id === other.id && one.baseUrl === other.baseUrl && one.credentials === other.credentials
