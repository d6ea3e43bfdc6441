import { needsSentence } from '#contract/draft-rule.ts'
import { MONEY_PLACES } from '#contract/commission.ts'
import { type Decimal, ZERO, add, compare, divide, fromNumber, subtract } from '#money/decimal.ts'
import { gridFunds, gridSides, gridStart } from '#trading/grid-ladder.ts'

import { freeBalance, marketPrice } from '../orders/place-orders.ts'
import type { GridBotRecord } from './grid-bot-record.ts'
import type { Hold } from '../orders/order.ts'
import type { Side } from '../market/quotes.ts'
import { type World, instrumentOf, lastPriceOf } from '../world.ts'

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
  /** Units to buy before sells can be placed: the missing ones, in whole lots. */
  purchase: Decimal
  /** Coins for sale after the purchase. */
  base: Decimal
  loan: Hold | null
  problem: string | undefined
}

/** Orders, purchase and loan of a start now, and the reason of a refusal. */
export function planOf(world: World, setup: Setup): GridPlan {
  const { accountId, pair, prices, quantity, leverage } = setup
  const instrument = instrumentOf(world, pair)
  const price = lastPriceOf(world, accountId, pair)
  const sides = gridSides(prices, price)
  const { fee: feeRate, lot, minTotal, base, quote } = instrument
  const needed = gridFunds({ prices, sides, quantity, unit: 'base', lot, feeRate })
  const { missing, purchase, total } = gridStart({
    needed,
    // With leverage all coins are bought.
    own: leverage !== null ? ZERO : freeBalance(world, accountId, base),
    price: marketPrice(world, accountId, pair, 'buy'),
    book: instrument,
    lot,
    minTotal,
    feeRate,
  })
  const margin = leverage !== null ? divide(total, fromNumber(leverage), MONEY_PLACES, 'up') : total
  const free = freeBalance(world, accountId, quote)
  return {
    price,
    sides,
    needed,
    purchase,
    base: add(needed.base, subtract(purchase, missing)),
    loan: leverage !== null ? { currency: quote, amount: subtract(total, margin) } : null,
    problem:
      stopProblem(setup, price) ??
      (compare(margin, free) > 0 ? needsSentence(margin, free, quote) : undefined),
  }
}

/** Refuses a stop that would end the bot at once. */
function stopProblem({ lowerStop, upperStop }: Setup, price: Decimal): string | undefined {
  const isBelow = lowerStop && compare(price, lowerStop.price) <= 0
  const isAbove = upperStop && compare(price, upperStop.price) >= 0
  return isBelow || isAbove ? 'The price is beyond the stop loss already.' : undefined
}
