import { type Decimal, ZERO, isZero, subtract } from '#money/decimal.ts'
import { interestOn } from '#trading/borrowing.ts'

import { recordInterest } from '../orders/history.ts'
import type { Owner } from '../orders/orders.ts'
import { type World, instrumentOf } from '../world.ts'
import { loansOf, move } from './ledger.ts'
import { repay } from './loans.ts'

/** What a SmartTrade or bot owes on an account, and of which pair. */
export type Debtor = { owner: Pick<Owner, 'type' | 'id'>; account: number; pair: string }

/** Adds the interest of four hours to what an account owes; returns it. */
export function chargeInterest(world: World, debtor: Debtor, borrowed: Decimal): Decimal {
  const { quote } = instrumentOf(world, debtor.pair)
  const amount = interestOn(borrowed)
  world.ledger.append({
    at: world.meta.now,
    cause: 'interest',
    postings: move(quote, amount, loansOf(debtor.account), 'interest'),
  })
  return amount
}

/**
 * Pays interest that is owed, in the order of payers of any debt, and adds it to the history as a row
 * of its own. Returns what the account has paid.
 */
export function payInterest(
  world: World,
  debtor: Debtor,
  amount: Decimal,
  means?: Decimal,
): Decimal {
  if (isZero(amount)) return ZERO
  const { quote: currency } = instrumentOf(world, debtor.pair)
  const insured = repay(world, debtor.account, { currency, amount }, means)
  const paid = subtract(amount, insured)
  recordInterest(world, debtor, paid)
  return paid
}
