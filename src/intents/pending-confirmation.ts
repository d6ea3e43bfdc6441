import { guarded } from '#client/guarded.ts'
import type { Prepared } from '#dialects/prepare.ts'
import type { Instant } from '#contract/primitives.ts'

import { type Intent, reducesRisk } from './intent.ts'

/** Click with its request and how it was requested. */
export type Act = Pick<Intent, 'mode' | 'price'> &
  PauseWish & {
    id: string
    prepared: Prepared
    isDeliberate: boolean
    askedAt: Instant
    askedSteady: number
    /** `fetch` was called, so the request may have been sent. */
    hasLeft: boolean
  }

export type PauseWish = {
  passesPause?: boolean | undefined
}

/** Request that waits for confirmation, because the same bytes were just sent. */
export type PendingConfirmation = Omit<Act, 'isDeliberate' | 'askedSteady' | 'hasLeft'> & {
  /** The intent already sent; `undefined` until the other tab has recorded it. */
  first: Intent | undefined
}

/** Current mode, and the time by the wall clock and by the monotonic clock. */
export type Moment = Pick<Intent, 'mode'> & { at: Instant; steady: number }

/** In milliseconds. Older prices must be read again before a write is sent. */
const PRICE_STANDS_FOR = 15_000

/** Reason that a held request needs another review before it is sent. */
export function whyOutdated(
  { askedAt, mode, price }: Pick<PendingConfirmation, 'askedAt' | 'mode' | 'price'>,
  now: Pick<Moment, 'at' | 'mode'>,
): string | undefined {
  if (now.mode !== mode) return `It was reviewed in ${mode}, and the mode is now ${now.mode}.`
  const age = now.at - askedAt
  const isFresh = price === undefined || (age >= 0 && age <= PRICE_STANDS_FOR)
  return isFresh
    ? undefined
    : 'Its price is older than 15 s. Close this, and review the order again.'
}

/** In milliseconds, from the click of a write that may add risk to its request. */
const CLICK_STANDS_FOR = 15_000

/**
 * Reason that a click expired. Stops, cancels and closes never do: late is better than never.
 * `steady` cannot be set back; `at` also counts time asleep.
 */
export function whyTooLate(
  { prepared: { endpoint }, mode, askedAt, askedSteady }: Act,
  now: Moment,
): string | undefined {
  const isSwitch = endpoint.writes?.includes('mode') === true
  if (!isSwitch && now.mode !== mode) {
    return `It was requested in ${mode}, and the mode is now ${now.mode}.`
  }
  if (reducesRisk(endpoint)) return undefined
  const age = Math.max(now.at - askedAt, now.steady - askedSteady)
  const isInTime = now.at >= askedAt && age <= CLICK_STANDS_FOR
  return isInTime ? undefined : 'It could not be sent within 15 s of the click. Review it again.'
}

/** Requests held in this tab; never sent, so not in the journal. */
export function createPendingConfirmations() {
  let pending: readonly PendingConfirmation[] = []
  const listeners = new Set<() => void>()
  const set = (next: readonly PendingConfirmation[]) => {
    pending = next
    listeners.forEach(guarded)
  }
  return {
    all: () => pending,
    add: (one: PendingConfirmation) => set([...pending, one]),
    find: (id: string) => pending.find((one) => one.id === id),
    take(id: string): PendingConfirmation | undefined {
      const found = pending.find((one) => one.id === id)
      if (found) set(pending.filter((one) => one !== found))
      return found
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
