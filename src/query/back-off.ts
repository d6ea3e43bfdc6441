import type { Instant } from '#contract/primitives.ts'
import type { KeptStore } from '#session/kept-store.ts'
import type { Failing } from '#session/traffic.ts'

export type BackOffParts = {
  /** All tabs share it. */
  kept: KeptStore<Failing>
  now: () => Instant
  /** From 0 to 1. */
  random: () => number
  /** Failures in a row that cost no wait. */
  free: number
  /** The first wait in milliseconds; each further one is twice as long. */
  first: number
  longest: number
}

export type BackOff = ReturnType<typeof createBackOff>

const NONE: Failing = { level: 0, at: 0, until: 0 }

/**
 * How long to leave alone what has failed. The waits are spread by chance, so that browsers that met
 * the same failure do not come back together.
 */
export function createBackOff({ kept, now, random, free, first, longest }: BackOffParts) {
  const waitAt = (level: number): number =>
    level <= free
      ? 0
      : Math.round(Math.min(longest, first * 2 ** (level - free - 1)) * (0.5 + random() / 2))

  return {
    level: () => kept.get().level,
    /** Milliseconds; a wait that begins in the future was made by a clock that was set back since. */
    left(): number {
      const { at, until } = kept.get()
      const left = until - now()
      return at <= now() ? Math.min(Math.max(0, left), longest) : 0
    },
    /** A request that went out at `begunAt` failed; those that went out together count once. */
    failed(begunAt: Instant): void {
      kept.reread(null)
      const { level, at } = kept.get()
      if (level > 0 && begunAt < at && at <= now()) return
      kept.set({ level: level + 1, at: now(), until: now() + waitAt(level + 1) })
    },
    /** The one request that finds out whether it still fails goes out: others wait for its answer. */
    tried(): void {
      const { level, at } = kept.get()
      kept.set({ level, at, until: now() + Math.max(first, waitAt(level + 1)) })
    },
    succeeded(): void {
      if (kept.get().level > 0) kept.set(NONE)
    },
    /** A person wants another try at once. */
    letPass(): void {
      const { level, until } = kept.get()
      if (until > now()) kept.set({ level, at: now(), until: 0 })
    },
  }
}
