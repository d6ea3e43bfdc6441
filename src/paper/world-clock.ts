import type { Instant } from '#contract/primitives.ts'

export type WorldClock = ReturnType<typeof worldClock>

/** The time in the worlds: that of the machine or, from the start on, so many times faster. */
export function worldClock(machine: () => Instant, speed: number) {
  const start = machine()
  let origin = start
  const now = (): Instant => Math.floor(origin + (machine() - start) * speed)
  return {
    now,
    /** A world that ran ahead of the machine is not taken back: time goes on from where it stood. */
    atLeast(instant: Instant): void {
      origin += Math.max(0, instant - now())
    },
  }
}
