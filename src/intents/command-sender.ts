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
  /** Milliseconds since whenever, by a clock that nobody sets. */
  steady?: () => number
  /** The service's clock less this browser's; `undefined` while it is not known. */
  offset?: () => number | undefined
  /** 16 random bytes as text. */
  newId: () => string
  /** Aborts after so many milliseconds: no answer by then is an unknown outcome. */
  timeout: (milliseconds: number) => AbortSignal
  /** The service advertises that it remembers an `Idempotency-Key`. */
  remembersKeys: () => boolean
  /** Mode known to the page: paper or real money. */
  mode?: () => Intent['mode']
  /** Obstacle to sending this write now, as a sentence. */
  obstacle?: (endpoint: Sendable, wishes: PauseWish) => string | undefined
  /** Milliseconds until an answer counts as missing. */
  patience?: number
  /** The code of what follows a click: a write that is asked for before it has come waits for it. */
  dispatch?: () => Promise<Dispatch>
}

/** It comes right after the first picture, with the contract of every write. */
export const fetchDispatch = (): Promise<Dispatch> =>
  import('./dispatch.ts').then((module) => module.dispatch)

export type CommandSender = ReturnType<typeof createCommandSender>

export type SendWishes = Pick<Intent, 'price'> &
  PauseWish & {
    /** The control itself says that it sends the same once more. */
    isDeliberate?: boolean
  }

/** The one way to write: an intent in, its outcome out, one `fetch`, never a second one. */
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

  /** Something of ours failed around the sending. */
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

  /** The bytes are released with the news: whoever reads the outcome may send again. */
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

  /** Waits until nobody sends it any more: whoever did has ended it by then, or is gone. */
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
    /** Mode known to the page. */
    mode: modeNow,
    /** Obstacle to sending this write now, as a sentence. */
    obstacle: obstacleTo,
    /**
     * Sends, and gives the intent's id at once. The same bytes while they are under way give the
     * id of the first intent and send nothing; soon after one was sent they are held back,
     * unless the control itself says that it sends them again.
     */
    send: <E extends Endpoint>(endpoint: E, request: RequestOf<E>, wishes?: SendWishes): string =>
      sendPrepared(client.prepare(endpoint, request), wishes),
    /** Sends exactly the bytes of a request that was reviewed. */
    sendPrepared,
    /** The deliberate step: sends what was held back, under the id it already has. */
    sendPending(id: string): void {
      const one = pending.find(id)
      if (!one) return
      const outdated = whyOutdated(one, moment())
      if (outdated !== undefined) return leave(id, outdated)
      const { prepared, price, passesPause } = one
      pending.take(id)
      begin({ id, prepared, price, passesPause, isDeliberate: true })
    },
    /** Leaves it unsent, and lets whoever asked for it know. */
    discard: (id: string) => leave(id, DISCARDED),
    /** Lays an unknown outcome aside: the trader has looked for himself. */
    close: (id: string) => journal.change(id, { closedAt: now() }),
    reconcile: (id: string) => reconciler.reconcile(id),
    /** Secret in the response, for the page that asked; never stored. */
    secretOf: (id: string) => secrets.get(id),
    /** Eight digits by which an order is found again. */
    newRef: () => parts.newId().slice(0, 8),
    /** Takes up what earlier pages left: what they were sending is unknown now. */
    async recover(): Promise<void> {
      await journal.load()
      journal.kept().forEach(watch)
      considerAll()
    },
    /** Looks again for what is open, now that it is known what the service can be asked. */
    considerAll,
    /** Another tab has changed an intent. */
    async heard(id: string): Promise<void> {
      await journal.reread(id)
      const intent = journal.find(id)
      if (!intent) return
      watch(intent)
      reconciler.consider(id)
    },
  }
}

const NO_CODE = 'The code that sends it could not be loaded, so it was not sent.'
const NOT_WRITTEN = 'This browser could not store the order, so it was not sent.'
const DISCARDED = 'It was on hold, and you did not send it.'

/**
 * Holds what is being sent right now. Taken synchronously, before anything is awaited: a flag kept
 * by the interface would let the second click of a busy page through.
 */
function createInFlight() {
  const holders = new Map<string, string>()
  return {
    /** The intent that is sending these bytes already, if one does; otherwise this one is, from now on. */
    take(bytes: string, intentId: string): string | undefined {
      const holder = holders.get(bytes)
      if (holder === undefined) holders.set(bytes, intentId)
      return holder
    },
    release: (bytes: string) => void holders.delete(bytes),
  }
}
