import { priceOfAmount } from '#contract/impact.ts'
import {
  ONE,
  ZERO,
  type Decimal,
  add,
  compare,
  divide,
  isNegative,
  larger,
  multiply,
  smaller,
  subtract,
} from '#money/decimal.ts'
import { cutToLot, unitsFor } from '#trading/lots.ts'
import { percentOf } from '#trading/profit.ts'

import { debtorOf, payCharge, repay } from '../balances/loans.ts'
import { freeBalance, marketPrice, place } from '../orders/place-orders.ts'
import { type Pace, execute } from '../orders/fill-orders.ts'
import { type Profit, recordFill, recordUnfilled } from '../orders/order-history.ts'
import { type Execution, type Hold, type Order, type Part, movedBy } from '../orders/order.ts'
import type { Side } from '../market/quotes.ts'
import { type World, instrumentOf, lastPriceOf } from '../world.ts'
import type { GridBotRecord, StopAction } from './grid-bot-record.ts'
import { orderOf, takeOrderBack } from './grid-lines.ts'
import { countPart, endRun, heldMoney, heldUnits, investedIn, profitOfSale } from './grid-profit.ts'

const PRICE_PLACES = 18

/**
 * Cancels all orders and runs the stop action, whose first units fill now. A futures grid always
 * closes its position and repays its loan.
 */
export function endGrid(world: World, bot: GridBotRecord, action: StopAction, pace?: Pace): void {
  for (const order of bot.orders.slice()) takeOrderBack(world, bot, order)
  for (const line of bot.lines) Object.assign(line, { side: null, orderId: null })
  bot.isEnabled = false
  bot.ranBefore += world.meta.now - (bot.startedAt ?? world.meta.now)
  bot.startedAt = null
  const order = placeLast(world, bot, action)
  if (order) meetMarket(world, bot, order, pace)
  else settle(world, bot)
}

/** Fills the rest of a stopped bot's last order at once. */
export function hurry(world: World, bot: GridBotRecord): void {
  for (const order of bot.orders.slice()) meetMarket(world, bot, order, 'at once')
}

function meetMarket(world: World, bot: GridBotRecord, order: Order, pace?: Pace): void {
  onLastExecuted(world, bot, order, execute(world, order, null, pace))
}

/** The order at the stop was filled, partly or completely, or could not be paid. */
export function onLastExecuted(
  world: World,
  bot: GridBotRecord,
  order: Order,
  execution: Execution,
): void {
  if (execution) countPart(bot, order.side, movedBy(execution))
  if (execution && 'part' in execution) return
  const filled = execution?.fill ?? order.done
  const sale = order.side === 'sell' && filled ? { ...filled, price: averageOf(filled) } : undefined
  const realised = sale && profitOfSale(bot, sale)
  const insured = settle(world, bot, sale)
  // The insurance's payment is no loss of the account.
  const profit = realised ? profitOf(world, bot, add(realised, insured)) : null
  if (execution) recordFill(world, execution.fill, profit)
  else if (filled) recordUnfilled(world, order, null, profit)
}

const averageOf = ({ units, total }: Part): Decimal =>
  divide(total, units, PRICE_PLACES, 'half-even')

/** Pays loan and charges, and ends the run. Returns the insurance's payment. */
function settle(world: World, bot: GridBotRecord, sale?: Part): Decimal {
  // Funding to be received helps to pay the loan.
  if (isNegative(bot.interest)) settleCharge(world, bot)
  const insured = bot.loan ? repay(world, bot.accountId, bot.loan) : ZERO
  bot.loan = null
  settleCharge(world, bot)
  bot.otherCosts = subtract(bot.otherCosts, insured)
  endRun(bot, lastPriceOf(world, bot.accountId, bot.pair), sale)
  return insured
}

function settleCharge(world: World, bot: GridBotRecord): void {
  const paid = payCharge(world, debtorOf('grid_bot', bot), bot.interest)
  bot.otherCosts = add(bot.otherCosts, paid)
  bot.interest = ZERO
}

function placeLast(world: World, bot: GridBotRecord, action: StopAction): Order | undefined {
  if (action === 'stop_bot_and_buy' && !bot.loan) return placePurchase(world, bot)
  return action !== 'stop_bot' || bot.loan ? placeSale(world, bot) : undefined
}

function placeSale(world: World, bot: GridBotRecord): Order | undefined {
  const { base, lot } = instrumentOf(world, bot.pair)
  const units = cutToLot(smaller(heldUnits(bot), freeBalance(world, bot.accountId, base)), lot)
  return placeAtMarket(world, bot, 'sell', units, { currency: base, amount: units })
}

function profitOf(world: World, bot: GridBotRecord, amount: Decimal): Profit {
  const percent = percentOf(amount, investedIn(bot))
  return { amount, currency: instrumentOf(world, bot.pair).quote, percent }
}

function placePurchase(world: World, bot: GridBotRecord): Order | undefined {
  const instrument = instrumentOf(world, bot.pair)
  const { quote, lot, fee } = instrument
  const free = freeBalance(world, bot.accountId, quote)
  const amount = larger(smaller(heldMoney(bot), free), ZERO)
  const price = priceOfAmount(
    'buy',
    amount,
    marketPrice(world, bot.accountId, bot.pair, 'buy'),
    instrument,
  )
  const units = unitsFor(amount, multiply(price, add(ONE, fee)), lot)
  return placeAtMarket(world, bot, 'buy', units, { currency: quote, amount })
}

/** Places a market order, unless it is below the exchange's minimum. */
function placeAtMarket(
  world: World,
  bot: GridBotRecord,
  side: Side,
  units: Decimal,
  hold: Hold,
): Order | undefined {
  const price = marketPrice(world, bot.accountId, bot.pair, side)
  if (compare(multiply(units, price), instrumentOf(world, bot.pair).minTotal) < 0) return undefined
  return place(world, { ...orderOf(bot, 'close', 0), side, units, holds: [hold] })
}
