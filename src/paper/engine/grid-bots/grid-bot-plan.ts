import { MONEY_PLACES, commission } from '#contract/commission.ts'
import {
  type Decimal,
  ZERO,
  add,
  compare,
  divide,
  fromNumber,
  isPositive,
  larger,
  multiply,
  roundToStep,
  subtract,
  toText,
} from '#money/decimal.ts'
import { gridFunds, gridSides } from '#trading/grid-ladder.ts'

import { freeBalance, marketPrice } from '../orders/desk.ts'
import type { GridBotRecord } from './grid-bot-record.ts'
import type { Instrument } from '../market/instruments.ts'
import type { Hold } from '../orders/orders.ts'
import { type Side, priceOf } from '../market/quotes.ts'
import { type World, instrumentOf } from '../world.ts'

const PLACES = 18

type Setup = Pick<
  GridBotRecord,
  'accountId' | 'pair' | 'quantity' | 'leverage' | 'lowerStop' | 'upperStop'
> & {
  prices: readonly Decimal[]
}

export type GridPlan = {
  price: Decimal
  sides: (Side | null)[]
  needed: { base: Decimal; quote: Decimal }
  /** To be bought before the sells can be placed: at least what is missing, as the exchange takes it. */
  purchase: Decimal
  /** What the bot then holds to sell. */
  base: Decimal
  loan: Hold | null
  problem: string | undefined
}

/** What starting now would place, buy and borrow, and why it cannot be. */
export function planOf(world: World, setup: Setup): GridPlan {
  const { accountId, pair, prices, quantity, leverage } = setup
  const instrument = instrumentOf(world, pair)
  const price = priceOf(instrument, world.market.last(pair, world.meta.now))
  const sides = gridSides(prices, price)
  const { fee: feeRate, lot, base, quote } = instrument
  const needed = gridFunds({ prices, sides, quantity, unit: 'base', lot, feeRate })
  const own = freeBalance(world, accountId, base)
  const missing = leverage ? needed.base : larger(ZERO, subtract(needed.base, own))
  const ask = marketPrice(world, pair, 'buy')
  const purchase = isPositive(missing) ? leastOrder(missing, ask, instrument) : ZERO
  const cost = multiply(purchase, ask)
  const total = add(needed.quote, add(cost, commission(cost, feeRate)))
  const margin = leverage ? divide(total, fromNumber(leverage), MONEY_PLACES, 'up') : total
  const free = freeBalance(world, accountId, quote)
  return {
    price,
    sides,
    needed,
    purchase,
    base: add(needed.base, subtract(purchase, missing)),
    loan: leverage ? { currency: quote, amount: subtract(total, margin) } : null,
    problem:
      stopProblem(setup, price) ??
      (compare(margin, free) > 0
        ? `This grid needs ${toText(margin)} ${quote}, and ${toText(free)} is free.`
        : undefined),
  }
}

/** The smallest order of at least so many units: whole lots, and the least total. */
function leastOrder(units: Decimal, price: Decimal, { lot, minTotal }: Instrument): Decimal {
  const least = divide(minTotal, price, PLACES, 'up')
  return roundToStep(larger(units, least), lot, 'up')
}

/** A stop that is reached already would end the bot at once. */
function stopProblem({ lowerStop, upperStop }: Setup, price: Decimal): string | undefined {
  const isBelow = lowerStop && compare(price, lowerStop.price) <= 0
  const isAbove = upperStop && compare(price, upperStop.price) >= 0
  return isBelow || isAbove ? 'The price is beyond the stop loss already.' : undefined
}
