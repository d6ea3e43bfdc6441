import {
  type Decimal,
  ONE,
  compare,
  divide,
  isPositive,
  larger,
  multiply,
  negate,
  roundToStep,
  smaller,
  subtract,
} from '#money/decimal.ts'
import { thenBy } from '#money/numbers.ts'
import { fillOf } from '#trading/fees.ts'

import type { Instrument } from '../market/instruments.ts'
import { freeBalance, marketPrice } from '../orders/place-orders.ts'
import { recordTrade } from '../orders/order-history.ts'
import type { Hold } from '../orders/order.ts'
import { accountOf, tradedOn, type World } from '../world.ts'
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
