import {
  type Decimal,
  isNegative,
  isZero,
  multiply,
  negate,
  subtract,
  ZERO,
} from '#money/decimal.ts'
import { interestOn } from '#trading/borrowing.ts'
import { FUNDING_EVERY, fundingOn } from '#trading/funding.ts'
import type { Direction } from '#trading/profit.ts'

import { fundingRate, priceOf } from '../market/quotes.ts'
import { recordCharge } from '../orders/order-history.ts'
import type { Owner } from '../orders/order.ts'
import { accountOf, instrumentOf, marketOf, type World } from '../world.ts'
import { freeOf, loansOf, move } from './ledger.ts'
import { repay } from './loans.ts'

/** Debt of a SmartTrade or bot on an account, and its pair. */
export type Debtor = { owner: Pick<Owner, 'type' | 'id'>; account: number; pair: string }

export const debtorOf = (
  type: Owner['type'],
  { id, accountId: account, pair }: { id: number | string; accountId: number; pair: string },
): Debtor => ({ owner: { type, id: String(id) }, account, pair })

/** The open units, and the borrowed amount in the quote currency at a price. */
export type OpenPosition = {
  direction: Direction
  units: Decimal
  borrowed: (last: Decimal) => Decimal
}

/** A perpetual future costs funding and no interest; whatever else is borrowed costs interest. */
const chargeOf = (world: World, { account }: Debtor): 'interest' | 'funding' =>
  accountOf(world, account).marketType === 'futures' ? 'funding' : 'interest'

/** Adds the current interest or funding to an account's debt; returns it, negative if received. */
export function charge(world: World, debtor: Debtor, position: OpenPosition): Decimal {
  const { now: at } = world.meta
  const instrument = instrumentOf(world, debtor.pair)
  const market = marketOf(world, debtor.account)
  const last = priceOf(instrument, market.last(debtor.pair, at))
  const cause = chargeOf(world, debtor)
  const amount =
    cause === 'interest'
      ? interestOn(position.borrowed(last))
      : at % FUNDING_EVERY === 0
        ? fundingOn(
            multiply(position.units, last),
            fundingRate(market, debtor.pair, at),
            position.direction,
          )
        : ZERO
  const postings = move(instrument.quote, amount, loansOf(debtor.account), cause)
  world.ledger.append({ at, cause, postings })
  return amount
}

/** Pays or receives interest or funding, with a history row. Returns the account's payment. */
export function payCharge(world: World, debtor: Debtor, amount: Decimal, means?: Decimal): Decimal {
  if (isZero(amount)) return ZERO
  const { account } = debtor
  const { quote: currency } = instrumentOf(world, debtor.pair)
  const cause = chargeOf(world, debtor)
  if (isNegative(amount)) {
    const postings = move(currency, negate(amount), loansOf(account), freeOf(account))
    world.ledger.append({ at: world.meta.now, cause, postings })
    recordCharge(world, debtor, cause, amount)
    return amount
  }
  const paid = subtract(amount, repay(world, account, { currency, amount }, means))
  recordCharge(world, debtor, cause, paid)
  return paid
}
