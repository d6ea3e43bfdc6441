import { type Decimal, add, isZero, sum } from '#money/decimal.ts'

import { OWNED_STEP, type Owned } from '../past.ts'
import { type Entry, type Ledger, freeOf, heldOf, loansOf } from './ledger.ts'

type Change = { account: number; currency: string; amount: Decimal }

/** What an entry changes of what accounts own. Moves within an account, such as a hold, change nothing. */
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

/** Money or coins come from outside, or leave. */
export const isFlow = ({ postings }: Entry): boolean =>
  postings.some(({ place }) => place === 'outside')

/**
 * Keeps what each account owns of each currency, its free, held and borrowed together, as running
 * totals; gives the rows that an entry which the ledger holds already has changed.
 */
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
