import type { ConnectionContext } from '#query/connection-context.ts'
import type { ConnectionProfile } from '#session/connection-profile.ts'
import { currentConnection, currentCredentials } from '#session/session.ts'
import type { SessionStore } from '#session/session-store.ts'

import type { Credentials } from '#signing/credentials.ts'

import { createConnectionContext } from './connection-context.ts'
import { type ApiTransport, openApiTransport } from './api-transport.ts'

type Basis = {
  id: string | undefined
  baseUrl: string | undefined
  credentials: Credentials | undefined
}

/**
 * The connectionContext of the current connection. A switch, a lock or another key makes another one, so that
 * nothing read or sent for one connection can turn up in another. `opened` is a transport that the first
 * one may use.
 */
export function keepConnectionContext(sessionStore: SessionStore, opened?: ApiTransport) {
  const { session } = sessionStore
  let basis: Basis | undefined
  let connectionContext: ConnectionContext | undefined
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
    connectionContext?.leave()
    connectionContext =
      connection &&
      credentials &&
      createConnectionContext(sessionStore, transportOf(connection, credentials), former)
    listeners.forEach((listener) => listener())
  }

  /** The transport that was opened, if it is still this connection's with this key; no key is kept for later. */
  const transportOf = (connection: ConnectionProfile, credentials: Credentials): ApiTransport => {
    const transport = ahead
    return transport?.connection === connection && transport.credentials === credentials
      ? transport
      : openApiTransport(sessionStore, connection, credentials)
  }

  refresh()
  ahead = undefined
  session.subscribe(refresh)
  return {
    get: () => connectionContext,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const isSameBasis = (one: Basis, other: Basis) =>
  one.id === other.id && one.baseUrl === other.baseUrl && one.credentials === other.credentials
