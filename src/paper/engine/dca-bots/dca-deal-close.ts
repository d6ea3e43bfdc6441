import { MONEY_PLACES } from '#contract/commission.ts'
import {
  add,
  compare,
  type Decimal,
  divide,
  isNegative,
  isPositive,
  isZero,
  multiply,
  quotient,
  subtract,
  ZERO,
} from '#money/decimal.ts'
import { percentOf } from '#trading/profit.ts'

import { charge, debtorOf, payCharge, repay } from '../balances/loans.ts'
import { execute, type Pace } from '../orders/fill-orders.ts'
import { recordFill, recordUnfilled } from '../orders/order-history.ts'
import {
  type Execution,
  type Fill,
  movedBy,
  type Order,
  type Owner,
  type Part,
  sumOf,
} from '../orders/order.ts'
import { cancel } from '../orders/place-orders.ts'
import { instrumentOf, type World } from '../world.ts'
import { addEvent, checkAgain, secondsFromNow, touchBot } from './dca-bot-changes.ts'
import type { DcaBotRecord, Deal } from './dca-bot-record.ts'
import { watchLiquidation } from './dca-liquidation.ts'
import {
  type ClosingRole,
  isLongBot,
  openUnits,
  ordersOf,
  placeExit,
  takeBackEntries,
} from './dca-orders.ts'

const CLOSINGS: Partial<Record<Owner['role'], { type: string; message: string }>> = {
  target: { type: 'take_profit_filled', message: 'Take profit closed the deal' },
  stop: { type: 'stop_loss_filled', message: 'Stop loss closed the deal' },
  close: { type: 'deal_closed', message: 'Deal closed at the market' },
  liquidation: {
    type: 'liquidated',
    message: 'Liquidated: what the deal kept no longer covered the coins it owed',
  },
}

/** Closes a deal at the market: its first units now, the rest as depth allows. */
export function closeDeal(
  world: World,
  bot: DcaBotRecord,
  deal: Deal,
  role: ClosingRole,
  pace?: Pace,
): void {
  if (isClosing(bot, deal) && pace !== 'at once') return
  takeBackEntries(world, bot, deal)
  for (const order of ordersOf(bot, deal)) takeExitBack(world, bot, deal, order)
  if (!isPositive(openUnits(deal))) {
    endDeal(world, bot, deal)
    return
  }
  receive(world, bot, deal)
  const exit = placeExit(world, bot, deal, role)
  onExitExecuted(world, bot, deal, exit, execute(world, exit, null, pace))
}

/** Returns true if the last order of a deal is pending. */
export const isClosing = (bot: DcaBotRecord, deal: Deal): boolean =>
  ordersOf(bot, deal).some(
    ({ owner, tells }) =>
      !tells && (owner.role === 'stop' || owner.role === 'close' || owner.role === 'liquidation'),
  )

/** An order that closes a deal was filled or could not be paid. */
export function onExitExecuted(
  world: World,
  bot: DcaBotRecord,
  deal: Deal,
  order: Order,
  execution: Execution,
): void {
  touchBot(world, bot)
  if (!execution) {
    // A trailing exit can turn at a price beyond the money held for it.
    recordPart(world, bot, deal, order)
    closeDeal(world, bot, deal, 'close')
    return
  }
  takeOut(world, bot, deal, movedBy(execution))
  if ('fill' in execution) onClosed(world, bot, deal, execution.fill)
}

/** Removes closed units; a short returns the coins it bought. */
function takeOut(world: World, bot: DcaBotRecord, deal: Deal, part: Part): void {
  if (isPositive(part.insured) && isZero(deal.closed.insured)) {
    const price = quotient(part.total, part.units)
    const message = "The exchange's insurance paid what the account lacked"
    addEvent(world, bot, { type: 'insured', message, price })
  }
  if (!isLongBot(bot)) {
    const { base } = instrumentOf(world, bot.pair)
    repay(world, bot.accountId, { currency: base, amount: part.units })
  }
  payShare(world, bot, deal, part)
  deal.closed = sumOf(deal.closed, part)
}

export function takeExitBack(world: World, bot: DcaBotRecord, deal: Deal, order: Order): void {
  cancel(world, order)
  recordPart(world, bot, deal, order)
}

/** Records a part's profit against its share of the position's cost. */
function recordPart(world: World, bot: DcaBotRecord, deal: Deal, order: Order): void {
  const { done } = order
  if (!done) return
  const shareOf = (amount: Decimal): Decimal =>
    divide(multiply(amount, done.units), deal.units, MONEY_PLACES, 'half-even')
  const entered = { total: shareOf(deal.total), fees: shareOf(deal.fees) }
  const profit = realise(world, bot, deal, earned(bot, entered, done))
  recordUnfilled(world, order, null, { ...profit, fees: add(entered.fees, done.fee) })
}

/** Proceeds less cost, in the quote currency. */
export function earned(
  bot: DcaBotRecord,
  entered: Pick<Deal, 'total' | 'fees'>,
  out: Part,
): Decimal {
  const gross = isLongBot(bot)
    ? subtract(out.total, entered.total)
    : subtract(entered.total, out.total)
  return add(subtract(gross, add(entered.fees, out.fee)), out.insured)
}

function realise(world: World, bot: DcaBotRecord, deal: Deal, amount: Decimal) {
  deal.realised = add(deal.realised, amount)
  bot.profit = add(bot.profit, amount)
  const { quote } = instrumentOf(world, bot.pair)
  return { amount, currency: quote, percent: percentOf(amount, deal.total) }
}

function onClosed(world: World, bot: DcaBotRecord, deal: Deal, fill: Fill): void {
  const { role } = fill.order.owner
  const whole = earned(bot, deal, deal.closed)
  // Parts closed earlier reported their share of the fees, which the deal does not store.
  const isOnlyExit = compare(deal.closed.units, fill.units) === 0
  const profit = realise(world, bot, deal, subtract(whole, deal.realised))
  recordFill(world, fill, {
    ...profit,
    ...(isOnlyExit && { fees: add(deal.fees, deal.closed.fee) }),
  })
  const closing = CLOSINGS[role]
  // Includes interest and funding, which have their own history rows.
  const amount = subtract(whole, deal.interestPaid ?? ZERO)
  if (closing) addEvent(world, bot, { ...closing, price: fill.price, amount })
  bot.dealsClosed += 1
  endDeal(world, bot, deal)
  const disables = bot.settings.sl_type === 'stop_loss_and_disable'
  const isStopped = role === 'stop' || role === 'liquidation'
  if (isStopped && disables && bot.status === 'running') {
    bot.status = 'completed'
    bot.dueAt = null
    const message = `The ${role === 'stop' ? 'stop loss' : 'liquidation'} has ended the bot`
    addEvent(world, bot, { type: 'completed', message })
  }
}

/** Cancels a deal's orders; after the cooldown another may open. */
export function endDeal(world: World, bot: DcaBotRecord, deal: Deal): void {
  takeBackEntries(world, bot, deal)
  if (!isPositive(deal.units)) {
    const message = 'The base order was not filled and was cancelled'
    addEvent(world, bot, { type: 'base_order_expired', message })
  }
  for (const order of ordersOf(bot, deal)) cancel(world, order)
  bot.deals = bot.deals.filter((other) => other !== deal)
  const pause = bot.settings.cooldown_between_trades
  bot.coolsUntil = secondsFromNow(world, pause)
  checkAgain(world, bot, pause)
  touchBot(world, bot)
}

/** Charges a short interest on the coins it sold; on futures, funding in either direction. */
export function accrueDeals(world: World, bot: DcaBotRecord): void {
  const isLong = isLongBot(bot)
  for (const deal of bot.deals) {
    const units = openUnits(deal)
    const charged = charge(world, debtorOf('dca_bot', bot), {
      direction: isLong ? 'long' : 'short',
      units,
      borrowed: (last) => (isLong ? ZERO : multiply(units, last)),
    })
    if (isZero(charged)) continue
    deal.interest = add(deal.interest, charged)
    const isWatched = ordersOf(bot, deal).some(({ owner }) => owner.role === 'target')
    if (isWatched) watchLiquidation(world, bot, deal)
    touchBot(world, bot)
  }
}

/** Pays the closed part's share of interest or funding; the last part pays the rest. */
function payShare(world: World, bot: DcaBotRecord, deal: Deal, { units }: Part): void {
  const open = openUnits(deal)
  const isLast = compare(units, open) >= 0
  const share = isLast
    ? deal.interest
    : divide(multiply(deal.interest, units), open, MONEY_PLACES, 'down')
  deal.interest = isLast ? ZERO : subtract(deal.interest, share)
  pay(world, bot, deal, share)
}

/** Pays out funding to be received before a close at the market, which may need it. */
function receive(world: World, bot: DcaBotRecord, deal: Deal): void {
  if (!isNegative(deal.interest)) return
  pay(world, bot, deal, deal.interest)
  deal.interest = ZERO
}

function pay(world: World, bot: DcaBotRecord, deal: Deal, owed: Decimal): void {
  const paid = payCharge(world, debtorOf('dca_bot', bot), owed)
  bot.profit = subtract(bot.profit, paid)
  if (!isZero(paid)) deal.interestPaid = add(deal.interestPaid ?? ZERO, paid)
}
