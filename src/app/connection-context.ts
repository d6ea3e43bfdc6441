import type { WireFormat } from '#dialects/wire-format.ts'
import type { SealingKeys } from '#intents/sealed-journal.ts'
import { createExtensions } from '#query/extensions.ts'
import { emptyForMode, learnMode } from '#query/known-mode.ts'
import { keepLive } from '#query/live.ts'
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
  // A dialect knows its extensions, so stored ones of another build are replaced.
  if (offers && kept.get()?.join() !== offers.join()) kept.set(offers)
  const extensions = createExtensions({ kept, queryClient, later })
  const sender = openCommandSender(sessionStore, transport, {
    queryClient,
    extensions,
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
  const mode = {
    mode: () => connectionOf(session.get(), connection.id)?.declaredMode,
    subscribe: session.subscribe,
  }
  const stopEmptying = emptyForMode(queryClient, mode)
  void drawn.then(() => {
    if (life.signal.aborted) return
    const name = `quarterdeck.live.${connection.id}`
    keepLive({
      name,
      client,
      queryClient,
      scheduler,
      extensions,
      clock,
      mode,
      life: life.signal,
      tab: newId(),
      locks: navigator.locks,
      channel: new BroadcastChannel(name),
      page: {
        isVisible: () => !document.hidden,
        subscribe: (listener) =>
          document.addEventListener('visibilitychange', listener, { signal: life.signal }),
      },
      after: (milliseconds, run) => clearTimeout.bind(null, setTimeout(run, milliseconds)),
      random: Math.random,
    })
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
 * Maintains the context of the current connection. A switch, a lock or another key creates a new
 * one, so that no data of one connection appears in another. The first may use `opened`.
 */
export function keepConnectionContext(
  sessionStore: SessionStore,
  drawn: Promise<unknown>,
  opened?: ApiTransport,
) {
  const { session } = sessionStore
  let basis: Basis | undefined
  let connectionContext: ConnectionContext | undefined
  /** Set while the code of a dialect is loading. */
  let opening: Promise<void> | undefined
  let prepared = opened
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
    if (prepared?.connection === connection && prepared.credentials === credentials) {
      return begin(prepared)
    }
    const beginWith = (format: WireFormat) =>
      begin(openApiTransport(sessionStore, connection, credentials, format))
    const format = formatOf(connection)
    if (!(format instanceof Promise)) return beginWith(format)
    const openedFor = basis
    opening = format.then((come) => {
      if (basis === openedFor) beginWith(come)
    })
    // `whenOpen` rejects too, and tries again when called again.
    opening.catch(() => {
      if (basis === openedFor) basis = undefined
    })
  }

  refresh()
  // Releases the key in it, so that locking removes it from memory.
  prepared = undefined
  session.subscribe(refresh)
  return {
    get: () => connectionContext,
    /** Waits for the code of the dialect; rejects if it cannot be loaded. */
    async whenOpen(): Promise<ConnectionContext | undefined> {
      if (!basis) refresh()
      for (;;) {
        const awaited = opening
        await awaited
        // The user may have switched the connection meanwhile.
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
