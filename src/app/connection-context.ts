import type { WireFormat } from '#dialects/wire-format.ts'
import type { SealingKeys } from '#intents/sealed-journal.ts'
import { createExtensions } from '#query/extensions.ts'
import { emptyForMode, learnMode } from '#query/known-mode.ts'
import { createQueryClient } from '#query/query-client.ts'
import { readAgainAfter } from '#query/read-again.ts'
import type { ConnectionContext } from '#query/service.tsx'
import type { ConnectionProfile } from '#session/connection-profile.ts'
import type { SessionStore } from '#session/session-store.ts'
import { connectionOf, currentConnection, currentCredentials } from '#session/session.ts'
import type { Credentials } from '#signing/credentials.ts'
import { derivedKey } from '#signing/derived-key.ts'
import type { SigningKey } from '#signing/signature.ts'

import { type ApiTransport, formatOf, openApiTransport } from './api-transport.ts'
import { newId, openCommandSender } from './open-command-sender.ts'

/**
 * Puts together what reads and sends over one connection's transport. `former` is the key it had until
 * now: what was sealed with it is sealed anew. What the first picture can do without waits for `drawn`.
 */
function createConnectionContext(
  sessionStore: SessionStore,
  transport: ApiTransport,
  drawn: Promise<unknown>,
  former?: SigningKey,
): ConnectionContext {
  const { connection, credentials, offers, client, clock, drift, scheduler, reader } = transport
  const { session, connections, traffic } = sessionStore
  const now = () => Date.now()
  const life = new AbortController()
  const later = (run: () => void, milliseconds: number) => void setTimeout(run, milliseconds)
  const queryClient = createQueryClient({ ...reader, now })
  const { extensions: kept } = traffic.of(connection.id)
  // What the dialect offers does not wait for the service, nor for what another build has kept.
  if (offers && kept.get()?.join() !== offers.join()) kept.set(offers)
  const extensions = createExtensions({ kept, queryClient, later })
  const sender = openCommandSender(sessionStore, connection, {
    client,
    clock,
    queryClient,
    scheduler,
    extensions,
    whenFree: reader.whenFree,
    drawn,
    life: life.signal,
    sealing:
      connection.storage === 'paper-key'
        ? undefined
        : sealingKeys(connection.id, credentials.key, former),
  })
  readAgainAfter(sender.journal, queryClient, { now, later })
  learnMode(sender.journal, queryClient, (mode, heardAt, how) =>
    connections.learnMode(connection.id, mode, heardAt, how),
  )
  const stopEmptying = emptyForMode(queryClient, {
    mode: () => connectionOf(session.get(), connection.id)?.declaredMode,
    subscribe: session.subscribe,
  })
  return {
    id: newId(),
    queryClient,
    service: { client, sender, scheduler, extensions, clock, drift, life: life.signal },
    leave() {
      life.abort()
      stopEmptying()
      queryClient.clear()
    },
  }
}

function sealingKeys(
  connection: string,
  key: SigningKey,
  former: SigningKey | undefined,
): SealingKeys {
  const purpose = `journal ${connection}`
  return {
    current: derivedKey(key, purpose),
    former: former && former !== key ? derivedKey(former, purpose) : undefined,
    random: (bytes) => crypto.getRandomValues(bytes),
  }
}

type Basis = {
  id: string | undefined
  baseUrl: string | undefined
  credentials: Credentials | undefined
}

/**
 * The connectionContext of the current connection. A switch, a lock or another key makes another one, so that
 * nothing read or sent for one connection can turn up in another. `opened` is a transport that the first
 * one may use; `drawn` resolves after the first picture.
 */
export function keepConnectionContext(
  sessionStore: SessionStore,
  drawn: Promise<unknown>,
  opened?: ApiTransport,
) {
  const { session } = sessionStore
  let basis: Basis | undefined
  let connectionContext: ConnectionContext | undefined
  /** While the code of a connection's dialect is on its way. */
  let opening: Promise<void> | undefined
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
    connectionContext = undefined
    opening = undefined
    if (connection && credentials) open(connection, credentials, former)
    listeners.forEach((listener) => listener())
  }

  function open(
    connection: ConnectionProfile,
    credentials: Credentials,
    former: SigningKey | undefined,
  ): void {
    const begin = (transport: ApiTransport) => {
      connectionContext = createConnectionContext(sessionStore, transport, drawn, former)
    }
    // The transport that was opened, if it is still this connection's with this key; no key is kept for later.
    if (ahead?.connection === connection && ahead.credentials === credentials) return begin(ahead)
    const beginWith = (format: WireFormat) =>
      begin(openApiTransport(sessionStore, connection, credentials, format))
    const format = formatOf(connection)
    if (!(format instanceof Promise)) return beginWith(format)
    const openedFor = basis
    opening = format.then((come) => {
      if (basis === openedFor) beginWith(come)
    })
    // Whoever waits for it hears that the code did not come, and asks for it anew.
    opening.catch(() => {
      if (basis === openedFor) basis = undefined
    })
  }

  refresh()
  ahead = undefined
  session.subscribe(refresh)
  return {
    get: () => connectionContext,
    /** The same, once the code that it needs has come; rejects where that does not come. */
    async whenOpen(): Promise<ConnectionContext | undefined> {
      if (!basis) refresh()
      for (;;) {
        const awaited = opening
        await awaited
        // Another connection may have been chosen meanwhile.
        if (awaited === opening) return connectionContext
      }
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const isSameBasis = (one: Basis, other: Basis) =>
  one.id === other.id && one.baseUrl === other.baseUrl && one.credentials === other.credentials
