import { MONEY_PLACES } from '#contract/commission.ts'
import {
  type Decimal,
  add,
  compare,
  divide,
  isNegative,
  isZero,
  multiply,
  subtract,
  ZERO,
} from '#money/decimal.ts'

import { charge, debtorOf, payCharge } from '../balances/interest.ts'
import type { Part } from '../orders/order.ts'
import type { World } from '../world.ts'
import { touchBot } from './dca-bot-changes.ts'
import type { DcaBotRecord, Deal } from './dca-bot-record.ts'
import { watchLiquidation } from './dca-liquidation.ts'
import { isLongBot, openUnits, ordersOf } from './dca-orders.ts'

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
export function payShare(world: World, bot: DcaBotRecord, deal: Deal, { units }: Part): void {
  const open = openUnits(deal)
  const isLast = compare(units, open) >= 0
  const share = isLast
    ? deal.interest
    : divide(multiply(deal.interest, units), open, MONEY_PLACES, 'down')
  deal.interest = isLast ? ZERO : subtract(deal.interest, share)
  pay(world, bot, deal, share)
}

/** Pays out funding to be received before a close at the market, which may need it. */
export function receive(world: World, bot: DcaBotRecord, deal: Deal): void {
  if (!isNegative(deal.interest)) return
  pay(world, bot, deal, deal.interest)
  deal.interest = ZERO
}

function pay(world: World, bot: DcaBotRecord, deal: Deal, owed: Decimal): void {
  const paid = payCharge(world, debtorOf('dca_bot', bot), owed)
  bot.profit = subtract(bot.profit, paid)
  if (!isZero(paid)) deal.interestPaid = add(deal.interestPaid ?? ZERO, paid)
}
