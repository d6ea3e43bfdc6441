import type { Instant } from '#contract/primitives.ts'

import { RefusalWithHeaders } from './refusal.ts'

/** Requests a minute and key; `off` switches every limit off. */
export type RateLimit = number | 'off'

export const DEFAULT_RATE = 100
const MINUTE = 60_000
const LISTS_IN_TEN_SECONDS = 40
const SIGNALS_A_MINUTE = 30
const FAILURES_A_MINUTE = 10
const FURTHER_TRIES = 10
const BAN = 2 * MINUTE

type Window = { count: number; within: number }
/** When somebody was let through, when turned away, and how long they are turned away at once. */
type Record = { taken: Instant[]; refused: Instant[]; bannedUntil: Instant }

export type RateLimits = ReturnType<typeof rateLimits>

/** In memory alone: a restart forgives. */
export function rateLimits(rate: RateLimit) {
  const requests = limiter({ count: rate === 'off' ? Infinity : rate, within: MINUTE })
  const lists = limiter({ count: LISTS_IN_TEN_SECONDS, within: 10_000 })
  const signals = limiter({ count: SIGNALS_A_MINUTE, within: MINUTE })
  const failures = limiter({ count: FAILURES_A_MINUTE, within: MINUTE })
  if (rate === 'off') {
    const nothing = (): void => undefined
    return {
      request: nothing,
      lists: nothing,
      signal: nothing,
      address: nothing,
      failed: nothing,
      forgetOld: nothing,
    }
  }
  return {
    /** One request with a key. */
    request: (apiKey: string, now: Instant): void => requests.take(apiKey, now),
    /** One reading of the SmartTrades with a key. */
    lists: (apiKey: string, now: Instant): void => lists.take(apiKey, now),
    /** One alert that a bot obeys. */
    signal: (botId: string, now: Instant): void => signals.take(botId, now),
    /** Before anything is verified: an address that failed too often waits. */
    address: (address: string, now: Instant): void => failures.check(address, now),
    failed: (address: string, now: Instant): void => failures.count(address, now),
    forgetOld(now: Instant): void {
      for (const each of [requests, lists, signals, failures]) each.forgetOld(now)
    },
  }
}

/** Exact over any window of its length, not only over those that begin on the minute. */
function limiter({ count: limit, within }: Window) {
  const records = new Map<string, Record>()

  function recordOf(name: string, now: Instant): Record {
    let record = records.get(name)
    if (!record) records.set(name, (record = { taken: [], refused: [], bannedUntil: 0 }))
    drop(record.taken, now - within)
    drop(record.refused, now - MINUTE)
    return record
  }

  function check(name: string, now: Instant): void {
    const record = recordOf(name, now)
    if (record.bannedUntil > now) throw banned(record.bannedUntil - now)
    const oldest = record.taken[0]
    if (record.taken.length < limit || oldest === undefined) return
    record.refused.push(now)
    if (record.refused.length > 1 + FURTHER_TRIES) {
      record.bannedUntil = now + BAN
      throw banned(BAN)
    }
    throw limited(oldest + within - now)
  }

  const count = (name: string, now: Instant): void => void recordOf(name, now).taken.push(now)

  return {
    check,
    count,
    take(name: string, now: Instant): void {
      check(name, now)
      count(name, now)
    },
    forgetOld(now: Instant): void {
      for (const name of records.keys()) {
        const { taken, refused, bannedUntil } = recordOf(name, now)
        if (taken.length + refused.length === 0 && bannedUntil <= now) records.delete(name)
      }
    },
  }
}

function drop(instants: Instant[], until: Instant): void {
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
