import {
  compare,
  type Decimal,
  divide,
  isNegative,
  isPositive,
  isZero,
  larger,
  multiply,
  negate,
  ONE,
  roundToStep,
  smaller,
  subtract,
  ZERO,
} from '#money/decimal.ts'
import { thenBy } from '#money/numbers.ts'
import { interestOn } from '#trading/borrowing.ts'
import { fillOf } from '#trading/fees.ts'
import { FUNDING_EVERY, fundingOn } from '#trading/funding.ts'
import type { Direction } from '#trading/profit.ts'

import type { Instrument } from '../market/instruments.ts'
import { fundingRate, priceOf } from '../market/quotes.ts'
import { recordCharge, recordTrade } from '../orders/order-history.ts'
import type { Hold, Owner } from '../orders/order.ts'
import { freeBalance, marketPrice } from '../orders/place-orders.ts'
import { accountOf, instrumentOf, marketOf, tradedOn, type World } from '../world.ts'
import { freeOf, loansOf, move } from './ledger.ts'

const PLACES = 18

export const owed = (world: World, account: number, currency: string): Decimal =>
  negate(world.ledger.balance(loansOf(account), currency))

export function borrow(world: World, account: number, { currency, amount }: Hold): void {
  world.ledger.append({
    at: world.meta.now,
    cause: 'borrow',
    postings: move(currency, amount, loansOf(account), freeOf(account)),
  })
}

/**
 * Repays a loan from free currency, then the account's other free coins, then the insurance, whose
 * payment it returns. With `means`, an isolated position pays only that much first.
 */
export function repay(
  world: World,
  account: number,
  { currency, amount }: Hold,
  means?: Decimal,
): Decimal {
  if (!means) raise(world, account, currency, amount)
  const own = smaller(smaller(amount, means ?? amount), freeBalance(world, account, currency))
  const insured = subtract(amount, own)
  world.ledger.append({
    at: world.meta.now,
    cause: 'repay',
    postings: [
      ...move(currency, own, freeOf(account), loansOf(account)),
      ...move(currency, insured, 'insurance', loansOf(account)),
    ],
  })
  return insured
}

/** Sells free coins, the most valuable first, until `amount` of a currency is free. */
export function raise(world: World, account: number, currency: string, amount: Decimal): void {
  const lacking = (): Decimal => subtract(amount, freeBalance(world, account, currency))
  if (!isPositive(lacking())) return
  const { exchange } = accountOf(world, account)
  const coins = world.ledger
    .currencies(freeOf(account))
    .flatMap((coin) => tradedOn(world, exchange, `${currency}_${coin}`) ?? [])
    .map((instrument) => {
      const units = freeBalance(world, account, instrument.base)
      const price = marketPrice(world, account, instrument.pair, 'sell', units)
      return { instrument, price, worth: multiply(price, units) }
    })
    .toSorted((a, b) =>
      thenBy(compare(b.worth, a.worth), a.instrument.pair < b.instrument.pair ? -1 : 1),
    )
  for (const { instrument, price } of coins) {
    if (!isPositive(lacking())) return
    const { base, lot, fee, minTotal } = instrument
    const all = roundToStep(freeBalance(world, account, base), lot, 'down')
    const least = divide(minTotal, price, PLACES, 'up')
    const needed = divide(lacking(), multiply(price, subtract(ONE, fee)), PLACES, 'up')
    const units = smaller(all, roundToStep(larger(needed, least), lot, 'up'))
    if (compare(units, least) >= 0) sellNow(world, account, instrument, units)
  }
}

/** Sells free coins at the market at once; the history shows a liquidation. */
export function sellNow(
  world: World,
  account: number,
  { pair, base, quote, fee }: Instrument,
  units: Decimal,
): void {
  const fill = fillOf('sell', units, marketPrice(world, account, pair, 'sell', units), fee)
  const own = freeOf(account)
  world.ledger.append({
    at: world.meta.now,
    cause: 'liquidation',
    postings: [
      ...move(base, units, own, 'market'),
      ...move(quote, fill.total, 'market', own),
      ...move(quote, fill.commission, own, 'fees'),
    ],
  })
  recordTrade(world, account, pair, fill)
}

/** Debt of a SmartTrade or bot on an account, and its pair. */
type Debtor = { owner: Pick<Owner, 'type' | 'id'>; account: number; pair: string }

export const debtorOf = (
  type: Owner['type'],
  { id, accountId: account, pair }: { id: number | string; accountId: number; pair: string },
): Debtor => ({ owner: { type, id: String(id) }, account, pair })

/** The open units, and the borrowed amount in the quote currency at a price. */
type OpenPosition = {
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
