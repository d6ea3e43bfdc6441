import type { ApiError } from '#client/api-error.ts'
import type { Instant } from '#contract/primitives.ts'
import type { Traffic } from '#session/traffic.ts'

export type SchedulerParts = {
  now: () => Instant
  /** Resolves after so many milliseconds, rejects when aborted. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Calls back after so many milliseconds. */
  later: (run: () => void, milliseconds: number) => void
  /** Requests a minute. */
  budget: () => number
  /** What all tabs share, and what a reload finds again. */
  traffic: Traffic
}

export type Scheduler = ReturnType<typeof createScheduler>

const MINUTE = 60_000
/** What the family's servers block for after too many requests, if they name no time of their own. */
const UNNAMED_PENALTY = 300_000

/** One budget of reads for all tabs; stands still while the service asks for a pause. */
export function createScheduler({ now, wait, later, budget, traffic }: SchedulerParts) {
  const { sent, pause } = traffic
  const listeners = new Set<() => void>()
  const tell = () => listeners.forEach((listener) => listener())

  const recent = () => {
    const at = now()
    return sent.get().filter((earlier) => earlier <= at && at - earlier < MINUTE)
  }
  /** Milliseconds; a pause that begins in the future was made by a clock that has been set back. */
  const paused = (): number => {
    const { from, until } = pause.get()
    const at = now()
    return from <= at ? Math.max(0, until - at) : 0
  }

  /** Milliseconds until another read may go out. */
  function untilTurn(): number {
    const left = paused()
    if (left > 0) return left
    const before = recent()
    const over = before.length - budget()
    return over < 0 ? 0 : (before[over] ?? now()) + MINUTE - now()
  }

  let isCountingDown = false
  function countDown(): void {
    const left = paused()
    if (left === 0 || isCountingDown) return
    isCountingDown = true
    later(
      () => {
        isCountingDown = false
        tell()
        countDown()
      },
      Math.min(1_000, left),
    )
  }

  /** A request that goes out at once, as what a person sends does. */
  const count = () => sent.set([...recent(), now()])

  sent.subscribe(tell)
  pause.subscribe(() => {
    tell()
    countDown()
  })
  countDown()

  return {
    /** Resolves when a read may go out, and counts it. */
    async turn(signal: AbortSignal): Promise<void> {
      for (let left = untilTurn(); left > 0; left = untilTurn()) await wait(left, signal)
      count()
    },
    count,
    /** Learns from a refusal, of a read or a write, that the service wants a pause. */
    heard({ failure }: ApiError) {
      if (!('status' in failure) || (failure.status !== 429 && failure.status !== 418)) return
      const named = failure.kind === 'refused' ? failure.retryAfter : undefined
      const length = named === undefined ? UNNAMED_PENALTY : named * 1_000
      // Another tab may have been told of a longer one at this moment.
      pause.reread(null)
      if (length > paused()) pause.set({ from: now(), until: now() + length })
    },
    used: () => recent().length,
    /** Seconds until the service may be asked again; 0 while it wants no pause. */
    secondsPaused: () => Math.ceil(paused() / 1_000),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
