import { ApiError, isRefused } from '#client/api-error.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Instant } from '#contract/primitives.ts'
import { getTime } from '#contract/system.ts'

import { isMaking } from './asked.ts'
import { type Evidence, evidenceOf } from './evidence.ts'
import { type Intent, isKeyed, isOpen, dedupeKeyOf } from './intent.ts'
import type { Journal } from './journal.ts'
import { keptInAnswer, readBackOf } from './kept.ts'
import type { Locks } from './locks.ts'
import { idsOf, type MadeId, type Outcome, type RefusedOutcome } from './outcome.ts'

export type ReconcilerParts = {
  journal: Journal
  locks: Locks
  now: () => Instant
  wait: (milliseconds: number) => Promise<void>
  /** `isExtra`: queued behind all other reads. */
  read: (endpoint: Endpoint, request: unknown, options?: { isExtra?: boolean }) => Promise<unknown>
  /** The service advertises this extension. */
  offers: (name: string) => boolean
  /** Service clock minus browser clock in milliseconds, once known. */
  offset: () => number | undefined
  isLeft: () => boolean
  delays?: readonly number[]
  /** Milliseconds before each check for a second copy. */
  twinDelays?: readonly number[]
}

export type Reconciler = ReturnType<typeof createReconciler>

/** In milliseconds; two minutes together. */
const DELAYS = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 56_500]
export const CHECKS = DELAYS.length
const TWIN_DELAYS = [500, 3_000, 10_000]
/** In milliseconds. A service may apply a change shortly after its answer. */
const SETTLING = 1_000
const NO_READING = 'This service has no request that reads it by its ID.'
/** Maximum pages read of one list. */
const MOST_PAGES = 20

/** Finds the outcome of an intent by reading; it never sends a write. */
export function createReconciler(parts: ReconcilerParts) {
  const { journal, locks, now, delays = DELAYS, twinDelays = TWIN_DELAYS } = parts
  const looking = new Set<string>()

  const evidenceFor = (intent: Intent) => {
    const others = journal.kept().filter(({ id }) => id !== intent.id)
    return evidenceOf(intent, {
      claimed: claimedBy(others.filter(isLike(intent))),
      offers: parts.offers,
      offset: parts.offset() ?? 0,
    })
  }

  /** Intents that could have created the entity found instead. */
  const rivalsOf = (intent: Intent) => {
    const isAmbiguousWith = evidenceFor(intent)?.isAmbiguousWith
    return journal
      .kept()
      .filter((other) => other.id !== intent.id && isOpen(other) && isAmbiguousWith?.(other))
  }

  const settle = async (rivals: readonly Intent[]) => {
    const sending = rivals.filter(({ outcome }) => outcome.kind === 'sending')
    await Promise.all(
      sending.map((rival) => locks.whenFree(dedupeKeyOf(rival), () => journal.reread(rival.id))),
    )
  }

  /** Stores the service's send time, so that changes of this clock no longer matter. */
  async function keepServiceTime(id: string): Promise<void> {
    if (parts.offset() === undefined) await parts.read(getTime, {}).catch(() => undefined)
    const intent = journal.find(id)
    const offset = parts.offset()
    if (!intent || intent.serviceSentAt !== undefined || offset === undefined) return
    await journal.change(id, { serviceSentAt: intent.sentAt + offset })
  }

  /** All pages of a list, or any other answer; `undefined` if some of it failed. */
  async function readAll({ endpoint, request, rowsPerPage }: Evidence): Promise<unknown> {
    const first = await parts.read(endpoint, request(1)).catch(() => undefined)
    if (!Array.isArray(first) || rowsPerPage === undefined) return first
    const rows: unknown[] = [...first]
    let count = first.length
    for (let page = 2; count >= rowsPerPage && page <= MOST_PAGES; page += 1) {
      const next = await parts.read(endpoint, request(page)).catch(() => undefined)
      if (!Array.isArray(next)) return undefined
      rows.push(...(next as unknown[]))
      count = next.length
    }
    return rows
  }

  async function check(id: string): Promise<'again' | 'found' | 'over'> {
    await keepServiceTime(id)
    const intent = journal.find(id)
    const evidence = intent && evidenceFor(intent)
    if (!intent || intent.closedAt !== undefined || !evidence) return 'over'
    const answer = await readAll(evidence)
    if (answer === undefined) return 'again'
    await settle(rivalsOf(intent))
    if (rivalsOf(intent).length > 0) return 'again'
    const outcome = evidenceFor(intent)?.judge(answer)
    const checks = (journal.find(id)?.looked?.checks ?? 0) + 1
    await journal.change(id, {
      looked: { checks, endedAt: undefined },
      ...(outcome && {
        outcome,
        endedAt: intent.endedAt ?? now(),
        kept: keptInAnswer(intent, outcome, false),
      }),
    })
    return outcome ? 'found' : 'again'
  }

  async function lookNow(id: string, pauses: readonly number[]): Promise<void> {
    await journal.change(id, { looked: { checks: 0, endedAt: undefined } })
    let left = pauses
    for (let [pause] = left; pause !== undefined; [pause] = left) {
      left = left.slice(1)
      await parts.wait(pause)
      if (parts.isLeft()) return
      const seen = await check(id)
      if (seen === 'over') break
      // A second delivery may still arrive after the first was found.
      if (seen === 'found') left = isMaybeDuplicated(journal.find(id)) ? twinDelays : []
    }
    const looked = journal.find(id)?.looked
    await journal.change(id, { looked: { checks: looked?.checks ?? 0, endedAt: now() } })
  }

  async function look(id: string, pauses: readonly number[]): Promise<void> {
    if (looking.has(id)) return
    looking.add(id)
    const name = `looking for ${id}`
    const takeOver = async () => {
      await journal.reread(id)
      const isEnded = journal.find(id)?.looked?.endedAt !== undefined
      if (!isEnded && !parts.isLeft()) await lookNow(id, pauses)
    }
    await locks
      .ifFree(name, (isFree) => (isFree ? lookNow(id, pauses) : locks.whenFree(name, takeOver)))
      .finally(() => looking.delete(id))
  }

  /** Reads the entity once after a write and compares it with what was sent. */
  async function readBack(id: string): Promise<void> {
    const reading = readBackOf(journal.find(id))
    if (!reading) return
    const { endpoint, request, judge, without } = reading
    if (endpoint.extension && !parts.offers(endpoint.name)) {
      return journal.change(id, { kept: without(NO_READING) })
    }
    await parts.wait(SETTLING)
    const kept = await parts
      .read(endpoint, request, { isExtra: true })
      .then((entity) => judge(entity, now()))
      .catch((error: unknown) =>
        without(error instanceof ApiError ? error.message : 'It could not be read.'),
      )
    await journal.change(id, { kept })
  }

  return {
    readBack,
    /** Meaning of a refusal: the network's first copy may have succeeded, which a read shows. */
    async afterRefusal(intent: Intent, refused: RefusedOutcome): Promise<Outcome> {
      const evidence = evidenceFor(intent)
      if (!evidence) return refused
      try {
        const answer = await parts.read(evidence.endpoint, evidence.request(1))
        return evidence.judge(answer) ?? refused
      } catch (error) {
        const isGone = error instanceof ApiError && isRefused(error) && error.failure.status === 404
        return isGone ? refused : { kind: 'unknown', error: refused.error }
      }
    },
    /** Starts reading for an ended intent if its outcome is still open. */
    consider(id: string): void {
      const intent = journal.find(id)
      if (!intent || intent.looked?.endedAt !== undefined || !evidenceFor(intent)) return
      if (intent.outcome.kind === 'unknown') void look(id, delays)
      else if (isMaybeDuplicated(intent)) void look(id, twinDelays)
    },
    async reconcile(id: string): Promise<void> {
      await journal.change(id, { looked: { checks: 0, endedAt: undefined } })
      const isUnknown = journal.find(id)?.outcome.kind === 'unknown'
      await look(id, [0, ...(isUnknown ? delays : twinDelays)])
    },
  }
}

/** The browser may have repeated the request, and the answer is that of the last copy. */
const isMaybeDuplicated = (intent: Intent | undefined): boolean =>
  intent !== undefined &&
  isMaking(intent) &&
  !isKeyed(intent) &&
  ['placed', 'refused', 'duplicated'].includes(intent.outcome.kind)

const isLike =
  ({ endpoint }: Intent) =>
  (other: Intent): boolean =>
    other.endpoint.name === endpoint.name

const claimedBy = (intents: readonly Intent[]): ReadonlySet<MadeId> =>
  new Set(intents.flatMap(({ outcome }) => idsOf(outcome)))
