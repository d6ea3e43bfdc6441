import { MONEY_PLACES, commission } from '#contract/commission.ts'
import {
  type Decimal,
  ZERO,
  add,
  compare,
  divide,
  isPositive,
  isZero,
  multiply,
  subtract,
  sum,
} from '#money/decimal.ts'
import { turnProfit } from '#trading/grid-ladder.ts'
import { percentOf } from '#trading/profit.ts'

import type { Profit } from '../orders/order-history.ts'
import { NOTHING, type Order, type Part, leftOf } from '../orders/order.ts'
import type { Side } from '../market/quotes.ts'
import { type World, instrumentOf } from '../world.ts'
import type { GridBotRecord } from './grid-bot-record.ts'

const PRICE_PLACES = 18

/** Units of its start that it is still buying. */
export const pendingUnits = ({ orders }: GridBotRecord): Decimal =>
  sum(orders.filter(({ owner }) => owner.role === 'balance').map(leftOf))

/** Units of the base currency that the bot holds, the ones that its start still buys among them. */
export const heldUnits = ({ startBase, bought, sold }: GridBotRecord): Decimal =>
  subtract(add(startBase, bought), sold)

/** Money that the bot has for its buys: its start and the proceeds of its lines. */
export const heldMoney = ({ startQuote, received, spent, fees }: GridBotRecord): Decimal =>
  subtract(subtract(add(startQuote, received), spent), fees)

/** Capital of the last run, in the quote currency. */
export const investedIn = ({ startCost, startQuote }: GridBotRecord): Decimal =>
  add(startCost, startQuote)

/** Total profit of all runs, and the part of it that is not realised. A running bot counts at `price`. */
export function resultOf(
  bot: GridBotRecord,
  price: Decimal,
): { total: Decimal; unrealised: Decimal } {
  const run = runResult(bot, price)
  const open = subtract(run, bot.realised)
  const { result, open: unrealised } = bot.ended ?? { result: run, open }
  return { total: add(bot.earlierResult, result), unrealised }
}

/** Freezes the last run at the price of its stop. `sale` is the sale at the stop, if there was one. */
export function endRun(bot: GridBotRecord, price: Decimal, sale?: Part): void {
  const open = openShare(bot, { price, units: heldUnits(bot), sale })
  bot.ended = { result: runResult(bot, price), open }
}

/** Profit of a sale at the stop, after its fee; interest and funding have rows of their own. */
export const profitOfSale = (bot: GridBotRecord, sale: Part & { price: Decimal }): Decimal =>
  subtract(openShare(bot, { price: sale.price, units: sale.units, sale }), sale.fee)

function runResult(bot: GridBotRecord, price: Decimal): Decimal {
  const costs = add(bot.otherCosts, bot.interest)
  return subtract(subtract(worthAt(bot, price), investedIn(bot)), costs)
}

/** Coins of the start that are still to be bought count at the price that the start counts them at. */
function worthAt(bot: GridBotRecord, price: Decimal): Decimal {
  const pending = pendingUnits(bot)
  const coins = multiply(subtract(heldUnits(bot), pending), price)
  return add(heldMoney(bot), add(coins, multiply(pending, bot.startPrice ?? ZERO)))
}

type Share = { price: Decimal; units: Decimal; sale: Part | undefined }

/** The share of some units in the result that was open before the sale at the stop. */
function openShare(bot: GridBotRecord, { price, units, sale = NOTHING }: Share): Decimal {
  const held = add(heldUnits(bot), sale.units)
  if (isZero(units)) return ZERO
  const worth = add(
    worthAt(bot, price),
    subtract(multiply(sale.units, price), subtract(sale.total, sale.fee)),
  )
  const open = subtract(subtract(worth, investedIn(bot)), bot.realised)
  if (compare(units, held) === 0) return open
  return divide(multiply(open, units), held, MONEY_PLACES, 'half-even')
}

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

/**
 * Profit of a sale on a line, on coins that were bought on the line below, or on coins of the start at
 * what they were worth or cost. The last coin settles what fills at other prices than a line's have made.
 * Grid profit counts every sale against the line below.
 */
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
  const turn = turnProfit(sale, bought, fee)
  bot.gridProfit = add(bot.gridProfit, turn)
  const isOfStart = bot.lines[index]?.isOfStart === true && isPositive(bot.startBase)
  const shareOf = (cost: Decimal) =>
    divide(multiply(cost, sale.units), bot.startBase, MONEY_PLACES, 'half-even')
  const spent = isOfStart ? shareOf(bot.startCost) : multiply(sale.units, bought)
  const fees = add(isOfStart ? shareOf(bot.startFees) : commission(spent, fee), sale.fee)
  const earned = isOfStart ? subtract(subtract(sale.total, spent), fees) : turn
  const amount = isZero(heldUnits(bot))
    ? subtract(subtract(heldMoney(bot), investedIn(bot)), bot.realised)
    : earned
  bot.realised = add(bot.realised, amount)
  const percent = percentOf(amount, spent)
  return { amount, currency: quote, usd: amount, percent, fees }
}
