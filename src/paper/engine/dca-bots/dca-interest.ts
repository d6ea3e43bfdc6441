import { MONEY_PLACES } from '#contract/commission.ts'
import { ZERO, add, compare, divide, multiply, subtract } from '#money/decimal.ts'

import { chargeInterest, payInterest } from '../balances/interest.ts'
import { priceOf } from '../market/quotes.ts'
import type { Part } from '../orders/orders.ts'
import { type World, instrumentOf } from '../world.ts'
import type { DcaBotRecord, Deal } from './dca-bot-record.ts'
import { watchLiquidation } from './dca-liquidation.ts'
import { isLongBot, openUnits, ordersOf } from './dca-orders.ts'
import { touchBot } from './dca-turns.ts'

const debtorOf = ({ id, accountId: account, pair }: DcaBotRecord) => ({
  owner: { type: 'dca_bot' as const, id },
  account,
  pair,
})

/** A short owes interest on the coins that it has sold and not bought back. */
export function accrueDeals(world: World, bot: DcaBotRecord): void {
  if (isLongBot(bot) || bot.deals.length === 0) return
  const instrument = instrumentOf(world, bot.pair)
  const last = priceOf(instrument, world.market.last(bot.pair, world.meta.now))
  for (const deal of bot.deals) {
    const borrowed = multiply(openUnits(deal), last)
    deal.interest = add(deal.interest, chargeInterest(world, debtorOf(bot), borrowed))
    const isWatched = ordersOf(bot, deal).some(({ owner }) => owner.role === 'target')
    if (isWatched) watchLiquidation(world, bot, deal)
  }
  touchBot(world, bot)
}

/** What is bought back pays its share of the interest, the last of it all that is left. */
export function payShare(world: World, bot: DcaBotRecord, deal: Deal, { units }: Part): void {
  const open = openUnits(deal)
  const isLast = compare(units, open) >= 0
  const share = isLast
    ? deal.interest
    : divide(multiply(deal.interest, units), open, MONEY_PLACES, 'down')
  deal.interest = isLast ? ZERO : subtract(deal.interest, share)
  bot.profit = subtract(bot.profit, payInterest(world, debtorOf(bot), share))
}
