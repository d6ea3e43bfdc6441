import { type ApiError, cutWords } from '#client/api-error.ts'
import { limitsOf } from '#client/rate-limit.ts'
import type { Instant } from '#contract/primitives.ts'
import type { Limits, Traffic } from '#session/traffic.ts'

import { createBackOff } from './back-off.ts'
import { failureWords } from './failure-words.ts'

type SchedulerParts = {
  now: () => Instant
  /** Milliseconds of a clock that nobody sets. */
  steady: () => number
  /** Calls back after so many milliseconds. */
  later: (run: () => void, milliseconds: number) => void
  /** From 0 to 1. */
  random: () => number
  /** Reads a minute as the person has set them; `undefined` leaves that to what the service reports. */
  ownBudget: () => number | undefined
  /** What this kind of service is known to take where its answers do not say. */
  usual?: Limits['policies']
  /** Seconds for which it blocks whoever is refused again soon after a pause, where no answer names them. */
  blocksAgainFor?: number | undefined
  /** What all tabs share, and what a reload finds again. */
  traffic: Traffic
}

export type Scheduler = ReturnType<typeof createScheduler>

/**
 * What a panic reads, what a page needs for its first picture, what is read again while something is
 * shown, and what only adds to the picture. Each leaves room in the budget for what goes before it; a
 * panic knows no budget but the service's own limit.
 */
export type Rank = 'urgent' | 'first' | 'again' | 'extra'
const RANKS: readonly Rank[] = ['urgent', 'first', 'again', 'extra']
const SHARE: Record<Rank, number> = { urgent: 1, first: 1, again: 0.8, extra: 0.6 }

/** Why the service is left alone. */
export type Pause = {
  status: 429 | 418
  seconds: number
  /** Whether the service said for how long; if not, the length is ours. */
  isNamed: boolean
  /** What the service said, where this tab has heard it. */
  words: string | undefined
}

/** What reads of a first picture or of a panic wait for. */
export type ReadWait =
  | { cause: 'budget' | 'pause'; seconds: number }
  /** `because` is a sentence; `undefined` where another tab has met the failure. */
  | { cause: 'failing'; seconds: number; because: string | undefined }

const MINUTE = 60_000
const SECOND = 1_000
/** What the family's servers block for after too many requests, if they name no time of their own. */
const UNNAMED_PENALTY = 300_000
/** Nobody is locked out for longer by what one answer says. */
const LONGEST_PAUSE = 600_000
/** Reads a minute where the service reports no limit. */
const DEFAULT_BUDGET = 60

type Waiting = { rank: Rank; go: () => void; fail: (error: ApiError) => void }

/** One budget of reads for all tabs; stands still in a pause and slows down while reading fails. */
export function createScheduler(parts: SchedulerParts) {
  const { now, steady, later, random, ownBudget, usual = [], blocksAgainFor, traffic } = parts
  const { sent, pause, limits } = traffic
  const backOff = createBackOff({
    kept: traffic.failing,
    now,
    random,
    free: 1,
    first: 1_000,
    longest: MINUTE,
  })
  const listeners = new Set<() => void>()
  let queue: Waiting[] = []
  let words: { of: number; said: string } | undefined
  let failure: string | undefined
  let seenPause = { until: 0, endsAt: 0 }

  const sentWithin = (milliseconds: number): number[] => {
    const at = now()
    return sent.get().filter((earlier) => earlier <= at && at - earlier < milliseconds)
  }

  /** Milliseconds; by two clocks, so that one that is set back makes no pause longer. */
  function paused(): number {
    const { from, until } = pause.get()
    const at = now()
    const left = from <= at ? Math.max(0, Math.min(until - at, LONGEST_PAUSE)) : 0
    if (until !== seenPause.until) seenPause = { until, endsAt: steady() + left }
    return Math.min(left, Math.max(0, seenPause.endsAt - steady()))
  }

  /** How many reads may go out within how many milliseconds. */
  function allowances(): { most: number; within: number }[] {
    const own = ownBudget()
    if (own !== undefined) return [{ most: own, within: MINUTE }]
    const known = knownAllowances()
    return known.length > 0 ? known : [{ most: DEFAULT_BUDGET, within: MINUTE }]
  }

  /** The same of all requests, as the service says it or this kind of service is known for it. */
  function knownAllowances(): { most: number; within: number }[] {
    // Only a minute is remembered; longer windows show in what is left.
    const reported = limits.get().policies.filter(({ window }) => window * SECOND <= MINUTE)
    const policies = reported.length > 0 ? reported : usual
    return policies.map(({ quota, window }) => ({
      most: Math.max(1, quota - Math.ceil(quota / 5)),
      within: window * SECOND,
    }))
  }

  /** Milliseconds for each allowance until a share of it has room for the `place`-th that waits. */
  const untilFree = (allowed: ReturnType<typeof allowances>, share = 1, place = 1): number[] =>
    allowed.map(({ most, within }) => {
      const before = sentWithin(within)
      const over = before.length + place - 1 - Math.max(1, Math.floor(most * share))
      if (over < 0) return 0
      const at = now()
      return (before[Math.min(over, before.length - 1)] ?? at) + within - at
    })

  /** Milliseconds until the `place`-th of those that wait may go out, by the budget alone. */
  function untilBudget(rank: Rank, place = 1): number {
    const at = now()
    const allowed = rank === 'urgent' ? knownAllowances() : allowances()
    const waits = [0, ...untilFree(allowed, SHARE[rank], place)]
    const { sentAt, left } = limits.get()
    const since = sent.get().filter((one) => one > sentAt && one <= at).length
    for (const { left: count, until, kept } of left) {
      const isUsed = sentAt <= at && count - since - (place - 1) <= kept
      if (isUsed && until > at) waits.push(Math.min(until - at, LONGEST_PAUSE))
    }
    return Math.max(...waits)
  }

  function waitOf(rank: Rank, place = 1): { cause: ReadWait['cause']; left: number } {
    const pauseLeft = paused()
    if (pauseLeft > 0) return { cause: 'pause', left: pauseLeft }
    const failingLeft = backOff.left()
    if (failingLeft > 0) return { cause: 'failing', left: failingLeft }
    return { cause: 'budget', left: untilBudget(rank, place) }
  }

  /** Whether a pause has just ended: it was too short, whichever request met the refusal. */
  function isAgain(): boolean {
    const since = now() - pause.get().until
    return pause.get().until > 0 && since >= 0 && since < MINUTE
  }

  /** Whoever goes on while an address is banned is banned for longer. */
  const penaltyAgain = (status: number): number =>
    blocksAgainFor === undefined ? 0 : status === 418 ? LONGEST_PAUSE : blocksAgainFor * SECOND

  const count = () => {
    // Another tab may have counted one at this moment.
    sent.reread(null)
    sent.set([...sentWithin(MINUTE), now()])
  }

  let isLetting = false
  /** Lets out what may go, those of the first picture before all others, each in its turn. */
  function letOut(): void {
    if (isLetting) return
    isLetting = true
    for (;;) {
      const next = queue.toSorted((a, b) => RANKS.indexOf(a.rank) - RANKS.indexOf(b.rank))[0]
      if (!next || waitOf(next.rank).left > 0) break
      queue = queue.filter((one) => one !== next)
      // Counting it lets other tabs look for their turn: this one is the only one by then.
      if (backOff.level() > 0) backOff.tried()
      count()
      next.go()
    }
    isLetting = false
  }

  const change = () => {
    letOut()
    listeners.forEach((listener) => listener())
    keepTime()
  }

  let isKeepingTime = false
  /** Looks again when the next one may go, and each second for whoever shows how long it takes. */
  function keepTime(): void {
    if (isKeepingTime) return
    const first = RANKS.find((rank) => queue.some((one) => one.rank === rank))
    const left = first === undefined ? paused() : waitOf(first).left
    if (left === 0) return
    isKeepingTime = true
    later(
      () => {
        isKeepingTime = false
        change()
      },
      Math.min(SECOND, left),
    )
  }

  for (const store of [sent, pause, limits, traffic.failing]) store.subscribe(change)
  keepTime()

  const readWait = (waiting: Rank) => (): ReadWait | undefined => {
    const places = queue.filter(({ rank }) => rank === waiting).length
    if (places === 0) return undefined
    const { cause, left } = waitOf(waiting, places)
    if (left === 0) return undefined
    const seconds = Math.ceil(left / SECOND)
    return cause === 'failing' ? { cause, seconds, because: failure } : { cause, seconds }
  }
  const pauseNow = (): Pause | undefined => {
    const seconds = Math.ceil(paused() / SECOND)
    const { until, status, isNamed } = pause.get()
    const said = words?.of === until ? words.said : undefined
    return seconds > 0 ? { status, seconds, isNamed, words: said } : undefined
  }

  return {
    /** Resolves when a read may go out, and counts it. */
    turn(signal: AbortSignal, rank: Rank = 'first'): Promise<void> {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason as Error)
        const leave = () => {
          queue = queue.filter((one) => one !== waiting)
          reject(signal.reason as Error)
          change()
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
        change()
      })
    },
    /** A request that goes out at once, as what a person sends does. */
    count,
    /** A read was answered, whatever the answer was. */
    answered: () => backOff.succeeded(),
    /**
     * A read that went out at `begunAt` found no working service. Where it cannot be reached at all,
     * what waits behind it would find the same.
     */
    failed(begunAt: Instant, error: ApiError): void {
      const before = backOff.level()
      failure = failureWords(error)
      backOff.failed(begunAt)
      if (before === 0 || error.failure.kind !== 'unreachable') return
      const waiting = queue
      queue = []
      for (const one of waiting) one.fail(error)
      change()
    },
    /** A person asks for another try: what waits because reading failed goes now. */
    letPass: () => backOff.letPass(),
    /** Seconds until the next read is tried; 0 while reading does not fail. */
    secondsUntilTry: (): number => Math.ceil(backOff.left() / SECOND),
    /**
     * Learns what an answer, to a request that went out at `sentAt`, reports of the service's limits.
     * `serviceNow` is the service's own time, in which it names moments.
     */
    learnLimits(headers: Headers, sentAt: Instant, serviceNow: Instant = now()): void {
      const reported = limitsOf(headers, serviceNow)
      const known = limits.get()
      if (reported.policies.length + reported.left.length === 0) return
      if (known.sentAt > sentAt && known.sentAt <= now()) return
      // A quota that is there anew only after its window is one of a longer window.
      const lasts = ({ quota, window }: Limits['policies'][number]) =>
        !reported.left.some((one) => one.quota === quota && one.reset > window)
      const next: Limits = {
        sentAt,
        policies: reported.policies.length > 0 ? reported.policies : known.policies.filter(lasts),
        left: reported.left.map(({ left, reset, quota = 0 }) => ({
          left,
          until: now() + Math.min(reset * SECOND, LONGEST_PAUSE),
          kept: Math.floor(quota / 5),
        })),
      }
      limits.set(next)
    },
    /** Learns from a refusal, of a read or a write, that the service wants a pause. */
    heard({ failure }: ApiError) {
      if (!('status' in failure) || (failure.status !== 429 && failure.status !== 418)) return
      const named = failure.retryAfter
      const asked = named === undefined ? UNNAMED_PENALTY : Math.min(named * SECOND, LONGEST_PAUSE)
      // Another tab may have been asked for a longer one at this moment.
      pause.reread(null)
      const length = Math.max(asked, isAgain() ? penaltyAgain(failure.status) : 0)
      const until = now() + length
      if (length <= paused()) return
      // They may name the key, and are kept nowhere.
      words =
        failure.kind === 'refused' && failure.description !== ''
          ? { of: until, said: cutWords(failure.description) }
          : undefined
      pause.set({
        from: now(),
        until,
        status: failure.status === 418 ? 418 : 429,
        isNamed: named !== undefined && !('isWaitAssumed' in failure),
      })
    },
    used: () => sentWithin(MINUTE).length,
    /** Reads a minute, as the person has set them or as the service reports them, less a fifth. */
    budget: () => Math.min(...allowances().map(({ most, within }) => (most * MINUTE) / within)),
    /** Seconds until the service may be asked again; 0 while it wants no pause. */
    secondsPaused: () => Math.ceil(paused() / SECOND),
    /** Milliseconds until one more write of many fits in what the service takes and wants. */
    untilNextOfMany: () => Math.max(paused(), ...untilFree(knownAllowances())),
    /** The same as the last one as long as nothing of it has changed. */
    pause: steadily(pauseNow),
    readWait: steadily(readWait('first')),
    urgentWait: steadily(readWait('urgent')),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Gives the former object as long as what is in it is the same, for whoever compares by identity. */
function steadily<T extends object>(read: () => T | undefined): () => T | undefined {
  let last: T | undefined
  return () => {
    const next = read()
    if (JSON.stringify(next) !== JSON.stringify(last)) last = next
    return last
  }
}

/** Why there is a pause, as the beginning of a sentence. */
export const pauseCause = (status: Pause['status'], isNamed: boolean): string =>
  status === 418
    ? 'The service has banned this address for too many requests'
    : isNamed
      ? 'The service asked for a pause'
      : 'The service refused with status 429'

/** Why nothing goes out and for how long, with what the service itself said and nothing that it did not. */
export function pauseWords({ status, seconds, isNamed, words }: Pause): string {
  if (isNamed) return `${pauseCause(status, true)}: ${seconds} s left.`
  const said = words === undefined ? '' : ` It said: “${words}”`
  return `${pauseCause(status, false)} and gave no time. Nothing is sent for ${seconds} s.${said}`
}
