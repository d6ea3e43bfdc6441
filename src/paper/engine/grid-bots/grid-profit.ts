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

/** Units of the start still to be bought. */
export const pendingUnits = ({ orders }: GridBotRecord): Decimal =>
  sum(orders.filter(({ owner }) => owner.role === 'balance').map(leftOf))

/** Base units of the bot, including those still to be bought at the start. */
export const heldUnits = ({ startBase, bought, sold }: GridBotRecord): Decimal =>
  subtract(add(startBase, bought), sold)

/** Money for buys: the start's and the lines' proceeds. */
export const heldMoney = ({ startQuote, received, spent, fees }: GridBotRecord): Decimal =>
  subtract(subtract(add(startQuote, received), spent), fees)

export const investedIn = ({ startCost, startQuote }: GridBotRecord): Decimal =>
  add(startCost, startQuote)

/** Total profit of all runs, and its unrealised part. A running bot counts at `price`. */
export function resultOf(
  bot: GridBotRecord,
  price: Decimal,
): { total: Decimal; unrealised: Decimal } {
  const run = runResult(bot, price)
  const open = subtract(run, bot.realised)
  const { result, open: unrealised } = bot.ended ?? { result: run, open }
  return { total: add(bot.earlierResult, result), unrealised }
}

/** Freezes the last run at the stop's price. `sale`: the sale at the stop, if any. */
export function endRun(bot: GridBotRecord, price: Decimal, sale?: Part): void {
  const open = openShare(bot, { price, units: heldUnits(bot), sale })
  bot.ended = { result: runResult(bot, price), open }
}

/** Profit of a sale at the stop after its fee; interest and funding have their own rows. */
export const profitOfSale = (bot: GridBotRecord, sale: Part & { price: Decimal }): Decimal =>
  subtract(openShare(bot, { price: sale.price, units: sale.units, sale }), sale.fee)

function runResult(bot: GridBotRecord, price: Decimal): Decimal {
  const costs = add(bot.otherCosts, bot.interest)
  return subtract(subtract(worthAt(bot, price), investedIn(bot)), costs)
}

/** Coins still to be bought at the start count at the start's price. */
function worthAt(bot: GridBotRecord, price: Decimal): Decimal {
  const pending = pendingUnits(bot)
  const coins = multiply(subtract(heldUnits(bot), pending), price)
  return add(heldMoney(bot), add(coins, multiply(pending, bot.startPrice ?? ZERO)))
}

type Share = { price: Decimal; units: Decimal; sale: Part | undefined }

/** Share of some units in the open result before the sale at the stop. */
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
 * Profit of a sale on a line: of coins from the line below or the start. The last coin settles
 * differences of fill prices. Grid profit counts every sale against the line below.
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
  return { amount, currency: quote, percent, fees }
}
