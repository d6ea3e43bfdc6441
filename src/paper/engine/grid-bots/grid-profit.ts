import { commission } from '#contract/commission.ts'
import { type Decimal, add, divide, multiply, subtract } from '#money/decimal.ts'
import { turnProfit } from '#trading/grid-ladder.ts'
import { percentOf } from '#trading/profit.ts'

import type { Profit } from '../orders/order-history.ts'
import type { Order, Part } from '../orders/order.ts'
import type { Side } from '../market/quotes.ts'
import { type World, instrumentOf } from '../world.ts'
import type { GridBotRecord } from './grid-bot-record.ts'

const PRICE_PLACES = 18

/** Units of the base currency that the bot holds, the ones it was started with among them. */
export const heldUnits = ({ startBase, bought, sold }: GridBotRecord): Decimal =>
  subtract(add(startBase, bought), sold)

/** Money that the bot has for its buys: its start and the proceeds of its lines. */
export const heldMoney = ({ startQuote, received, spent, fees }: GridBotRecord): Decimal =>
  subtract(subtract(add(startQuote, received), spent), fees)

/** What the bot was started with, in the quote currency. */
export const investedIn = ({ startCost, startQuote }: GridBotRecord): Decimal =>
  add(startCost, startQuote)

/**
 * Total profit at a price, less the interest or funding owed, and what of it is not realised: realised is the profit of closed pairs of
 * lines alone.
 */
export function resultOf(
  bot: GridBotRecord,
  price: Decimal,
): { total: Decimal; unrealised: Decimal } {
  const worth = add(heldMoney(bot), multiply(heldUnits(bot), price))
  const won = subtract(subtract(worth, investedIn(bot)), bot.interest)
  const total = add(bot.profitAtStart, won)
  return { total, unrealised: subtract(total, bot.gridProfit) }
}

/** Books the filled units of a line. */
export function countPart(bot: GridBotRecord, side: Side, { units, total, fee }: Part): void {
  bot.fees = add(bot.fees, fee)
  if (side === 'buy') {
    bot.bought = add(bot.bought, units)
    bot.spent = add(bot.spent, total)
  } else {
    bot.sold = add(bot.sold, units)
    bot.received = add(bot.received, total)
  }
}

/** What a sale on a line earned on coins that were bought on the line below: now it is realised. */
export function realise(
  world: World,
  bot: GridBotRecord,
  { owner, pair }: Order,
  sale: Part,
): Profit {
  const index = bot.lines.findIndex(({ id }) => id === owner.index)
  const bought =
    bot.lines[index - 1]?.price ?? divide(sale.total, sale.units, PRICE_PLACES, 'half-even')
  const { fee, quote } = instrumentOf(world, pair)
  const amount = turnProfit(sale, bought, fee)
  const spent = multiply(sale.units, bought)
  const fees = add(commission(spent, fee), sale.fee)
  bot.gridProfit = add(bot.gridProfit, amount)
  const percent = percentOf(amount, spent)
  return { amount, currency: quote, usd: amount, percent, fees }
}
