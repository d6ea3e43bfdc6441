import { commission } from '#contract/commission.ts'
import { ZERO, add, compare, multiply } from '#money/decimal.ts'

import { cancel, freeBalance, place } from '../orders/desk.ts'
import type { Hold, Owner, Trigger } from '../orders/orders.ts'
import type { Side } from '../market/quotes.ts'
import { type World, instrumentOf } from '../world.ts'
import type { GridBotRecord, Line } from './grid-bot-record.ts'

/** An order of a bot before it says what kind it is. */
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
 * Gives every line the order that its side asks for: the lines nearest the price first, and only as
 * many as the bot may have at a time. A line that the account cannot pay for stays empty until a
 * later turn.
 */
export function placeLines(world: World, bot: GridBotRecord): void {
  const buys = bot.lines.filter(({ side }) => side === 'buy').toReversed()
  const sells = bot.lines.filter(({ side }) => side === 'sell')
  for (const line of buys.slice(bot.mostBuys)) takeBack(world, bot, line)
  for (const line of sells.slice(bot.mostSells)) takeBack(world, bot, line)
  for (const line of buys.slice(0, bot.mostBuys)) placeLine(world, bot, line, 'buy')
  // The coins to sell are on their way.
  if (bot.orders.some(({ owner }) => owner.role === 'balance')) return
  for (const line of sells.slice(0, bot.mostSells)) placeLine(world, bot, line, 'sell')
}

export function takeBack(world: World, bot: GridBotRecord, line: Line): void {
  const order = bot.orders.find(({ id }) => id === line.orderId)
  if (order) cancel(world, order)
  line.orderId = null
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
  return { currency: quote, amount: add(total, commission(total, fee)) }
}

/** Waits for a price without holding anything; the bot is told when it is reached. */
export function watch(
  world: World,
  bot: GridBotRecord,
  role: 'stop' | 'trail',
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
