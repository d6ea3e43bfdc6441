import type { Instant } from '#contract/primitives.ts'

export type Clock = ReturnType<typeof createClock>

type ClockSample = {
  sentAt: Instant
  receivedAt: Instant
  serverTime: Instant
  /** In milliseconds: 1,000 if the service reports whole seconds. */
  precision?: number
}

const MAX_SAMPLES = 9
/** In milliseconds. NTP corrects a clock by less between two samples. */
const MIN_CLOCK_JUMP = 2_000

/**
 * Estimates the offset of the service's clock from ours: its time minus the midpoint of request and
 * response, as the median of the last samples so that one slow response does not matter. When our
 * clock jumps against `steady`, a monotonic clock in milliseconds, earlier samples are dropped.
 */
export function createClock(now: () => Instant, steady: () => number) {
  let differences: readonly number[] = []
  let measured: { offset: number; lead: number; error: number } | undefined
  const listeners = new Set<() => void>()

  const lead = () => now() - steady()
  const offset = () =>
    measured && Math.abs(lead() - measured.lead) <= MIN_CLOCK_JUMP ? measured.offset : undefined

  const serviceTime = (here: Instant): Instant => here + (offset() ?? 0)

  return {
    /** Our uncorrected clock. */
    here: now,
    sample({ sentAt, receivedAt, serverTime, precision = 1 }: ClockSample): void {
      const before = offset() === undefined ? [] : differences
      differences = [...before, serverTime - (sentAt + receivedAt) / 2].slice(-MAX_SAMPLES)
      measured = {
        offset: Math.round(median(differences)),
        lead: lead(),
        error: (precision + receivedAt - sentAt) / 2,
      }
      listeners.forEach((listener) => listener())
    },
    /** In milliseconds; `undefined` until measured, and after our clock was set. */
    offset,
    /** Possible error of the offset in milliseconds. */
    error: (): number => measured?.error ?? 0,
    /** Estimated service time; our own time until the offset is known. */
    now: () => serviceTime(now()),
    /** Converts an instant of our clock. */
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
