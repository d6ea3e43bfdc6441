import type { GridBot } from '#contract/grid-bots.ts'
import { plural } from '#money/format.ts'
import { isFuturesBot } from '#trading/allowed.ts'

import type { PendingOrders } from '../bot/grid-lines.ts'

type Orders = Pick<PendingOrders, 'buys' | 'sells'> | undefined

export function orderCount(orders: Orders): string {
  if (!orders) return 'orders unknown'
  return plural(orders.buys + orders.sells, 'order')
}

/** "2 buys and 1 sell", or "2 buys". */
export function bothSides(orders: Orders): string {
  if (!orders) return 'not given by the service'
  const { buys, sells } = orders
  if (sells === 0) return buys === 0 ? 'none' : plural(buys, 'buy')
  return buys === 0 ? plural(sells, 'sell') : `${plural(buys, 'buy')} and ${plural(sells, 'sell')}`
}

/** "Stop bot, cancel 3 orders". */
export function stopLabel(stop: string, orders: Orders, bots: number): string {
  if (!orders) return `${stop}, cancel ${bots === 1 ? 'its' : 'their'} orders`
  return orders.buys + orders.sells === 0 ? stop : `${stop}, cancel ${orderCount(orders)}`
}

type Bot = GridBot | undefined

export function remaindersOf(bots: readonly Bot[]): string {
  const isOne = bots.length === 1
  const coins = isOne ? 'coins the bot has bought' : 'coins the bots have bought'
  const positions = isOne ? 'the position the bot has open' : 'positions the bots have open'
  if (bots.every(isSpot)) return coins
  return bots.every(isFutures) ? positions : `${coins} or ${positions}`
}

/** Known risks of what remains, as sentences: an open position keeps winning or losing. */
export function remaindersInWords(bots: readonly Bot[]): string {
  const expected = bots.every(isSpot)
    ? 'They are expected to stay on the exchange.'
    : 'Open positions may stay open and lose money.'
  return `The service does not say what it does with ${remaindersOf(bots)}. ${expected} Check on the exchange afterwards.`
}

const isFutures = (bot: Bot): boolean => bot !== undefined && isFuturesBot(bot)
const isSpot = (bot: Bot): boolean => bot?.leverage_type !== undefined && !isFuturesBot(bot)
