import { type Decimal, NO_TALLY, type Tally, tallied, totalOf, ZERO } from '#money/decimal.ts'

import type { Posting } from '../engine/balances/ledger.ts'
import type { Stored } from '../engine/changes.ts'
import { readRecord } from '../engine/record-shapes.ts'

/** Totals of ledger entries, by `place currency`. */
export type Sums = Map<string, Tally>

export function addTo(sums: Sums, postings: readonly Posting[]): void {
  for (const { place, currency, amount } of postings) {
    const key = `${place} ${currency}`
    sums.set(key, tallied(sums.get(key) ?? NO_TALLY, amount))
  }
}

/** The first balance that the ledger does not add up to, as a sentence. Throws `DamagedRecord`. */
export function ledgerFault(stored: readonly Stored[], sums: Sums): string | undefined {
  const balances = new Map<string, Decimal>()
  for (const { kind, id, json } of stored) {
    if (kind === 'balance') balances.set(id, readRecord('balance', id, json))
  }
  for (const key of new Set([...sums.keys(), ...balances.keys()])) {
    if (totalOf(sums.get(key) ?? NO_TALLY) === (balances.get(key) ?? ZERO)) continue
    const [place = '', currency = ''] = key.split(' ')
    return `its entries do not add up to the ${currency} of ${place}`
  }
  return undefined
}
