import { MONEY_PLACES } from '#contract/commission.ts'
import { type Decimal, add, divide, multiply, round, subtract } from '#money/decimal.ts'
import { percentOf } from '#trading/profit.ts'

import type { Profit } from '../orders/history.ts'
import type { Part } from '../orders/orders.ts'
import { type World, instrumentOf } from '../world.ts'
import { isLong } from './smart-trade-exits.ts'
import type { SmartTradeRecord } from './smart-trade-record.ts'

/** What an exit earned after the fees of both sides: against its share of what was entered. */
export function exitProfit(world: World, trade: SmartTradeRecord, exit: Part): Profit {
  const { entered, pair } = trade
  const shareOf = (amount: Decimal): Decimal =>
    divide(multiply(amount, exit.units), entered.units, MONEY_PLACES, 'half-even')
  const [paid, taken] = isLong(trade)
    ? [add(shareOf(entered.total), shareOf(entered.fee)), subtract(exit.total, exit.fee)]
    : [subtract(shareOf(entered.total), shareOf(entered.fee)), add(exit.total, exit.fee)]
  const gross = isLong(trade) ? subtract(taken, paid) : subtract(paid, taken)
  // What the insurance has paid the account has not lost.
  const amount = add(gross, exit.insured)
  const percent = round(percentOf(amount, paid), 2, 'half-even')
  return { amount, currency: instrumentOf(world, pair).quote, usd: amount, percent }
}
