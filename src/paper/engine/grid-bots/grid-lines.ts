import { withCommission } from '#contract/commission.ts'
import { MAX_GRID_LINES } from '#contract/grid-bots.ts'
import { compare, isPositive, multiply, subtract, ZERO } from '#money/decimal.ts'
import { lineBeyond } from '#trading/grid-ladder.ts'

import type { Side } from '../market/quotes.ts'
import { cancel, freeBalance, place } from '../orders/place-orders.ts'
import { recordUnfilled } from '../orders/order-history.ts'
import { type Hold, leftOf, type Order, type Owner, type Trigger } from '../orders/order.ts'
import { instrumentOf, takeId, type World } from '../world.ts'
import type { GridBotRecord, Line } from './grid-bot-record.ts'
import { realise } from './grid-profit.ts'

export const orderOf = (bot: GridBotRecord, role: Owner['role'], index: number) => ({
  account: bot.accountId,
  pair: bot.pair,
  kind: 'market' as const,
  price: null,
  trigger: null,
  trail: null,
  tells: false,
  holds: [],
  owner: { type: 'grid_bot' as const, id: String(bot.id), role, index },
})

/**
 * Places orders: partly filled ones stay, then come the lines nearest the price, up to the limit. A
 * line that the account cannot pay for stays empty until later.
 */
export function placeLines(world: World, bot: GridBotRecord): void {
  const begun = new Set(bot.orders.filter(({ done }) => done).map(({ id }) => id))
  const isBegun = ({ orderId }: Line): number => (orderId !== null && begun.has(orderId) ? 0 : 1)
  const linesOf = (side: Side): Line[] => bot.lines.filter((line) => line.side === side)
  const buys = linesOf('buy')
    .toReversed()
    .toSorted((a, b) => isBegun(a) - isBegun(b))
  const sells = linesOf('sell').toSorted((a, b) => isBegun(a) - isBegun(b))
  for (const line of buys.slice(bot.mostBuys)) takeBack(world, bot, line)
  for (const line of sells.slice(bot.mostSells)) takeBack(world, bot, line)
  for (const line of buys.slice(0, bot.mostBuys)) placeLine(world, bot, line, 'buy')
  // The coins to sell are still being bought.
  if (bot.orders.some(({ owner }) => owner.role === 'balance')) return
  for (const line of sells.slice(0, bot.mostSells)) placeLine(world, bot, line, 'sell')
}

function takeBack(world: World, bot: GridBotRecord, line: Line): void {
  const order = bot.orders.find(({ id }) => id === line.orderId)
  if (order) takeOrderBack(world, bot, order)
  line.orderId = null
}

/** Cancels an order; its filled part stays with the bot and goes into the history. */
export function takeOrderBack(world: World, bot: GridBotRecord, order: Order): void {
  cancel(world, order)
  if (order.owner.role === 'balance') forgetUnbought(bot, order)
  if (!order.done) return
  const isSale = order.owner.role === 'line' && order.side === 'sell'
  recordUnfilled(world, order, null, isSale ? realise(world, bot, order, order.done) : null)
}

/** Subtracts coins that the start counted but did not buy. */
export function forgetUnbought(bot: GridBotRecord, order: Order): void {
  const units = leftOf(order)
  bot.startBase = subtract(bot.startBase, units)
  bot.startCost = subtract(bot.startCost, multiply(units, bot.startPrice ?? ZERO))
}

function placeLine(world: World, bot: GridBotRecord, line: Line, side: Side): void {
  if (line.orderId !== null) return
  const hold = holdOf(world, bot, line, side)
  if (compare(freeBalance(world, bot.accountId, hold.currency), hold.amount) < 0) return
  line.orderId = place(world, {
    ...orderOf(bot, 'line', line.id),
    side,
    kind: 'limit',
    units: bot.quantity,
    price: line.price,
    holds: [hold],
  }).id
}

function holdOf(world: World, { pair, quantity }: GridBotRecord, line: Line, side: Side): Hold {
  const { base, quote, fee } = instrumentOf(world, pair)
  if (side === 'sell') return { currency: base, amount: quantity }
  const total = multiply(quantity, line.price)
  return { currency: quote, amount: withCommission(total, fee) }
}

/** Waits for a price without a hold; calls `onGridReached`. */
export function watch(
  world: World,
  bot: GridBotRecord,
  role: 'stop' | 'trail' | 'liquidation',
  { price, direction }: Pick<Trigger, 'price' | 'direction'>,
): void {
  place(world, {
    ...orderOf(bot, role, direction === 'up' ? 1 : 0),
    side: 'sell',
    units: ZERO,
    trigger: { type: 'last', direction, price },
    tells: true,
  })
}

const beyond = (world: World, bot: GridBotRecord, direction: 'up' | 'down') =>
  lineBeyond(direction === 'up' ? bot.upper : bot.lower, bot.step, {
    type: bot.gridType,
    tick: instrumentOf(world, bot.pair).tick,
    direction,
  })

/** Waits for the price one step above a trailing grid. */
export function watchTop(world: World, bot: GridBotRecord): void {
  if (bot.trailsUp) watch(world, bot, 'trail', { price: beyond(world, bot, 'up'), direction: 'up' })
}

const isSell = (side: Side, { role }: Owner): boolean => side === 'sell' && role === 'line'

/** Moves a trailing grid up: the lowest line goes, a new one on top waits. All lines below buy. */
export function trailUp(world: World, bot: GridBotRecord): void {
  // Pending sells fill first, below the price; the grid follows a second later.
  if (bot.orders.some(({ side, owner }) => owner.role === 'balance' || isSell(side, owner))) {
    watchTop(world, bot)
    return
  }
  const price = beyond(world, bot, 'up')
  const [lowest] = bot.lines
  if (lowest) takeBack(world, bot, lowest)
  const kept = bot.lines.slice(1)
  for (const line of kept) {
    if (line.side === 'sell') takeBack(world, bot, line)
    Object.assign(line, { side: 'buy', isOfStart: false })
  }
  bot.lines = [...kept, { id: takeId(world), price, side: null, orderId: null, isOfStart: false }]
  bot.lower = bot.lines[0]?.price ?? price
  bot.upper = price
  placeLines(world, bot)
  watchTop(world, bot)
}

/** The lowest line was filled: an expanding grid adds a line below, down to its floor. */
export function expandDown(world: World, bot: GridBotRecord): void {
  if (!bot.expandsDown || bot.lines.length >= MAX_GRID_LINES) return
  const price = beyond(world, bot, 'down')
  const { minTotal } = instrumentOf(world, bot.pair)
  const isTooLow = bot.expansionFloor !== null && compare(price, bot.expansionFloor) < 0
  if (isTooLow || !isPositive(price) || compare(multiply(price, bot.quantity), minTotal) < 0) return
  const before = bot.lines.length
  bot.lines = [
    { id: takeId(world), price, side: 'buy', orderId: null, isOfStart: false },
    ...bot.lines,
  ]
  // A bot without a limit gets an order on the new line too.
  if (bot.mostBuys >= before) bot.mostBuys = bot.lines.length
  if (bot.mostSells >= before) bot.mostSells = bot.lines.length
  bot.lower = price
}
