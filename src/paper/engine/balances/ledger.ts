import type { Instant } from '#contract/primitives.ts'
import { type Decimal, ZERO, add, isNegative, isZero, negate, sum } from '#money/decimal.ts'

/**
 * Where money can be. What `loans:N` has given out is negative and is what account N owes; the
 * market, the fees, the exchange's insurance and the world outside are counterparties and may go below zero as well.
 */
export type Place =
  | `account:${number}:free`
  | `account:${number}:held`
  | `loans:${number}`
  | 'market'
  | 'fees'
  | 'insurance'
  | 'outside'

export type Posting = { place: Place; currency: string; amount: Decimal }

/** One thing that happened. Its postings cancel out in every currency: money moves, it is never made. */
export type Entry = { at: Instant; cause: string; postings: readonly Posting[] }

/** Both sides of a move, so that a caller cannot write only one of them. */
export function move(currency: string, amount: Decimal, from: Place, to: Place): Posting[] {
  if (isZero(amount)) return []
  return [
    { place: from, currency, amount: negate(amount) },
    { place: to, currency, amount },
  ]
}

export const freeOf = (account: number): Place => `account:${account}:free`
export const heldOf = (account: number): Place => `account:${account}:held`
export const loansOf = (account: number): Place => `loans:${account}`

/** Append-only. Balances are what the entries add up to. */
export type Ledger = {
  readonly entries: readonly Entry[]
  balance(place: Place, currency: string): Decimal
  /** Every currency that a place has ever held. */
  currencies(place: Place): readonly string[]
  /** Throws, and changes nothing, when postings do not cancel out or an account would go below zero. */
  append(entry: Entry): void
  /** Appends what was kept, on the same conditions. */
  restore(entries: readonly Entry[]): void
}

/** `record` is told of every entry that is new, not of those that were kept. */
export function createLedger(record: (entry: Entry) => void): Ledger {
  const entries: Entry[] = []
  const balances = new Map<Place, Map<string, Decimal>>()
  const balance = (place: Place, currency: string): Decimal =>
    balances.get(place)?.get(currency) ?? ZERO

  function book(entry: Entry): void {
    assertBalanced(entry)
    const after = new Map<string, { place: Place; currency: string; amount: Decimal }>()
    for (const { place, currency, amount } of entry.postings) {
      const key = `${place} ${currency}`
      const before = after.get(key)?.amount ?? balance(place, currency)
      after.set(key, { place, currency, amount: add(before, amount) })
    }
    for (const { place, currency, amount } of after.values()) {
      if (place.startsWith('account:') && isNegative(amount)) {
        throw new RangeError(`${entry.cause}: ${place} would hold less than nothing of ${currency}`)
      }
    }
    for (const { place, currency, amount } of after.values()) {
      const held = balances.get(place) ?? new Map<string, Decimal>()
      balances.set(place, held.set(currency, amount))
    }
    entries.push(entry)
  }

  return {
    entries,
    balance,
    currencies: (place) => [...(balances.get(place)?.keys() ?? [])],
    append(entry) {
      if (entry.postings.length === 0) return
      book(entry)
      record(entry)
    },
    restore: (kept) => kept.forEach(book),
  }
}

function assertBalanced({ cause, postings }: Entry): void {
  for (const currency of new Set(postings.map((posting) => posting.currency))) {
    const total = sum(postings.filter((p) => p.currency === currency).map((p) => p.amount))
    if (!isZero(total)) throw new RangeError(`${cause}: postings in ${currency} do not cancel out`)
  }
}
