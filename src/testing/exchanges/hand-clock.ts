import type { FeedClock } from '#paper/live/feed.ts'

/** A clock that moves only by `advance`, which runs what is due in between, in order. */
export function handClock(start: number, random: () => number = () => 0.5) {
  let now = start
  let nextKey = 0
  const timers = new Map<number, { at: number; run: () => void }>()
  const clock: FeedClock = {
    now: () => now,
    random,
    after(milliseconds, run) {
      nextKey += 1
      const key = nextKey
      timers.set(key, { at: now + Math.max(0, milliseconds), run })
      return () => void timers.delete(key)
    },
  }
  return {
    clock,
    advance(milliseconds: number): void {
      const end = now + milliseconds
      for (;;) {
        const due = [...timers].filter(([, { at }]) => at <= end)
        const [first] = due.toSorted(([, a], [, b]) => a.at - b.at)
        if (!first) break
        const [key, { at, run }] = first
        timers.delete(key)
        now = Math.max(now, at)
        run()
      }
      now = end
    },
    /** The machine slept: time went on, and timers are late. */
    sleep: (milliseconds: number) => void (now += milliseconds),
  }
}
