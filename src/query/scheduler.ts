import { type ApiError, cutWords } from '#client/api-error.ts'
import { limitsOf } from '#client/rate-limit.ts'
import type { Instant } from '#contract/primitives.ts'
import type { Limits, Traffic } from '#session/traffic.ts'

import { createBackOff } from './back-off.ts'
import { failureWords } from './failure-words.ts'
import {
  type BudgetParts,
  createReadBudget,
  MAX_PAUSE,
  MINUTE,
  type Rank,
  SECOND,
} from './read-budget.ts'

type SchedulerParts = Omit<BudgetParts, 'sent' | 'limits'> & {
  /** Monotonic clock in milliseconds. */
  steady: () => number
  later: (run: () => void, milliseconds: number) => void
  random: () => number
  /** Seconds that such services block after a second refusal, if they send no time. */
  blocksAgainFor?: number | undefined
  /** State shared by all tabs and kept over reloads. */
  traffic: Traffic
}

export type { Rank } from './read-budget.ts'
export type Scheduler = ReturnType<typeof createScheduler>

const RANKS: readonly Rank[] = ['urgent', 'first', 'again', 'extra']

export type Pause = {
  status: 429 | 418
  seconds: number
  /** True if the service sent the length; otherwise it is ours. */
  isNamed: boolean
  /** Text of the service, if it was sent to this tab. */
  words: string | undefined
}

export type ReadWait =
  | { cause: 'budget' | 'pause'; seconds: number }
  /** `because` is a sentence; `undefined` if the read failed in another tab. */
  | { cause: 'failing'; seconds: number; because: string | undefined }

/** In milliseconds. Usual block of such services after too many requests, if they send no time. */
const DEFAULT_PAUSE = 300_000

type Waiting = { rank: Rank; go: () => void; fail: (error: ApiError) => void }

/** Budget of reads, shared by all tabs. Stops during a pause and slows down while reads fail. */
export function createScheduler(parts: SchedulerParts) {
  const { now, steady, later, random, blocksAgainFor, traffic } = parts
  const { sent, pause, limits } = traffic
  const { sentWithin, allowances, knownAllowances, untilFree, untilBudget } = createReadBudget({
    ...parts,
    sent: sent.get,
    limits: limits.get,
  })
  const backOff = createBackOff({
    kept: traffic.failing,
    now,
    random,
    freeFailures: 1,
    firstWait: 1_000,
    maxWait: MINUTE,
  })
  const listeners = new Set<() => void>()
  let queue: Waiting[] = []
  let pauseText: { until: number; text: string } | undefined
  let failure: string | undefined
  let seenPause = { until: 0, endsAt: 0 }

  /** In milliseconds. Uses two clocks, so that setting one back does not prolong the pause. */
  function paused(): number {
    const { from, until } = pause.get()
    const at = now()
    const left = from <= at ? Math.max(0, Math.min(until - at, MAX_PAUSE)) : 0
    if (until !== seenPause.until) seenPause = { until, endsAt: steady() + left }
    return Math.min(left, Math.max(0, seenPause.endsAt - steady()))
  }

  function waitOf(rank: Rank, place = 1): { cause: ReadWait['cause']; left: number } {
    const pauseLeft = paused()
    if (pauseLeft > 0) return { cause: 'pause', left: pauseLeft }
    const failingLeft = backOff.left()
    if (failingLeft > 0) return { cause: 'failing', left: failingLeft }
    return { cause: 'budget', left: untilBudget(rank, place) }
  }

  /** True if a pause ended within the last minute: a refusal now means that it was too short. */
  function isAfterPause(): boolean {
    const since = now() - pause.get().until
    return pause.get().until > 0 && since >= 0 && since < MINUTE
  }

  /** Milliseconds to pause after a second refusal. Requests during a ban (418) prolong it. */
  const repeatedPause = (status: number): number =>
    blocksAgainFor === undefined ? 0 : status === 418 ? MAX_PAUSE : blocksAgainFor * SECOND

  const count = () => {
    // Includes requests of other tabs that have not been announced yet.
    sent.reread(null)
    sent.set([...sentWithin(MINUTE), now()])
  }

  let isReleasing = false
  /** Releases waiting reads that are allowed now, by rank. */
  function releaseReads(): void {
    if (isReleasing) return
    isReleasing = true
    for (;;) {
      const next = queue.toSorted((a, b) => RANKS.indexOf(a.rank) - RANKS.indexOf(b.rank))[0]
      if (!next || waitOf(next.rank).left > 0) break
      queue = queue.filter((one) => one !== next)
      // Before counting, which lets other tabs check for their turn.
      if (backOff.level() > 0) backOff.probed()
      count()
      next.go()
    }
    isReleasing = false
  }

  const update = () => {
    releaseReads()
    listeners.forEach((listener) => listener())
    startTimer()
  }

  let isTimerRunning = false
  /** Updates when the next read may go, at once if listeners drew past that, and every second. */
  function startTimer(): void {
    if (isTimerRunning) return
    const first = RANKS.find((rank) => queue.some((one) => one.rank === rank))
    const left = first === undefined ? paused() : waitOf(first).left
    if (left === 0 && first === undefined) return
    isTimerRunning = true
    later(
      () => {
        isTimerRunning = false
        update()
      },
      Math.min(SECOND, left),
    )
  }

  for (const store of [sent, pause, limits, traffic.failing]) store.subscribe(update)
  startTimer()

  const readWait = (waiting: Rank) => (): ReadWait | undefined => {
    const count = queue.filter(({ rank }) => rank === waiting).length
    if (count === 0) return undefined
    const { cause, left } = waitOf(waiting, count)
    if (left === 0) return undefined
    const seconds = Math.ceil(left / SECOND)
    return cause === 'failing' ? { cause, seconds, because: failure } : { cause, seconds }
  }
  const pauseNow = (): Pause | undefined => {
    const seconds = Math.ceil(paused() / SECOND)
    const { until, status, isNamed } = pause.get()
    const words = pauseText?.until === until ? pauseText.text : undefined
    return seconds > 0 ? { status, seconds, isNamed, words } : undefined
  }

  return {
    /** Resolves when a read may be sent, and counts it. */
    turn(signal: AbortSignal, rank: Rank = 'first'): Promise<void> {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason as Error)
        const leave = () => {
          queue = queue.filter((one) => one !== waiting)
          reject(signal.reason as Error)
          update()
        }
        const end = (then: () => void) => () => {
          signal.removeEventListener('abort', leave)
          then()
        }
        const waiting: Waiting = {
          rank,
          go: end(resolve),
          fail: (error) => end(() => reject(error))(),
        }
        signal.addEventListener('abort', leave, { once: true })
        queue.push(waiting)
        update()
      })
    },
    /** Counts a request that does not wait for its turn, such as a write. */
    count,
    /** Call when a read got any response. */
    answered: () => backOff.succeeded(),
    /**
     * Call when a read sent at `begunAt` found the service down. If it was unreachable, waiting
     * reads fail too.
     */
    failed(begunAt: Instant, error: ApiError): void {
      const before = backOff.level()
      failure = failureWords(error)
      backOff.failed(begunAt)
      if (before === 0 || error.failure.kind !== 'unreachable') return
      const waiting = queue
      queue = []
      for (const one of waiting) one.fail(error)
      update()
    },
    retryNow: () => backOff.retryNow(),
    /** Seconds until the next retry; 0 while reads do not fail. */
    secondsUntilTry: (): number => Math.ceil(backOff.left() / SECOND),
    /**
     * Saves the limits in a response to a request of `sentAt`. `serviceNow`: service's clock. Of an
     * endpoint with a limit of its own only the first counts for all requests.
     */
    learnLimits(
      headers: Headers,
      sentAt: Instant,
      { serviceNow = now(), hasOwnLimit = false } = {},
    ): void {
      const all = limitsOf(headers, serviceNow)
      const reported = hasOwnLimit
        ? { policies: all.policies.slice(0, 1), left: all.left.slice(0, 1) }
        : all
      const known = limits.get()
      if (reported.policies.length + reported.left.length === 0) return
      if (known.sentAt > sentAt && known.sentAt <= now()) return
      // A quota that resets later than its assumed window has a longer window.
      const lasts = ({ quota, window }: Limits['policies'][number]) =>
        !reported.left.some((one) => one.quota === quota && one.reset > window)
      const next: Limits = {
        sentAt,
        policies: reported.policies.length > 0 ? reported.policies : known.policies.filter(lasts),
        left: reported.left.map(({ left, reset, quota = 0 }) => ({
          left,
          until: now() + Math.min(reset * SECOND, MAX_PAUSE),
          kept: Math.floor(quota / 5),
        })),
      }
      limits.set(next)
    },
    /** Starts a pause if a read or write was refused with 429 or 418. */
    learnFailure({ failure }: ApiError): void {
      if (!('status' in failure) || (failure.status !== 429 && failure.status !== 418)) return
      const named = failure.retryAfter
      const asked = named === undefined ? DEFAULT_PAUSE : Math.min(named * SECOND, MAX_PAUSE)
      // Includes a longer pause of another tab that has not been announced yet.
      pause.reread(null)
      const length = Math.max(asked, isAfterPause() ? repeatedPause(failure.status) : 0)
      const until = now() + length
      if (length <= paused()) return
      // Not stored, because the text may contain the key.
      pauseText =
        failure.kind === 'refused' && failure.description !== ''
          ? { until, text: cutWords(failure.description) }
          : undefined
      pause.set({
        from: now(),
        until,
        status: failure.status === 418 ? 418 : 429,
        isNamed: named !== undefined && !('isWaitAssumed' in failure),
      })
    },
    used: () => sentWithin(MINUTE).length,
    /** Reads per minute: from the settings, or the service's limit less a fifth. */
    budget: () => Math.min(...allowances().map(({ most, within }) => (most * MINUTE) / within)),
    secondsPaused: () => Math.ceil(paused() / SECOND),
    /** Milliseconds until the service's limits allow the next write of a bulk run. */
    untilNextOfMany: () => Math.max(paused(), ...untilFree(knownAllowances())),
    pause: withStableIdentity(pauseNow),
    readWait: withStableIdentity(readWait('first')),
    urgentWait: withStableIdentity(readWait('urgent')),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Returns the previous object while the contents are equal, for `useSyncExternalStore`. */
function withStableIdentity<T extends object>(read: () => T | undefined): () => T | undefined {
  let last: T | undefined
  return () => {
    const next = read()
    if (JSON.stringify(next) !== JSON.stringify(last)) last = next
    return last
  }
}

/** Sentence with cause and length of a pause, and the text of the service. */
export function pauseWords({ status, seconds, isNamed, words }: Pause): string {
  const cause = status === 418 ? 'Blocked for too many requests' : 'Rate limited'
  if (isNamed) return `${cause}: ${seconds} s left.`
  const quote = words === undefined ? '' : ` It said: “${words}”`
  return `${cause}: ${seconds} s left. The service gave no time.${quote}`
}
