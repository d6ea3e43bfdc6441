import type { Instant } from '#contract/primitives.ts'
import type { KeptStore } from '#session/kept-store.ts'
import type { Failing } from '#session/traffic.ts'

type BackOffParts = {
  /** Shared by all tabs. */
  kept: KeptStore<Failing>
  now: () => Instant
  random: () => number
  /** Failures in a row without a wait. */
  freeFailures: number
  /** In milliseconds. Each wait doubles, up to `maxWait`. */
  firstWait: number
  maxWait: number
}

export type BackOff = ReturnType<typeof createBackOff>

const NONE: Failing = { level: 0, at: 0, until: 0 }

/** Exponential back-off with jitter, so that browsers do not retry at the same time. */
export function createBackOff(parts: BackOffParts) {
  const { kept, now, random, freeFailures, firstWait, maxWait } = parts
  const waitAt = (level: number): number => {
    const doublings = level - freeFailures - 1
    const wait = Math.min(maxWait, firstWait * 2 ** doublings) * (0.5 + random() / 2)
    return doublings < 0 ? 0 : Math.round(wait)
  }

  return {
    level: () => kept.get().level,
    /** In milliseconds. Ignores a wait that began in the future: the clock was set back. */
    left(): number {
      const { at, until } = kept.get()
      const left = until - now()
      return at <= now() ? Math.min(Math.max(0, left), maxWait) : 0
    },
    /** Records the failure of a request sent at `begunAt`. Parallel failures count once. */
    failed(begunAt: Instant): void {
      kept.reread(null)
      const { level, at } = kept.get()
      if (level > 0 && begunAt < at && at <= now()) return
      kept.set({ level: level + 1, at: now(), until: now() + waitAt(level + 1) })
    },
    /** Call before sending a probe: other requests wait for its result. */
    probed(): void {
      const { level, at } = kept.get()
      kept.set({ level, at, until: now() + Math.max(firstWait, waitAt(level + 1)) })
    },
    succeeded(): void {
      if (kept.get().level > 0) kept.set(NONE)
    },
    retryNow(): void {
      const { level, until } = kept.get()
      if (until > now()) kept.set({ level, at: now(), until: 0 })
    },
  }
}
