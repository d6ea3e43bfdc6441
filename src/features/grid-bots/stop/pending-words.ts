import type { PendingOrders } from '../bot/grid-lines.ts'

/** `undefined` where the service does not tell. */
type Orders = Pick<PendingOrders, 'buys' | 'sells'> | undefined

/** "3 orders". */
export function orderCount(orders: Orders): string {
  if (!orders) return 'orders not told'
  const count = orders.buys + orders.sells
  return `${count} ${count === 1 ? 'order' : 'orders'}`
}

/** "2 buys and 1 sell". */
export function bothSides(orders: Orders): string {
  if (!orders) return 'not told by the service'
  return `${sideCount(orders, 'buys')} and ${sideCount(orders, 'sells')}`
}

/** "1 sell". */
export function sideCount(orders: NonNullable<Orders>, side: 'buys' | 'sells'): string {
  const count = orders[side]
  return `${count} ${count === 1 ? side.slice(0, -1) : side}`
}

/** What stopping so many bots does to their orders, as sentences. */
export function cancelledWords(orders: Orders, bots: number): string {
  const [their, they] = bots === 1 ? ['Its', 'It has'] : ['Their', 'They have']
  if (!orders) {
    return `${their} pending orders are cancelled. The service does not tell how many there are.`
  }
  const count = orders.buys + orders.sells
  if (count === 0) return `${they} no pending order to cancel.`
  return `${count} pending ${count === 1 ? 'order is' : 'orders are'} cancelled: ${bothSides(orders)}.`
}

/** "Stop bot, cancel 3 orders". */
export function stopLabel(stop: string, orders: Orders, bots: number): string {
  if (!orders) return `${stop}, cancel ${bots === 1 ? 'its' : 'their'} orders`
  return orders.buys + orders.sells === 0 ? stop : `${stop}, cancel ${orderCount(orders)}`
}

/** "3 bots are switched off." */
export function switchedOff(bots: number, atOnce: number): string {
  if (bots === 1) return '1 bot is switched off.'
  return `${bots} bots are switched off${bots > atOnce ? `, at most ${atOnce} at a time` : ''}.`
}
