import { guarded } from '#client/guarded.ts'
import type { Prepared } from '#dialects/prepare.ts'
import type { Instant } from '#contract/primitives.ts'

import { type Intent, reducesRisk } from './intent.ts'

/** A click: what is to be sent, and how it was asked for. */
export type Act = Pick<Intent, 'mode' | 'price'> &
  PauseWish & {
    id: string
    prepared: Prepared
    isDeliberate: boolean
    askedAt: Instant
    /** Time on the monotonic clock. */
    askedSteady: number
    /** `fetch` was called: from here on nobody can say that it was not sent. */
    hasLeft: boolean
  }

export type PauseWish = {
  /** The trader was told of the pause that the service asked for. Stops and closes alone may pass. */
  passesPause?: boolean | undefined
}

/** A request that waits for one more deliberate step, because its bytes were just sent. */
export type PendingConfirmation = Omit<Act, 'isDeliberate' | 'askedSteady' | 'hasLeft'> & {
  /** The one that was sent; `undefined` while another tab has not written it down yet. */
  first: Intent | undefined
}

/** The time by a clock that can be set and by one that nobody sets, and what is traded. */
export type Moment = Pick<Intent, 'mode'> & { at: Instant; steady: number }

/** A price is read again before anything is sent by an older one, so that nobody sends by it then. */
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

/** In milliseconds. A write that may add risk is not sent later after its click than this. */
const CLICK_STANDS_FOR = 15_000

/**
 * Reason that a click no longer sends: storing its request took too long, or another mode. A switch
 * of the mode changes it itself. Stops, cancels and closes never expire: under load they come late
 * rather than not at all. Nobody can set the clock of `steady`; that of `at` counts during sleep.
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

/** Requests held in this tab. They were never sent, so no journal has them. */
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
