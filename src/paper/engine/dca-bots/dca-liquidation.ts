import { ZERO, subtract } from '#money/decimal.ts'
import { liquidationPrice } from '#trading/liquidation.ts'

import { moveThreshold, place } from '../orders/place-orders.ts'
import { type World, instrumentOf } from '../world.ts'
import type { DcaBotRecord, Deal } from './dca-bot-record.ts'
import { isLongBot, keptBy, openUnits, ordersOf, ownerOf, plain } from './dca-orders.ts'

/** A short deal of an older program, which liquidated none. */
export const lacksLiquidation = (bot: DcaBotRecord, deal: Deal): boolean => {
  const roles = ordersOf(bot, deal).map(({ owner }) => owner.role)
  return !isLongBot(bot) && roles.includes('target') && !roles.includes('liquidation')
}

/** Watches for the liquidation price of a short deal. A long has no debt. */
export function watchLiquidation(world: World, bot: DcaBotRecord, deal: Deal): void {
  if (isLongBot(bot)) return
  const { tick } = instrumentOf(world, bot.pair)
  const units = openUnits(deal)
  const price = liquidationPrice({
    direction: 'short',
    units,
    owed: units,
    kept: subtract(keptBy(deal), deal.interest),
    tick,
  })
  if (!price) return
  const trigger = { type: 'last', direction: 'up', price } as const
  const order = ordersOf(bot, deal).find(({ owner }) => owner.role === 'liquidation')
  if (order) moveThreshold(world, order, { trigger })
  else {
    place(world, {
      ...plain(bot, 'buy', ZERO),
      trigger,
      tells: true,
      owner: ownerOf(bot, deal, 'liquidation'),
    })
  }
}
