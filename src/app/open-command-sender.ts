import type { QueryClient } from '@tanstack/react-query'

import type { Endpoint } from '#contract/endpoint.ts'
import { IDEMPOTENCY } from '#contract/system.ts'
import { type CommandSender, createCommandSender } from '#intents/command-sender.ts'
import { indexedJournal } from '#intents/indexed-journal.ts'
import { createJournal } from '#intents/journal.ts'
import { webLocks } from '#intents/locks.ts'
import type { Outcome } from '#intents/outcome.ts'
import type { Reconciler } from '#intents/reconciler.ts'
import { journalOf, type SealingKeys } from '#intents/sealed-journal.ts'
import { endpointQuery } from '#query/endpoint-query.ts'
import type { Extensions } from '#query/extensions.ts'
import { knownMode } from '#query/known-mode.ts'
import { mayDuplicate, sendingObstacle } from '#query/sending-obstacle.ts'
import { serviceTime } from '#query/service.tsx'
import type { SessionStore } from '#session/session-store.ts'
import { connectionOf } from '#session/session.ts'

import { type ApiTransport, wait } from './api-transport.ts'

type Neighbours = {
  queryClient: QueryClient
  extensions: Extensions
  /** Resolves after the first render, which other code must not delay. */
  drawn: Promise<unknown>
  /** Aborted when the connection is left. */
  life: AbortSignal
  /** Keys to encrypt the journal; `undefined` if the connection's key is stored unencrypted. */
  sealing: SealingKeys | undefined
}

/** Command sender of a connection, with this browser's storage, locks and tabs. */
export function openCommandSender(
  { session, connections }: Pick<SessionStore, 'session' | 'connections'>,
  { connection, client, clock, scheduler, reader }: ApiTransport,
  { queryClient, extensions, drawn, life, sealing }: Neighbours,
): CommandSender {
  const { id: connectionId, baseUrl: origin } = connection
  const now = () => Date.now()
  const locks = webLocks(navigator.locks)
  const tabs = new BroadcastChannel(`quarterdeck.intents.${connectionId}`)
  const offers = (name: string) => extensions.names(name) === true

  const profile = () => connectionOf(session.get(), connectionId)
  const askedSince = now()
  const mode = () =>
    knownMode({
      queryClient,
      journal,
      profile: profile(),
      heardAt: connections.modeHeardAt(connectionId),
      askedSince,
      now: now(),
    })

  const journal = createJournal({
    store: journalOf(indexedJournal(connectionId), sealing),
    openedAt: performance.timeOrigin,
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows
    announce: (id) => tabs.postMessage(id),
  })
  const reconciler = reconcilerToCome(
    drawn,
    async () => {
      const { createReconciler } = await import('#intents/reconciler.ts')
      return createReconciler({
        journal,
        locks,
        now,
        wait: (milliseconds) => wait(milliseconds, life).catch(() => undefined),
        isLeft: () => life.aborted,
        read: (endpoint: Endpoint, request: unknown, { isExtra = false } = {}) =>
          queryClient.fetchQuery({
            ...endpointQuery(endpoint, request as never, isExtra ? 'extra' : undefined),
            staleTime: 0,
            gcTime: 0,
            retry: false,
          }),
        offers,
        offset: clock.offset,
      })
    },
    life,
  )
  const sender = createCommandSender({
    client,
    journal,
    locks,
    reconciler,
    now,
    steady: () => performance.now(),
    offset: clock.offset,
    newId,
    timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
    remembersKeys: () => offers(IDEMPOTENCY),
    mode: () => mode().mode,
    obstacle: (endpoint, { passesPause }) => {
      const connected = profile()
      return sendingObstacle(
        {
          isLeft: life.aborted,
          isWriteEnabled: connected?.writeEnabled === true,
          mayDuplicate: connected !== undefined && mayDuplicate(connected, offers(IDEMPOTENCY)),
          mode: mode().state,
          isOnline: navigator.onLine,
          origin,
          pause: passesPause === true ? undefined : scheduler.pause(),
          prices: queryClient.getQueryData(serviceTime().queryKey)?.market?.state,
        },
        endpoint,
      )
    },
  })
  // Stays open after the connection is left, so that sends under way report their outcome.
  const hear = ({ data }: MessageEvent<string>) => void sender.heard(data)
  tabs.addEventListener('message', hear, { signal: life })
  void sender.recover()
  void reader
    .whenFree()
    .then(() => queryClient.prefetchQuery(serviceTime()))
    .then(sender.considerAll)
  return sender
}

/** In milliseconds, between attempts to load missing code. */
const ASK_AGAIN = 5_000

/** Reconciler that queues its work until its code has loaded. */
function reconcilerToCome(
  drawn: Promise<unknown>,
  create: () => Promise<Reconciler>,
  life: AbortSignal,
): Reconciler {
  let coming: Promise<Reconciler> | undefined
  const come = async (): Promise<Reconciler> => {
    await Promise.race([drawn, wait(ASK_AGAIN, life)])
    for (;;) {
      const reconciler = await create().catch(() => undefined)
      if (reconciler) return reconciler
      await wait(ASK_AGAIN, life)
    }
  }
  /** `ifLeft`: result if the connection was left; the next page reconciles. */
  const whenCome = <T>(act: (reconciler: Reconciler) => T | Promise<T>, ifLeft: T): Promise<T> =>
    (coming ??= come()).then(act, () => ifLeft)
  return {
    afterRefusal: (intent, refused) =>
      whenCome<Outcome>((reconciler) => reconciler.afterRefusal(intent, refused), {
        kind: 'unknown',
        error: refused.error,
      }),
    consider: (id) => void whenCome((reconciler) => reconciler.consider(id), undefined),
    reconcile: (id) => whenCome((reconciler) => reconciler.reconcile(id), undefined),
    readBack: (id) => whenCome((reconciler) => reconciler.readBack(id), undefined),
  }
}

export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
