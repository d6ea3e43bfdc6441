import type { Instant } from '#contract/primitives.ts'

export type Clock = ReturnType<typeof createClock>

/** One look at the service's clock. */
export type ClockSample = {
  sentAt: Instant
  receivedAt: Instant
  serverTime: Instant
  /** In milliseconds: 1,000 of a service that tells whole seconds. */
  precision?: number
}

const KEPT = 9
/** In milliseconds; a network time service moves a clock by less between two samples. */
const SET_ANEW = 2_000

/**
 * How far the service's clock is ahead of ours: its time against the midpoint between asking and
 * hearing, as the median of the last samples, so that one slow answer does not move it. What was
 * measured by a clock that was set anew since is worth nothing: `steady` is one that nobody sets,
 * in milliseconds since whenever.
 */
export function createClock(now: () => Instant, steady: () => number) {
  let differences: readonly number[] = []
  let measured: { offset: number; lead: number; error: number } | undefined
  const listeners = new Set<() => void>()

  const lead = () => now() - steady()
  const offset = () =>
    measured && Math.abs(lead() - measured.lead) <= SET_ANEW ? measured.offset : undefined

  const serviceTime = (here: Instant): Instant => here + (offset() ?? 0)

  return {
    /** Our clock, uncorrected: for measuring how long a call took. */
    here: now,
    sample({ sentAt, receivedAt, serverTime, precision = 1 }: ClockSample): void {
      const before = offset() === undefined ? [] : differences
      differences = [...before, serverTime - (sentAt + receivedAt) / 2].slice(-KEPT)
      measured = {
        offset: Math.round(median(differences)),
        lead: lead(),
        error: (precision + receivedAt - sentAt) / 2,
      }
      listeners.forEach((listener) => listener())
    },
    /** Milliseconds; `undefined` until the service has told its time to the clock as it is set now. */
    offset,
    /** Milliseconds by which the offset may be wrong. */
    error: (): number => measured?.error ?? 0,
    /** The service's time as far as it is known. */
    now: () => serviceTime(now()),
    /** The same for an instant of our clock. */
    serviceTime,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}
