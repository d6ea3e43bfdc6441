import type { Endpoint } from '#contract/endpoint.ts'
import type { Instant } from '#contract/primitives.ts'
import { getTime } from '#contract/system.ts'

import { evidenceOf } from './evidence.ts'
import { type Intent, isMaking, isOpen, samenessOf } from './intent.ts'
import type { Journal } from './journal.ts'
import type { Locks } from './locks.ts'
import type { MadeId } from './outcome.ts'

export type LookerParts = {
  journal: Journal
  locks: Locks
  now: () => Instant
  wait: (milliseconds: number) => Promise<void>
  read: (endpoint: Endpoint, request: unknown) => Promise<unknown>
  /** Whether the service advertises an endpoint beyond the spec. */
  offers: (name: string) => boolean
  /** What must be added to an instant of this browser to get the service's, once it is known. */
  offset: () => number | undefined
  /** Whether the page talks to another connection, or with another key, by now. */
  isLeft: () => boolean
  /** Milliseconds before each check of an unknown outcome. */
  delays?: readonly number[]
  /** The same after an answer: a service without keys may have done it twice. */
  twinDelays?: readonly number[]
}

export type Looker = ReturnType<typeof createLooker>

/** Two minutes in all. */
const DELAYS = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 56_500]
export const CHECKS = DELAYS.length
const TWIN_DELAYS = [500, 3_000]

/** Finds out by reading what became of an intent; it never sends anything. */
export function createLooker(parts: LookerParts) {
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

  /** What is found could be theirs as well. */
  const rivalsOf = (intent: Intent) => {
    const isMistakable = evidenceFor(intent)?.isMistakable
    return journal
      .kept()
      .filter((other) => other.id !== intent.id && isOpen(other) && isMistakable?.(other))
  }

  /** Waits until those that are under way have ended, in whichever tab. */
  const settle = async (rivals: readonly Intent[]) => {
    const sending = rivals.filter(({ outcome }) => outcome.kind === 'sending')
    await Promise.all(
      sending.map((rival) => locks.whenFree(samenessOf(rival), () => journal.reread(rival.id))),
    )
  }

  async function check(id: string): Promise<'again' | 'ended'> {
    // By a clock that is wrong, what was made just now would be looked for in the future.
    if (parts.offset() === undefined) await parts.read(getTime, {}).catch(() => undefined)
    const intent = journal.find(id)
    const evidence = intent && evidenceFor(intent)
    if (!intent || intent.closedAt !== undefined || !evidence) return 'ended'
    const answer = await parts.read(evidence.endpoint, evidence.request).catch(() => undefined)
    if (answer === undefined) return 'again'
    await settle(rivalsOf(intent))
    if (rivalsOf(intent).length > 0) return 'again'
    const outcome = evidenceFor(intent)?.judge(answer)
    const checks = (journal.find(id)?.looked?.checks ?? 0) + 1
    await journal.change(id, {
      looked: { checks, endedAt: outcome && now() },
      ...(outcome && { outcome, endedAt: intent.endedAt ?? now() }),
    })
    return outcome ? 'ended' : 'again'
  }

  async function lookNow(id: string, pauses: readonly number[]): Promise<void> {
    await journal.change(id, { looked: { checks: 0, endedAt: undefined } })
    for (const pause of pauses) {
      await parts.wait(pause)
      if (parts.isLeft()) return
      if ((await check(id)) === 'ended') break
    }
    const looked = journal.find(id)?.looked
    await journal.change(id, { looked: { checks: looked?.checks ?? 0, endedAt: now() } })
  }

  /** One tab looks for all; should it be closed meanwhile, the next one takes over. */
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

  return {
    /** Looks for an intent that has ended, where there is something to find out. */
    consider(id: string): void {
      const intent = journal.find(id)
      if (!intent || intent.looked?.endedAt !== undefined || !evidenceFor(intent)) return
      if (intent.outcome.kind === 'unknown') void look(id, delays)
      else if (mayBeTwice(intent)) void look(id, twinDelays)
    },
    async lookAgain(id: string): Promise<void> {
      await journal.change(id, { looked: { checks: 0, endedAt: undefined } })
      await look(id, [0, ...delays])
    },
    /** Whether reading can tell what became of it. */
    canTell: (intent: Intent): boolean => evidenceFor(intent) !== undefined,
  }
}

/**
 * A browser may send one request twice, which only an `Idempotency-Key` makes harmless. The answer is
 * then the second one's: after "placed" there may be two, and after "refused" there may be one.
 */
const mayBeTwice = (intent: Intent): boolean =>
  isMaking(intent) &&
  !('Idempotency-Key' in intent.headers) &&
  (intent.outcome.kind === 'placed' || intent.outcome.kind === 'refused')

const isLike =
  ({ endpoint }: Intent) =>
  (other: Intent): boolean =>
    other.endpoint.name === endpoint.name

/** What other intents have made. */
function claimedBy(intents: readonly Intent[]): ReadonlySet<MadeId> {
  const claimed = new Set<MadeId>()
  for (const { outcome } of intents) {
    if (outcome.kind === 'duplicated') outcome.ids.forEach((id) => claimed.add(id))
    const id = outcome.kind === 'placed' && (outcome.answer as { id?: unknown }).id
    if (typeof id === 'number' || typeof id === 'string') claimed.add(id)
  }
  return claimed
}
