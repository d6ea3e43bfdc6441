import { MONEY_PLACES } from '#contract/commission.ts'
import {
  ONE,
  ZERO,
  type Decimal,
  add,
  compare,
  divide,
  larger,
  multiply,
  smaller,
  subtract,
} from '#money/decimal.ts'
import { cutToLot, unitsFor } from '#trading/lots.ts'
import { percentOf } from '#trading/profit.ts'

import { cancel, execute, freeBalance, marketPrice, place, repay } from '../orders/desk.ts'
import { type Profit, recordFill } from '../orders/history.ts'
import type { Fill } from '../orders/orders.ts'
import type { Side } from '../market/quotes.ts'
import { type World, instrumentOf } from '../world.ts'
import type { GridBotRecord, StopAction } from './grid-bot-record.ts'
import { orderOf } from './grid-lines.ts'
import { heldMoney, heldUnits, investedIn, resultOf } from './grid-result.ts'

/**
 * Takes every pending order back and does what the stop asks for besides. A futures grid always
 * closes its position and pays its loan back.
 */
export function endGrid(world: World, bot: GridBotRecord, action: StopAction): void {
  for (const order of bot.orders.slice()) cancel(world, order)
  for (const line of bot.lines) Object.assign(line, { side: null, orderId: null })
  if (action === 'stop_bot_and_buy' && !bot.loan) buyBack(world, bot)
  else if (action !== 'stop_bot' || bot.loan) sellOut(world, bot)
  if (bot.loan) repay(world, bot.accountId, bot.loan)
  bot.loan = null
  bot.isEnabled = false
}

/** Sells what the bot holds, as far as it is free; the history shows what that realised. */
function sellOut(world: World, bot: GridBotRecord): void {
  const { base, lot } = instrumentOf(world, bot.pair)
  const units = cutToLot(smaller(heldUnits(bot), freeBalance(world, bot.accountId, base)), lot)
  const fill = trade(world, bot, 'sell', units)
  if (fill) recordFill(world, fill, realisedBy(world, bot, fill))
}

/** What of the unrealised result a sale of the bot's coins makes real, after its fee. */
function realisedBy(world: World, bot: GridBotRecord, { units, price, fee }: Fill): Profit {
  const { unrealised } = resultOf(bot, price)
  const share = divide(multiply(unrealised, units), heldUnits(bot), MONEY_PLACES, 'half-even')
  const amount = subtract(share, fee)
  const percent = percentOf(amount, investedIn(bot))
  return { amount, currency: instrumentOf(world, bot.pair).quote, usd: amount, percent }
}

/** Spends the money of the bot on coins. */
function buyBack(world: World, bot: GridBotRecord): void {
  const { quote, lot, fee } = instrumentOf(world, bot.pair)
  const money = smaller(heldMoney(bot), freeBalance(world, bot.accountId, quote))
  const price = multiply(marketPrice(world, bot.pair, 'buy'), add(ONE, fee))
  const fill = trade(world, bot, 'buy', unitsFor(larger(money, ZERO), price, lot))
  if (fill) recordFill(world, fill, null)
}

/** A market order on the spot, unless it is less than the exchange takes. */
function trade(world: World, bot: GridBotRecord, side: Side, units: Decimal): Fill | undefined {
  const price = marketPrice(world, bot.pair, side)
  if (compare(multiply(units, price), instrumentOf(world, bot.pair).minTotal) < 0) return undefined
  return execute(world, place(world, { ...orderOf(bot, 'close', 0), side, units }), price)
}
