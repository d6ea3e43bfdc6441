import { type Decimal, ZERO, add, isPositive, subtract } from '#money/decimal.ts'
import { unitsFor } from '#trading/lots.ts'
import { percentOf } from '#trading/profit.ts'

import type { DcaBotRecord, Deal } from './dca-bot-record.ts'
import { addEvent } from './dca-events.ts'
import {
  canPay,
  dealOf,
  entrySide,
  exitSide,
  isLongBot,
  ordersOf,
  placeEntry,
  placeExit,
  placeSafety,
  placeStop,
  placeTakeProfit,
  safetyNumber,
} from './dca-orders.ts'
import { cancel, execute, marketPrice, repay } from '../orders/desk.ts'
import { recordFill } from '../orders/history.ts'
import type { Fill, Order } from '../orders/orders.ts'
import { type World, instrumentOf } from '../world.ts'

export function touchBot(world: World, bot: DcaBotRecord): void {
  bot.updatedAt = world.meta.now
  world.changes.touch('dca_bot', bot.id, () => bot)
}

/** Opens a deal with its base order; false when the account cannot pay for it. */
export function openDeal(world: World, bot: DcaBotRecord): boolean {
  const instrument = instrumentOf(world, bot.pair)
  const price = marketPrice(world, bot.pair, entrySide(bot))
  const units = unitsFor(bot.settings.base_order_size, price, instrument.lot)
  if (!isPositive(units) || !canPay(world, bot, units, price)) return false
  const deal: Deal = {
    index: bot.dealsOpened,
    basePrice: null,
    units: ZERO,
    total: ZERO,
    fees: ZERO,
    safetyFilled: 0,
    kept: null,
    loan: null,
    openedAt: world.meta.now,
  }
  bot.dealsOpened += 1
  bot.deals.push(deal)
  const isLimit = bot.settings.start_order_type === 'limit'
  placeEntry(world, bot, deal, { units, price, role: 'base', number: 0, isLimit })
  addEvent(world, bot, {
    type: 'deal_opened',
    message: `Deal ${deal.index + 1} opened`,
    price,
    amount: bot.settings.base_order_size,
  })
  touchBot(world, bot)
  return true
}

/** An order of a deal has been executed. */
export function onDealFill(world: World, bot: DcaBotRecord, fill: Fill): void {
  const deal = dealOf(bot, fill.order)
  if (!deal) return
  touchBot(world, bot)
  const { role } = fill.order.owner
  if (role === 'base' || role === 'safety') onEntered(world, bot, deal, fill)
  else onClosed(world, bot, deal, fill)
}

function onEntered(world: World, bot: DcaBotRecord, deal: Deal, fill: Fill): void {
  recordFill(world, fill, null)
  deal.units = add(deal.units, fill.units)
  deal.total = add(deal.total, fill.total)
  deal.fees = add(deal.fees, fill.fee)
  const isBase = fill.order.owner.role === 'base'
  if (isBase) deal.basePrice = fill.price
  else deal.safetyFilled += 1
  addEvent(world, bot, {
    type: isBase ? 'base_order_filled' : 'safety_order_filled',
    message: isBase ? 'Base order filled' : `Safety order ${safetyNumber(fill.order)} filled`,
    price: fill.price,
    amount: fill.units,
  })
  if (isBase) {
    placeSafety(world, bot, deal, fill.price)
    placeStop(world, bot, deal, fill.price)
  }
  placeTakeProfit(world, bot, deal)
}

function onClosed(world: World, bot: DcaBotRecord, deal: Deal, fill: Fill): void {
  const { quote } = instrumentOf(world, bot.pair)
  const paid = add(deal.fees, fill.fee)
  const gross = isLongBot(bot) ? subtract(fill.total, deal.total) : subtract(deal.total, fill.total)
  const amount = subtract(gross, paid)
  recordFill(world, fill, {
    amount,
    currency: quote,
    usd: amount,
    percent: percentOf(amount, deal.total),
  })
  bot.profit = add(bot.profit, amount)
  const isStop = fill.order.owner.role === 'stop'
  addEvent(world, bot, {
    type: isStop ? 'stop_loss_filled' : 'take_profit_filled',
    message: isStop ? 'Stop loss closed the deal' : 'Take profit closed the deal',
    price: fill.price,
    amount,
  })
  endDeal(world, bot, deal, fill.units)
  if (isStop && bot.settings.sl_type === 'stop_loss_and_disable') bot.status = 'completed'
  else lookAgain(world, bot, bot.settings.cooldown_between_trades)
}

/** Takes the orders of a deal back, and what a short has borrowed for them. */
function endDeal(world: World, bot: DcaBotRecord, deal: Deal, boughtBack: Decimal): void {
  const { base } = instrumentOf(world, bot.pair)
  const waiting = ordersOf(bot, deal).filter(
    ({ owner }) => owner.role === 'base' || owner.role === 'safety',
  )
  for (const order of ordersOf(bot, deal)) cancel(world, order)
  if (!isLongBot(bot)) {
    const borrowed = waiting.reduce((total, { units }) => add(total, units), boughtBack)
    repay(world, bot.accountId, { currency: base, amount: borrowed })
  }
  bot.deals = bot.deals.filter((other) => other !== deal)
  touchBot(world, bot)
}

/** The stop of a deal has been set off. */
export function onDealTold(world: World, bot: DcaBotRecord, order: Order): void {
  const deal = dealOf(bot, order)
  if (deal) closeDeal(world, bot, deal, 'stop')
}

/** Closes a deal at the market, now. */
export function closeDeal(
  world: World,
  bot: DcaBotRecord,
  deal: Deal,
  role: 'stop' | 'close',
): void {
  for (const order of ordersOf(bot, deal)) if (order.owner.role === 'target') cancel(world, order)
  if (!isPositive(deal.units)) {
    endDeal(world, bot, deal, ZERO)
    return
  }
  const exit = placeExit(world, bot, deal, role)
  const fill = execute(world, exit, marketPrice(world, bot.pair, exitSide(bot)))
  if (fill) onClosed(world, bot, deal, fill)
}

/** An order of a deal could not be paid for: without a base order there is no deal. */
export function onDealUnfilled(world: World, bot: DcaBotRecord, order: Order): void {
  const deal = dealOf(bot, order)
  if (!deal) return
  addEvent(world, bot, {
    type: 'order_failed',
    message: 'Insufficient funds for an order',
    price: order.price,
    amount: order.units,
  })
  if (order.owner.role === 'base') {
    endDeal(world, bot, deal, isLongBot(bot) ? ZERO : order.units)
    lookAgain(world, bot, 3_600)
  }
  touchBot(world, bot)
}

/** When the bot looks next whether to open a deal; at the next second at the soonest. */
export function lookAgain(world: World, bot: DcaBotRecord, seconds: number): void {
  if (bot.status !== 'running') return
  bot.dueAt = (Math.floor(world.meta.now / 1000) + Math.max(1, seconds)) * 1000
  world.agenda.push({ at: bot.dueAt, kind: 'dca_bot', id: bot.id })
  touchBot(world, bot)
}
