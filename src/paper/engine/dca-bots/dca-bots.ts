import { commission } from '#contract/commission.ts'
import {
  type Decimal,
  ZERO,
  add,
  compare,
  isPositive,
  larger,
  multiply,
  subtract,
} from '#money/decimal.ts'
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
  takeBackEntries,
} from './dca-orders.ts'
import { borrow, cancel, execute, freeBalance, marketPrice, repay } from '../orders/desk.ts'
import { recordFill } from '../orders/history.ts'
import type { Fill, Order, Owner } from '../orders/orders.ts'
import { type World, instrumentOf } from '../world.ts'

export function touchBot(world: World, bot: DcaBotRecord): void {
  bot.updatedAt = world.meta.now
  world.changes.touch('dca_bot', bot.id, () => bot)
}

/** Seconds until a bot tries again that could not pay. */
export const WITHOUT_MONEY = 3_600

/** Opens a deal with its base order; false when the account cannot pay for it. */
export function openDeal(world: World, bot: DcaBotRecord): boolean {
  const instrument = instrumentOf(world, bot.pair)
  const price = marketPrice(world, bot.pair, entrySide(bot))
  const units = unitsFor(bot.settings.base_order_size, price, instrument.lot)
  const isEnough = compare(multiply(units, price), instrument.minTotal) >= 0
  if (!isEnough || !canPay(world, bot, units, price)) return false
  const deal: Deal = {
    index: bot.dealsOpened,
    basePrice: null,
    units: ZERO,
    total: ZERO,
    fees: ZERO,
    safetyFilled: 0,
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
  // Before the safety orders take what is free: a short holds money for its exit.
  placeTakeProfit(world, bot, deal)
  if (isBase) {
    placeSafety(world, bot, deal, fill.price)
    placeStop(world, bot, deal, fill.price)
  }
}

const CLOSINGS: Partial<Record<Owner['role'], { type: string; message: string }>> = {
  target: { type: 'take_profit_filled', message: 'Take profit closed the deal' },
  stop: { type: 'stop_loss_filled', message: 'Stop loss closed the deal' },
  close: { type: 'deal_closed', message: 'Deal closed at the market' },
}

/** `insured` is what the exchange's insurance paid of the exit. */
function onClosed(
  world: World,
  bot: DcaBotRecord,
  deal: Deal,
  fill: Fill,
  insured: Decimal = ZERO,
): void {
  const { quote } = instrumentOf(world, bot.pair)
  const paid = add(deal.fees, fill.fee)
  const gross = isLongBot(bot) ? subtract(fill.total, deal.total) : subtract(deal.total, fill.total)
  const amount = add(subtract(gross, paid), insured)
  const percent = percentOf(amount, deal.total)
  recordFill(world, fill, { amount, currency: quote, usd: amount, percent })
  bot.profit = add(bot.profit, amount)
  const { role } = fill.order.owner
  const closing = CLOSINGS[role]
  if (closing) addEvent(world, bot, { ...closing, price: fill.price, amount })
  endDeal(world, bot, deal, fill.units)
  if (role === 'stop' && bot.settings.sl_type === 'stop_loss_and_disable') {
    bot.status = 'completed'
    bot.dueAt = null
    addEvent(world, bot, { type: 'completed', message: 'The stop loss has ended the bot' })
  }
}

/** Takes the orders of a deal back, and gives back the coins that a short has bought for it. */
function endDeal(world: World, bot: DcaBotRecord, deal: Deal, boughtBack: Decimal): void {
  takeBackEntries(world, bot, deal)
  for (const order of ordersOf(bot, deal)) cancel(world, order)
  if (!isLongBot(bot)) {
    const { base } = instrumentOf(world, bot.pair)
    repay(world, bot.accountId, { currency: base, amount: boughtBack })
  }
  bot.deals = bot.deals.filter((other) => other !== deal)
  const pause = bot.settings.cooldown_between_trades
  bot.coolsUntil = world.meta.now + pause * 1000
  lookAgain(world, bot, pause)
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
  takeBackEntries(world, bot, deal)
  for (const order of ordersOf(bot, deal)) cancel(world, order)
  if (!isPositive(deal.units)) {
    endDeal(world, bot, deal, ZERO)
    return
  }
  const price = marketPrice(world, bot.pair, exitSide(bot))
  const exit = placeExit(world, bot, deal, role)
  const advance = isLongBot(bot) ? ZERO : missingFor(world, bot, deal.units, price)
  const loan = { currency: instrumentOf(world, bot.pair).quote, amount: advance }
  borrow(world, bot.accountId, loan)
  const fill = execute(world, exit, price)
  repay(world, bot.accountId, loan)
  if (isPositive(advance)) {
    addEvent(world, bot, { type: 'liquidated', message: 'The account could not pay', price })
  }
  if (fill) onClosed(world, bot, deal, fill, advance)
}

/** What an account lacks to buy a short back: more cannot be lost than is there. */
function missingFor(world: World, bot: DcaBotRecord, units: Decimal, price: Decimal): Decimal {
  const { quote, fee } = instrumentOf(world, bot.pair)
  const total = multiply(units, price)
  const free = freeBalance(world, bot.accountId, quote)
  return larger(ZERO, subtract(add(total, commission(total, fee)), free))
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
  // A trailing exit can turn at a price that the money held for it does not reach.
  if (order.owner.role === 'target') closeDeal(world, bot, deal, 'close')
  if (order.owner.role === 'base') {
    endDeal(world, bot, deal, isLongBot(bot) ? ZERO : order.units)
    lookAgain(world, bot, Math.max(WITHOUT_MONEY, bot.settings.cooldown_between_trades))
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
