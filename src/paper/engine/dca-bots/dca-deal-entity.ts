import { commission } from '#contract/commission.ts'
import type { DcaDealEntity } from '#contract/dca-deals.ts'
import {
  type Decimal,
  ZERO,
  add,
  compare,
  isPositive,
  multiply,
  quotient,
  subtract,
} from '#money/decimal.ts'
import { toSlashPair } from '#trading/pair.ts'
import { percentOf } from '#trading/profit.ts'
import { trailingPrice } from '#trading/trailing.ts'

import { type Order, sumOf } from '../orders/order.ts'
import { type World, instrumentOf, lastPriceOf } from '../world.ts'
import type { DcaBotRecord, Deal } from './dca-bot-record.ts'
import { earned, isClosing } from './dca-deal-close.ts'
import { isLongBot, openUnits, ordersOf } from './dca-orders.ts'

const PERCENT_PLACES = 4

export function dcaDealEntity(world: World, bot: DcaBotRecord, deal: Deal): DcaDealEntity {
  const orders = ordersOf(bot, deal)
  const isFilled = isPositive(deal.units)
  const price = lastPriceOf(world, bot.accountId, bot.pair)
  const target = orders.find(({ owner }) => owner.role === 'target')
  const stop = orders.find(({ owner }) => owner.role === 'stop')
  const profit = isFilled ? profitAt(world, bot, deal, price) : ZERO
  return {
    id: deal.index + 1,
    pair: toSlashPair(bot.pair),
    created_at: deal.openedAt,
    status: isClosing(bot, deal) ? 'closing' : isFilled ? 'open' : 'waiting',
    safety_orders_filled: deal.safetyFilled,
    spent: deal.total,
    bought: deal.units,
    sold: deal.closed.units,
    average_price: isFilled ? quotient(deal.total, deal.units) : null,
    current_price: price,
    take_profit_price: target ? exitPrice(target) : null,
    stop_loss_price: stop?.trigger?.price ?? null,
    next_order_price: nextOrderPrice(bot, orders),
    fees: add(deal.fees, deal.closed.fee),
    profit: { amount: profit, percent: percentOf(profit, deal.total, PERCENT_PLACES) },
  }
}

/** Profit that the open units add to the bot at a price. */
function profitAt(world: World, bot: DcaBotRecord, deal: Deal, price: Decimal): Decimal {
  const units = openUnits(deal)
  const total = multiply(units, price)
  const fee = commission(total, instrumentOf(world, bot.pair).fee)
  const out = sumOf(deal.closed, { units, total, fee, insured: ZERO })
  return subtract(subtract(earned(bot, deal, out), deal.realised), deal.interest)
}

/** The current exit price; a trailing exit that has begun uses its turning price. */
function exitPrice({ price, trigger, trail, side }: Order): Decimal | null {
  if (!trail?.extreme || trigger) return price ?? trigger?.price ?? null
  const { extreme: best, percent } = trail
  return trailingPrice({ side: side === 'sell' ? 'below' : 'above', percent, best })
}

/** The pending safety order nearest to the price. */
function nextOrderPrice(bot: DcaBotRecord, orders: readonly Order[]): Decimal | null {
  const prices = orders.flatMap(({ owner, price }) =>
    owner.role === 'safety' && price ? [price] : [],
  )
  const nearestFirst = prices.toSorted((a, b) => (isLongBot(bot) ? compare(b, a) : compare(a, b)))
  return nearestFirst[0] ?? null
}
