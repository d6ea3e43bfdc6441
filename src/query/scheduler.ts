import type { ApiError } from '#client/api-error.ts'
import type { Instant } from '#contract/primitives.ts'

export type SchedulerParts = {
  now: () => Instant
  /** Resolves after so many milliseconds, rejects when aborted. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Requests a minute. */
  budget: () => number
  /** Told to and heard from the other tabs: they share one key and so one budget. */
  channel: { postMessage(at: Instant): void; onmessage: ((event: MessageEvent) => void) | null }
}

export type Scheduler = ReturnType<typeof createScheduler>

const MINUTE = 60_000
/** What the family's servers block for when they name no time of their own. */
const UNNAMED_PENALTY = 60_000

/** One budget of reads for all tabs; stands still while the service asks for a pause. */
export function createScheduler(parts: SchedulerParts) {
  let sent: Instant[] = []
  let pausedUntil: Instant = 0
  const listeners = new Set<() => void>()
  const tell = () => listeners.forEach((listener) => listener())

  const count = (at: Instant) => {
    sent = [...sent.filter((earlier) => at - earlier < MINUTE), at]
    tell()
  }
  parts.channel.onmessage = ({ data }) => count(data as Instant)

  /** Milliseconds until another read may go out. */
  function pause(): number {
    const now = parts.now()
    if (pausedUntil > now) return pausedUntil - now
    const recent = sent.filter((at) => now - at < MINUTE)
    const over = recent.length - parts.budget()
    return over < 0 ? 0 : (recent[over] ?? now) + MINUTE - now
  }

  return {
    async turn(signal: AbortSignal): Promise<void> {
      for (let left = pause(); left > 0; left = pause()) await parts.wait(left, signal)
      const at = parts.now()
      count(at)
      parts.channel.postMessage(at)
    },
    /** Learns from a refusal that the service wants a pause. */
    heard({ failure }: ApiError) {
      if (failure.kind !== 'refused' || (failure.status !== 429 && failure.status !== 418)) return
      const named = failure.retryAfter === undefined ? UNNAMED_PENALTY : failure.retryAfter * 1000
      pausedUntil = Math.max(pausedUntil, parts.now() + named)
      tell()
    },
    used: () => sent.filter((at) => parts.now() - at < MINUTE).length,
    pausedUntil: () => pausedUntil,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
