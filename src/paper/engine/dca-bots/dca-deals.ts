import { add, compare, type Decimal, divide, isPositive, multiply, ZERO } from '#money/decimal.ts'
import { dcaStart } from '#trading/dca-ladder.ts'
import { unitsFor } from '#trading/lots.ts'

import { repay } from '../balances/loans.ts'
import { marketPrice } from '../orders/place-orders.ts'
import { recordFill, recordUnfilled } from '../orders/order-history.ts'
import {
  type Execution,
  type Fill,
  leftOf,
  movedBy,
  NOTHING,
  type Order,
  type Part,
} from '../orders/order.ts'
import { haltOf, instrumentOf, type World } from '../world.ts'
import { addEvent, checkAgain, secondsFromNow, touchBot, WITHOUT_MONEY } from './dca-bot-changes.ts'
import type { DcaBotRecord, Deal } from './dca-bot-record.ts'
import { closeDeal, endDeal, onExitExecuted, takeExitBack } from './dca-deal-close.ts'
import { watchLiquidation } from './dca-liquidation.ts'
import {
  canPay,
  dealOf,
  entrySide,
  isLongBot,
  ordersOf,
  placeEntry,
  placeSafety,
  placeStop,
  placeTakeProfit,
  safetyNumber,
  takeBackEntries,
} from './dca-orders.ts'

const PLACES = 18

/** In seconds (our choice): when the rest of a limit base order is cancelled. */
export const BASE_WAITS = 900

const BELOW_MINIMUM = 'The base order is below the minimum of the exchange at this price.'

/** Opens a deal with its base order; returns the reason if it cannot. */
export function openDeal(world: World, bot: DcaBotRecord): string | undefined {
  const halt = haltOf(world, bot)
  if (halt !== undefined) return halt
  const instrument = instrumentOf(world, bot.pair)
  const best = marketPrice(world, bot.accountId, bot.pair, entrySide(bot))
  const price = dcaStart(bot.settings, best, instrument)
  const units = unitsFor(bot.settings.base_order_size, price, instrument.lot)
  if (compare(multiply(units, price), instrument.minTotal) < 0) return BELOW_MINIMUM
  if (!canPay(world, bot, units, price)) return 'There is not enough money for a deal.'
  const isLimit = bot.settings.start_order_type === 'limit'
  const deal: Deal = {
    index: bot.dealsOpened,
    basePrice: null,
    baseUntil: isLimit ? secondsFromNow(world, BASE_WAITS) : null,
    units: ZERO,
    total: ZERO,
    fees: ZERO,
    closed: NOTHING,
    realised: ZERO,
    interest: ZERO,
    safetyFilled: 0,
    openedAt: world.meta.now,
  }
  bot.dealsOpened += 1
  bot.deals.push(deal)
  placeEntry(world, bot, deal, { units, price, role: 'base', number: 0, isLimit })
  if (deal.baseUntil !== null) {
    world.agenda.push({ at: deal.baseUntil, kind: 'dca_bot', id: bot.id })
  }
  addEvent(world, bot, {
    type: 'deal_opened',
    message: `Deal ${deal.index + 1} opened`,
    price,
    amount: bot.settings.base_order_size,
  })
  touchBot(world, bot)
  return undefined
}

/** Cancels expired base orders. A deal without a fill is dropped, a partly filled one continues. */
export function giveUpBases(world: World, bot: DcaBotRecord): void {
  const { now } = world.meta
  for (const deal of bot.deals.filter(({ baseUntil }) => baseUntil !== null && baseUntil <= now)) {
    deal.baseUntil = null
    if (deal.basePrice !== null) continue
    takeBackEntries(world, bot, deal)
    const isEmpty = !isPositive(deal.units)
    addEvent(world, bot, {
      type: 'base_order_expired',
      message: isEmpty
        ? 'The base order was not filled and was cancelled'
        : 'The rest of the base order was cancelled',
    })
    if (isEmpty) dropDeal(world, bot, deal)
    else onBaseDone(world, bot, deal)
    touchBot(world, bot)
  }
}

/** Drops a deal that never filled, without a cooldown. */
function dropDeal(world: World, bot: DcaBotRecord, deal: Deal): void {
  bot.deals = bot.deals.filter((other) => other !== deal)
  checkAgain(world, bot, 0)
}

/** An order of a deal was filled or could not be paid. */
export function onDealExecuted(
  world: World,
  bot: DcaBotRecord,
  order: Order,
  execution: Execution,
): void {
  const deal = dealOf(bot, order)
  if (!deal) return
  touchBot(world, bot)
  const { role } = order.owner
  if (!execution) {
    addEvent(world, bot, {
      type: 'order_failed',
      message: 'Insufficient funds for an order',
      price: order.price,
      amount: leftOf(order),
    })
  }
  if (role !== 'base' && role !== 'safety') onExitExecuted(world, bot, deal, order, execution)
  else if (!execution) onEntryUnpaid(world, bot, deal, order)
  else {
    takeIn(world, bot, deal, movedBy(execution))
    if ('fill' in execution) onEntered(world, bot, deal, execution.fill)
  }
}

/** Adds filled units; the exit follows the average price, so each fill replaces it. */
function takeIn(world: World, bot: DcaBotRecord, deal: Deal, { units, total, fee }: Part): void {
  for (const order of ordersOf(bot, deal)) {
    if (order.owner.role === 'target') takeExitBack(world, bot, deal, order)
  }
  deal.units = add(deal.units, units)
  deal.total = add(deal.total, total)
  deal.fees = add(deal.fees, fee)
  // Before safety orders use the free balance: a short holds money for its exit.
  placeTakeProfit(world, bot, deal)
  watchLiquidation(world, bot, deal)
}

function onEntered(world: World, bot: DcaBotRecord, deal: Deal, fill: Fill): void {
  recordFill(world, fill, null)
  const isBase = fill.order.owner.role === 'base'
  addEvent(world, bot, {
    type: isBase ? 'base_order_filled' : 'safety_order_filled',
    message: isBase ? 'Base order filled' : `Safety order ${safetyNumber(fill.order)} filled`,
    price: fill.price,
    amount: fill.units,
  })
  if (isBase) onBaseDone(world, bot, deal)
  else deal.safetyFilled += 1
}

/** Places safety orders and stop, measured from the base order's fill price. */
function onBaseDone(world: World, bot: DcaBotRecord, deal: Deal): void {
  const price: Decimal = divide(deal.total, deal.units, PLACES, 'half-even')
  deal.basePrice = price
  placeSafety(world, bot, deal, price)
  placeStop(world, bot, deal, price)
}

/** The stop or the liquidation of a deal was triggered. */
export function onDealReached(world: World, bot: DcaBotRecord, order: Order): void {
  const deal = dealOf(bot, order)
  if (deal) closeDeal(world, bot, deal, order.owner.role === 'liquidation' ? 'liquidation' : 'stop')
}

/** Drops the deal if nothing of its base order filled. */
function onEntryUnpaid(world: World, bot: DcaBotRecord, deal: Deal, order: Order): void {
  if (order.done) recordUnfilled(world, order, null)
  if (!isLongBot(bot)) {
    const { base } = instrumentOf(world, bot.pair)
    repay(world, bot.accountId, { currency: base, amount: leftOf(order) })
  }
  if (order.owner.role !== 'base') return
  if (isPositive(deal.units)) {
    onBaseDone(world, bot, deal)
    return
  }
  endDeal(world, bot, deal)
  checkAgain(world, bot, Math.max(WITHOUT_MONEY, bot.settings.cooldown_between_trades))
}
