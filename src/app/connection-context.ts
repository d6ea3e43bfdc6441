import type { ConnectionContext } from '#query/connection-context.ts'
import { createExtensions } from '#query/extensions.ts'
import { createQueryClient } from '#query/query-client.ts'
import { emptyForMode } from '#query/empty-for-mode.ts'
import { learnMode } from '#query/learn-mode.ts'
import { readAgainAfter } from '#query/read-again.ts'
import type { SealingKeys } from '#intents/sealed-journal.ts'
import { connectionOf } from '#session/session.ts'
import type { SessionStore } from '#session/session-store.ts'
import { derivedKey } from '#signing/derived-key.ts'
import type { SigningKey } from '#signing/signature.ts'

import type { ApiTransport } from './api-transport.ts'
import { newId } from './new-id.ts'
import { openCommandSender } from './open-command-sender.ts'

/**
 * Puts together what reads and sends over one connection's transport. `former` is the key it had until
 * now: what was sealed with it is sealed anew.
 */
export function createConnectionContext(
  sessionStore: SessionStore,
  transport: ApiTransport,
  former?: SigningKey,
): ConnectionContext {
  const { connection, credentials, client, clock, drift, scheduler, reader } = transport
  const { session, connections, traffic } = sessionStore
  const now = () => Date.now()
  const life = new AbortController()
  const later = (run: () => void, milliseconds: number) => void setTimeout(run, milliseconds)
  const queryClient = createQueryClient(reader)
  const { extensions: kept } = traffic.of(connection.id)
  const extensions = createExtensions({ kept, queryClient, later })
  const sender = openCommandSender(sessionStore, connection, {
    client,
    clock,
    queryClient,
    scheduler,
    extensions,
    whenFree: reader.whenFree,
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
