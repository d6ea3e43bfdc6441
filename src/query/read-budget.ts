import type { Instant } from '#contract/primitives.ts'
import type { Limits } from '#session/traffic.ts'

// Also part of the page's inline script, so it imports no code.

/** Priority: reads of a panic, first reads of a page, refreshes, extras such as candles. */
export type Rank = 'urgent' | 'first' | 'again' | 'extra'
/** Part of the budget that a rank may use. Urgent reads obey only the service's own limit. */
const SHARE: Record<Rank, number> = { urgent: 1, first: 1, again: 0.8, extra: 0.6 }

export const MINUTE = 60_000
export const SECOND = 1_000
/** In milliseconds. Limits the effect of a wrong response. */
export const MAX_PAUSE = 600_000
/** Reads per minute if the service reports no limit. */
const DEFAULT_BUDGET = 60

export type BudgetParts = {
  now: () => Instant
  /** Reads per minute from the settings; by default the service's limit. */
  ownBudget: () => number | undefined
  /** Known limits of this kind of service, for responses that report none. */
  usual?: Limits['policies']
  sent: () => readonly Instant[]
  limits: () => Limits
}

/** Budget of reads by the recorded requests and limits of a service. */
export function createReadBudget({ now, ownBudget, usual = [], sent, limits }: BudgetParts) {
  const sentWithin = (milliseconds: number): number[] => {
    const at = now()
    return sent().filter((earlier) => earlier <= at && at - earlier < milliseconds)
  }

  /** At most `most` reads per `within` milliseconds. */
  function allowances(): { most: number; within: number }[] {
    const own = ownBudget()
    if (own !== undefined) return [{ most: own, within: MINUTE }]
    const known = knownAllowances()
    return known.length > 0 ? known : [{ most: DEFAULT_BUDGET, within: MINUTE }]
  }

  /** Limits of all requests, reported or usual, less a fifth for other programs. */
  function knownAllowances(): { most: number; within: number }[] {
    // Longer windows are enforced by the remaining requests, as `sent` covers a minute.
    const reported = limits().policies.filter(({ window }) => window * SECOND <= MINUTE)
    const policies = reported.length > 0 ? reported : usual
    return policies.map(({ quota, window }) => ({
      most: Math.max(1, quota - Math.ceil(quota / 5)),
      within: window * SECOND,
    }))
  }

  /** Milliseconds until the `place`-th waiting request fits into the share of each allowance. */
  const untilFree = (allowed: ReturnType<typeof allowances>, share = 1, place = 1): number[] =>
    allowed.map(({ most, within }) => {
      const before = sentWithin(within)
      const over = before.length + place - 1 - Math.max(1, Math.floor(most * share))
      if (over < 0) return 0
      const at = now()
      return (before[Math.min(over, before.length - 1)] ?? at) + within - at
    })

  /** Milliseconds until the budget allows the `place`-th waiting read. */
  function untilBudget(rank: Rank, place = 1): number {
    const at = now()
    const allowed = rank === 'urgent' ? knownAllowances() : allowances()
    const waits = [0, ...untilFree(allowed, SHARE[rank], place)]
    const { sentAt, left } = limits()
    const since = sent().filter((one) => one > sentAt && one <= at).length
    for (const { left: count, until, kept } of left) {
      const isUsed = sentAt <= at && count - since - (place - 1) <= kept
      if (isUsed && until > at) waits.push(Math.min(until - at, MAX_PAUSE))
    }
    return Math.max(...waits)
  }

  return { sentWithin, allowances, knownAllowances, untilFree, untilBudget }
}
