import { ApiError } from '#client/api-error.ts'
import type { Client } from '#client/client.ts'
import type { Prepared } from '#dialects/prepare.ts'
import type { Endpoint, RequestOf } from '#contract/endpoint.ts'
import type { Instant } from '#contract/primitives.ts'

import type { Dispatch } from './dispatch.ts'
import {
  dedupeKey,
  dedupeKeyOf,
  type Intent,
  PATIENCE,
  reducesRisk,
  type Sendable,
} from './intent.ts'
import type { Journal } from './journal.ts'
import type { Locks } from './locks.ts'
import { abandoned, type Ended, type Outcome } from './outcome.ts'
import {
  type Act,
  createPendingConfirmations,
  type PauseWish,
  type PendingConfirmation,
  whyOutdated,
} from './pending-confirmation.ts'
import type { Reconciler } from './reconciler.ts'

export type CommandSenderParts = {
  client: Client
  journal: Journal
  locks: Locks
  reconciler: Reconciler
  now: () => Instant
  /** Milliseconds on a monotonic clock. */
  steady?: () => number
  /** Service clock minus browser clock in milliseconds; `undefined` until known. */
  offset?: () => number | undefined
  newId: () => string
  /** Aborts after this many milliseconds; the outcome is then unknown. */
  timeout: (milliseconds: number) => AbortSignal
  remembersKeys: () => boolean
  mode?: () => Intent['mode']
  obstacle?: (endpoint: Sendable, wishes: PauseWish) => string | undefined
  patience?: number
  /** Loads the code that handles a click; earlier clicks wait for it. */
  dispatch?: () => Promise<Dispatch>
}

/** Loaded right after the first paint, with the contract of every write. */
export const fetchDispatch = (): Promise<Dispatch> =>
  import('./dispatch.ts').then((module) => module.dispatch)

export type CommandSender = ReturnType<typeof createCommandSender>

export type SendWishes = Pick<Intent, 'price'> &
  PauseWish & {
    /** The control says that it repeats the same request. */
    isDeliberate?: boolean
  }

/** Single way to write: records an intent and calls `fetch` once. */
export function createCommandSender(parts: CommandSenderParts) {
  const { client, journal, locks, reconciler, now, patience = PATIENCE, steady = now } = parts
  const fetchCode = parts.dispatch ?? fetchDispatch
  const inFlight = createInFlight()
  const pending = createPendingConfirmations()
  const watched = new Set<string>()
  const secrets = new Map<string, string>()
  const modeNow = () => parts.mode?.()
  const moment = () => ({ at: now(), steady: steady(), mode: modeNow() })
  const obstacleTo = (endpoint: Sendable, { passesPause = false }: PauseWish = {}) =>
    parts.obstacle?.(endpoint, { passesPause: passesPause && reducesRisk(endpoint) })

  const intentOf = ({ id, prepared, mode, price }: PendingConfirmation | Act): Intent => {
    const { name, method, path, security, writes } = prepared.endpoint
    const sentAt = now()
    const offset = parts.offset?.()
    const key = parts.remembersKeys() ? { 'Idempotency-Key': id } : {}
    return {
      id,
      endpoint: { name, method, path, security, ...(writes && { writes }) },
      origin: new URL(prepared.url).origin,
      target: prepared.target,
      body: prepared.body,
      ...(prepared.asked && { asked: prepared.asked }),
      signed: prepared.signedText,
      headers: { ...prepared.headers, ...key },
      sentAt,
      ...(offset !== undefined && { serviceSentAt: sentAt + offset }),
      mode,
      ...(price !== undefined && { price }),
      endedAt: undefined,
      outcome: { kind: 'sending' },
    }
  }

  function begin(asked: Omit<Act, 'askedAt' | 'askedSteady' | 'hasLeft' | 'mode'>): string {
    const times = { askedAt: now(), askedSteady: steady() }
    const act: Act = { ...asked, ...times, mode: modeNow(), hasLeft: false }
    const bytes = dedupeKey(act.prepared)
    const holder = inFlight.take(bytes, act.id)
    if (holder !== undefined) return holder
    watched.add(act.id)
    journal.show(intentOf(act))
    const release = () => inFlight.release(bytes)
    void locks
      .ifFree(bytes, async (isFree) => {
        const dispatch = await fetchCode().catch(() => undefined)
        if (!dispatch)
          return end(act.id, { outcome: { kind: 'unsent', because: NO_CODE } }, release)
        const dispatched = await dispatch(act, isFree, lent)
        if ('outcome' in dispatched) return end(act.id, dispatched, release)
        release()
        journal.drop(act.id)
        pending.add({ ...act, ...dispatched })
      })
      .catch(() => endBroken(act, release))
      .then(() => {
        reconciler.consider(act.id)
        void reconciler.readBack(act.id)
      })
    return act.id
  }

  /** Handles an error in our own code around the sending. */
  async function endBroken(act: Act, release: () => void): Promise<void> {
    if (journal.find(act.id)?.outcome.kind !== 'sending') return release()
    const lost = new ApiError({ kind: 'unreadable', status: 0 })
    const outcome: Outcome = act.hasLeft
      ? { kind: 'unknown', error: lost }
      : { kind: 'unsent', because: NOT_WRITTEN }
    await end(act.id, { outcome }, release)
  }

  function leave(id: string, because: string): void {
    const one = pending.take(id)
    if (!one) return
    const intent = intentOf(one)
    journal.show({ ...intent, outcome: { kind: 'unsent', because }, endedAt: intent.sentAt })
  }

  /** Releases the bytes together with the outcome; then they can be sent again. */
  async function end(
    id: string,
    { outcome, said, kept, secret }: Ended & Pick<Intent, 'kept'>,
    release: () => void,
  ) {
    if (secret !== undefined) secrets.set(id, secret)
    release()
    await journal.change(id, {
      outcome,
      endedAt: now(),
      ...(said !== undefined && { said }),
      ...(kept && { kept }),
    })
  }

  /** Waits until no tab sends the intent; without an outcome, its tab is gone. */
  function watch(intent: Intent): void {
    if (intent.outcome.kind !== 'sending' || watched.has(intent.id)) return
    watched.add(intent.id)
    void locks
      .whenFree(dedupeKeyOf(intent), async () => {
        await journal.reread(intent.id)
        if (journal.find(intent.id)?.outcome.kind !== 'sending') return
        await journal.change(intent.id, { outcome: abandoned(), endedAt: now() })
      })
      .then(() => reconciler.consider(intent.id))
  }

  const lent = {
    ...parts,
    signal: () => parts.timeout(patience),
    moment,
    obstacleTo,
    intentOf,
  }

  const sendPrepared = (
    prepared: Prepared,
    { isDeliberate = false, price, passesPause }: SendWishes = {},
  ): string => begin({ id: parts.newId(), prepared, isDeliberate, price, passesPause })

  const considerAll = () => journal.kept().forEach(({ id }) => reconciler.consider(id))

  return {
    journal,
    pending,
    mode: modeNow,
    obstacle: obstacleTo,
    /**
     * Sends, and returns the intent's id at once. While the same bytes are being sent, it returns
     * the id of the first intent and sends nothing. If they were sent recently, they are held for
     * confirmation unless the control says that it repeats them.
     */
    send: <E extends Endpoint>(endpoint: E, request: RequestOf<E>, wishes?: SendWishes): string =>
      sendPrepared(client.prepare(endpoint, request), wishes),
    sendPrepared,
    /** Sends a held request under its id, after the trader confirmed it. */
    sendPending(id: string): void {
      const one = pending.find(id)
      if (!one) return
      const outdated = whyOutdated(one, moment())
      if (outdated !== undefined) return leave(id, outdated)
      const { prepared, price, passesPause } = one
      pending.take(id)
      begin({ id, prepared, price, passesPause, isDeliberate: true })
    },
    discard: (id: string) => leave(id, DISCARDED),
    /** Marks an unknown outcome as resolved by the trader. */
    close: (id: string) => journal.change(id, { closedAt: now() }),
    reconcile: (id: string) => reconciler.reconcile(id),
    /** Secret in the response, for the page that asked; never stored. */
    secretOf: (id: string) => secrets.get(id),
    newRef: () => parts.newId().slice(0, 8),
    /** Loads what earlier pages left; what they were sending is unknown now. */
    async recover(): Promise<void> {
      await journal.load()
      journal.kept().forEach(watch)
      considerAll()
    },
    /** Checks open intents again, once the service's extensions are known. */
    considerAll,
    /** Handles another tab's change of an intent. */
    async heard(id: string): Promise<void> {
      await journal.reread(id)
      const intent = journal.find(id)
      if (!intent) return
      watch(intent)
      reconciler.consider(id)
    },
  }
}

const NO_CODE = 'The code to send it could not be loaded, so it was not sent.'
const NOT_WRITTEN = 'This browser could not store the order, so it was not sent.'
const DISCARDED = 'It was on hold, and you did not send it.'

/** Requests under way, set before any `await`, so that a second click cannot pass. */
function createInFlight() {
  const holders = new Map<string, string>()
  return {
    take(bytes: string, intentId: string): string | undefined {
      const holder = holders.get(bytes)
      if (holder === undefined) holders.set(bytes, intentId)
      return holder
    },
    release: (bytes: string) => void holders.delete(bytes),
  }
}
