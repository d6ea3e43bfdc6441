import * as z from 'zod/mini'

import {
  add,
  type Decimal,
  isNegative,
  isZero,
  negate,
  NO_TALLY,
  sum,
  tallied,
  type Tally,
  totalOf,
} from '#money/decimal.ts'

import { type Owned, OWNED_STEP } from '../past.ts'
import { amount, text, whole } from '../record-parts.ts'

/**
 * A place of money. The balance of `loans:N` is account N's negative debt less funding to be
 * received. Only accounts may not go below zero.
 */
export type Place =
  | `account:${number}:free`
  | `account:${number}:held`
  | `loans:${number}`
  | 'market'
  | 'fees'
  | 'insurance'
  | 'interest'
  | 'funding'
  | 'outside'

const PLACE = /^(account:\d+:(free|held)|loans:\d+|market|fees|insurance|interest|funding|outside)$/
export const placeShape = z.custom<Place>((place) => typeof place === 'string' && PLACE.test(place))

const postingShape = z.object({ place: placeShape, currency: text, amount })
export type Posting = z.infer<typeof postingShape>

/** One event. Its postings sum to zero in each currency: money moves, it is never made. */
export const entryShape = z.object({
  at: whole,
  cause: text,
  postings: z.readonly(z.array(postingShape)),
})
export type Entry = z.infer<typeof entryShape>

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

export type Ledger = ReturnType<typeof createLedger>
export type Balance = { place: Place; currency: string; amount: Decimal }

/** An append-only ledger that keeps only sums. Calls `record` after booking each entry. */
export function createLedger(record: (entry: Entry) => void) {
  const balances = new Map<Place, Map<string, Tally>>()
  const balance = (place: Place, currency: string): Tally =>
    balances.get(place)?.get(currency) ?? NO_TALLY

  function outcomeOf({ postings }: Entry): Outcome[] {
    const after: Outcome[] = []
    for (const { place, currency, amount } of postings) {
      const known = after.find((held) => held.place === place && held.currency === currency)
      if (known) known.amount = tallied(known.amount, amount)
      else after.push({ place, currency, amount: tallied(balance(place, currency), amount) })
    }
    return after
  }

  function book(outcome: readonly Outcome[]): void {
    for (const { place, currency, amount } of outcome) {
      const held = balances.get(place)
      if (held) held.set(currency, amount)
      else balances.set(place, new Map([[currency, amount]]))
    }
  }

  return {
    balance: (place: Place, currency: string): Decimal => totalOf(balance(place, currency)),
    /** Every currency that a place has ever held, in the order of their names. */
    currencies: (place: Place): readonly string[] =>
      [...(balances.get(place)?.keys() ?? [])].toSorted(),
    /** Throws if postings do not cancel out or an account would go below zero. */
    append(entry: Entry): void {
      if (entry.postings.length === 0) return
      const outcome = outcomeOf(entry)
      const fault = faultOf(entry, outcome)
      if (fault !== undefined) throw new RangeError(fault)
      book(outcome)
      record(entry)
    },
    /** Restores stored balances; returns the first fault as a sentence. */
    restore(kept: readonly Balance[]): string | undefined {
      book(kept.map((one) => ({ ...one, amount: tallied(NO_TALLY, one.amount) })))
      return balancesFault(kept)
    },
  }
}

type Outcome = Omit<Balance, 'amount'> & { amount: Tally }

/** A fault unless the balances of each currency sum to zero, as the entries do. */
function balancesFault(balances: readonly Balance[]): string | undefined {
  const below = balances.find(({ place, amount }) => isOwn(place) && isNegative(amount))
  if (below) return `${below.place} holds less than nothing of ${below.currency}`
  const totals = new Map<string, Tally>()
  for (const { currency, amount } of balances) {
    totals.set(currency, tallied(totals.get(currency) ?? NO_TALLY, amount))
  }
  const [uneven] = [...totals].find(([, total]) => total.units !== 0n) ?? []
  return uneven && `its balances in ${uneven} do not cancel out`
}

function faultOf({ cause, postings }: Entry, outcome: readonly Outcome[]): string | undefined {
  // Nearly every entry is one move.
  for (const currency of isMove(postings) ? [] : new Set(postings.map((p) => p.currency))) {
    const total = sum(postings.filter((p) => p.currency === currency).map((p) => p.amount))
    if (!isZero(total)) return `${cause}: postings in ${currency} do not cancel out`
  }
  const below = outcome.find(({ place, amount }) => isOwn(place) && amount.units < 0n)
  return below && `${cause}: ${below.place} would hold less than nothing of ${below.currency}`
}

const isOwn = (place: Place): boolean => place.startsWith('account:')

function isMove([from, to, ...more]: readonly Posting[]): boolean {
  if (!from || !to || more.length > 0) return false
  return from.currency === to.currency && from.amount === negate(to.amount)
}

type Change = { account: number; currency: string; amount: Decimal }

/** Changes of holdings by an entry. Moves within an account, such as a hold, change nothing. */
export function changesOf({ postings }: Entry): Change[] {
  const changes: Change[] = []
  for (const { place, currency, amount } of postings) {
    const account = accountIn(place)
    if (account === undefined) continue
    const known = changes.find((one) => one.account === account && one.currency === currency)
    if (known) known.amount = add(known.amount, amount)
    else changes.push({ account, currency, amount })
  }
  return changes.filter(({ amount }) => !isZero(amount))
}

export const isFlow = ({ postings }: Entry): boolean =>
  postings.some(({ place }) => place === 'outside')

/** Running totals of holdings (free, held and borrowed); returns rows changed by an entry. */
export function ownedTotals(ledger: Pick<Ledger, 'balance'>) {
  const totals = new Map<string, Decimal>()
  return (at: number, changes: readonly Change[]): Owned[] =>
    changes.map(({ account, currency, amount: change }) => {
      const key = `${account} ${currency}`
      const known = totals.get(key)
      const places = [freeOf(account), heldOf(account), loansOf(account)]
      const amount =
        known === undefined
          ? sum(places.map((place) => ledger.balance(place, currency)))
          : add(known, change)
      totals.set(key, amount)
      return { account, currency, at: Math.ceil(at / OWNED_STEP) * OWNED_STEP, amount }
    })
}

function accountIn(place: string): number | undefined {
  const [kind, id] = place.split(':')
  return kind === 'account' || kind === 'loans' ? Number(id) : undefined
}
