import { type Decimal, add, multiply, subtract } from '#money/decimal.ts'
import { gridProfit } from '#trading/grid-ladder.ts'
import { percentOf } from '#trading/profit.ts'

import { recordFill } from '../orders/history.ts'
import type { Fill } from '../orders/orders.ts'
import { type World, instrumentOf } from '../world.ts'
import type { GridBotRecord } from './grid-bot-record.ts'

/** Units of the base currency that the bot holds, the ones it was started with among them. */
export const heldUnits = ({ startBase, bought, sold }: GridBotRecord): Decimal =>
  subtract(add(startBase, bought), sold)

/** Money that the bot has for its buys: what it was started with and what its lines brought since. */
export const heldMoney = ({ startQuote, received, spent, fees }: GridBotRecord): Decimal =>
  subtract(subtract(add(startQuote, received), spent), fees)

/** What the bot was started with, in the quote currency. */
export const investedIn = ({ startCost, startQuote }: GridBotRecord): Decimal =>
  add(startCost, startQuote)

/**
 * Total profit at a price, and what of it is not realised: realised is the profit of closed pairs of
 * lines alone.
 */
export function resultOf(
  bot: GridBotRecord,
  price: Decimal,
): { total: Decimal; unrealised: Decimal } {
  const worth = add(heldMoney(bot), multiply(heldUnits(bot), price))
  const total = add(bot.profitAtStart, subtract(worth, investedIn(bot)))
  return { total, unrealised: subtract(total, bot.gridProfit) }
}

/** Books an executed line. A sell closes the pair with the line below, where its coins were bought. */
export function countFill(
  world: World,
  bot: GridBotRecord,
  fill: Fill,
  below: Decimal | undefined,
): void {
  bot.fees = add(bot.fees, fill.fee)
  if (fill.order.side === 'buy') {
    bot.bought = add(bot.bought, fill.units)
    bot.spent = add(bot.spent, fill.total)
    recordFill(world, fill, null)
    return
  }
  bot.sold = add(bot.sold, fill.units)
  bot.received = add(bot.received, fill.total)
  const { fee, quote } = instrumentOf(world, bot.pair)
  const bought = below ?? fill.price
  const amount = gridProfit(fill.units, bought, fill.price, fee)
  bot.gridProfit = add(bot.gridProfit, amount)
  bot.profitsCount += 1
  const percent = percentOf(amount, multiply(fill.units, bought))
  recordFill(world, fill, { amount, currency: quote, usd: amount, percent })
}
