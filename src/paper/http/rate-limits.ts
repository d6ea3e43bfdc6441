import { RefusalWithHeaders } from './refusal.ts'

/** Requests per minute and key; `off` disables all limits. */
export type RateLimit = number | 'off'

export const DEFAULT_RATE = 600
export const MAX_RATE = 1_000_000
const MINUTE = 60_000
const LISTS_IN_TEN_SECONDS = 100
const SIGNALS_A_MINUTE = 30
const FAILURES_A_MINUTE = 10
const FURTHER_TRIES = 10
const BAN = 2 * MINUTE

/** In milliseconds, on a clock that is never set, such as `performance.now`. */
export type SteadyClock = () => number

type Policy = { name: string; count: number; within: number }
/** Times of allowed and refused requests, and the end of a ban. */
type Usage = { taken: number[]; refused: number[]; bannedUntil: number }

/** Recipient of an answer; `lists`: it listed the SmartTrades. */
export type Asker = { address: string; apiKey?: string; lists?: boolean }

export type RateLimits = ReturnType<typeof rateLimits>

/** In memory only: a restart resets the limits. */
export function rateLimits(rate: RateLimit, now: SteadyClock) {
  const of = (name: string, count: number, within: number) => limiter({ name, count, within }, now)
  const requests = of('minute', rate === 'off' ? Infinity : rate, MINUTE)
  const lists = of('smart_trades', LISTS_IN_TEN_SECONDS, 10_000)
  const failures = of('failures', FAILURES_A_MINUTE, MINUTE)
  const signals = of('signals', SIGNALS_A_MINUTE, MINUTE)
  if (rate === 'off') {
    const nothing = (): void => undefined
    return {
      request: nothing,
      lists: nothing,
      signal: nothing,
      failed: nothing,
      // Programs that are told no limit assume a low one.
      fields: (): Record<string, string> => ({ 'RateLimit-Policy': `"minute";q=${MAX_RATE};w=60` }),
      forgetOld: nothing,
    }
  }
  return {
    request: (apiKey: string): void => requests.take(apiKey),
    lists: (apiKey: string): void => lists.take(apiKey),
    signal: (botId: string): void => signals.take(botId),
    /** One failed authentication; the limit refuses only further failures. */
    failed: (address: string): void => failures.take(address),
    /**
     * Fields of draft-ietf-httpapi-ratelimit-headers-10: `RateLimit-Policy: "minute";q=600;w=60`
     * (requests, seconds) and `RateLimit: "minute";r=599;t=60` (left, seconds until reset). `GET
     * /smart_trades` adds `"smart_trades";q=100;w=10`; without a verified key, the address has
     * `"failures";q=10;w=60`.
     */
    fields({ address, apiKey, lists: isList }: Asker): Record<string, string> {
      const counted =
        apiKey === undefined
          ? [failures.state(address)]
          : [requests.state(apiKey), ...(isList ? [lists.state(apiKey)] : [])]
      const policies = [...new Set([requests.policy, ...counted.map(({ policy }) => policy)])]
      return {
        'RateLimit-Policy': policies
          .map(({ name, count, within }) => `"${name}";q=${count};w=${seconds(within)}`)
          .join(', '),
        RateLimit: counted
          .map(({ policy, left, wait }) => `"${policy.name}";r=${left};t=${seconds(wait)}`)
          .join(', '),
      }
    },
    forgetOld(): void {
      for (const each of [requests, lists, signals, failures]) each.forgetOld()
    },
  }
}

/** A sliding window, not one that begins on the minute. */
function limiter(policy: Policy, now: SteadyClock) {
  const { count: limit, within } = policy
  const usages = new Map<string, Usage>()

  function usageOf(name: string, at: number): Usage {
    const usage = usages.get(name) ?? { taken: [], refused: [], bannedUntil: -Infinity }
    drop(usage.taken, at - within)
    drop(usage.refused, at - MINUTE)
    return usage
  }

  return {
    policy,
    /** Throws 429, and 418 for a caller who continues anyway. */
    take(name: string): void {
      const at = now()
      const usage = usageOf(name, at)
      usages.set(name, usage)
      if (usage.bannedUntil > at) throw banned(usage.bannedUntil - at)
      const oldest = usage.taken[0]
      if (usage.taken.length < limit || oldest === undefined) {
        usage.taken.push(at)
        return
      }
      usage.refused.push(at)
      if (usage.refused.length > 1 + FURTHER_TRIES) {
        usage.bannedUntil = at + BAN
        throw banned(BAN)
      }
      throw limited(oldest + within - at)
    },
    /** Requests left, and time until there are more. */
    state(name: string) {
      const at = now()
      const { taken, bannedUntil } = usageOf(name, at)
      if (bannedUntil > at) return { policy, left: 0, wait: bannedUntil - at }
      return { policy, left: limit - taken.length, wait: (taken[0] ?? at) + within - at }
    },
    forgetOld(): void {
      const at = now()
      for (const name of usages.keys()) {
        const { taken, refused, bannedUntil } = usageOf(name, at)
        if (taken.length + refused.length === 0 && bannedUntil <= at) usages.delete(name)
      }
    },
  }
}

function drop(instants: number[], until: number): void {
  const kept = instants.findIndex((instant) => instant > until)
  instants.splice(0, kept === -1 ? instants.length : kept)
}

const limited = (wait: number) =>
  new RefusalWithHeaders('rate_limited', 'Too many requests; wait before the next one.', {
    'Retry-After': seconds(wait),
  })

const banned = (wait: number) =>
  new RefusalWithHeaders('ip_banned', 'Too many requests after a refusal; wait two minutes.', {
    'Retry-After': seconds(wait),
  })

const seconds = (milliseconds: number): string =>
  String(Math.max(1, Math.ceil(milliseconds / 1000)))
