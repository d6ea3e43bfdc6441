import { MOST_LINES } from '#contract/grid-bots.ts'
import { isPositive, compare, multiply } from '#money/decimal.ts'
import { lineBeyond } from '#trading/grid-ladder.ts'

import type { Side } from '../market/quotes.ts'
import type { Owner } from '../orders/orders.ts'
import { type World, instrumentOf, takeId } from '../world.ts'
import type { GridBotRecord } from './grid-bot-record.ts'
import { placeLines, takeBack, watch } from './grid-lines.ts'

const beyond = (world: World, bot: GridBotRecord, direction: 'up' | 'down') =>
  lineBeyond(direction === 'up' ? bot.upper : bot.lower, bot.step, {
    type: bot.gridType,
    tick: instrumentOf(world, bot.pair).tick,
    direction,
  })

/** Waits for the price one step above the grid, where a trailing grid moves up. */
export function watchTop(world: World, bot: GridBotRecord): void {
  if (bot.trailsUp) watch(world, bot, 'trail', { price: beyond(world, bot, 'up'), direction: 'up' })
}

const isSell = (side: Side, { role }: Owner): boolean => side === 'sell' && role === 'line'

/**
 * The price is one step above the grid: the lowest line goes, and a new one on top waits. All lines
 * below it buy, since the price is above them.
 */
export function trailUp(world: World, bot: GridBotRecord): void {
  // What is still to be sold is sold first, here below the price; the grid follows a second later.
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
    line.side = 'buy'
  }
  bot.lines = [...kept, { id: takeId(world), price, side: null, orderId: null }]
  bot.lower = bot.lines[0]?.price ?? price
  bot.upper = price
  placeLines(world, bot)
  watchTop(world, bot)
}

/** The lowest line has bought: an expanding grid goes on one step below, down to its last price. */
export function expandDown(world: World, bot: GridBotRecord): void {
  if (!bot.expandsDown || bot.lines.length >= MOST_LINES) return
  const price = beyond(world, bot, 'down')
  const { minTotal } = instrumentOf(world, bot.pair)
  const isTooLow = bot.expansionFloor !== null && compare(price, bot.expansionFloor) < 0
  if (isTooLow || !isPositive(price) || compare(multiply(price, bot.quantity), minTotal) < 0) return
  const before = bot.lines.length
  bot.lines = [{ id: takeId(world), price, side: 'buy', orderId: null }, ...bot.lines]
  // A bot that may have an order on every line may have one on the new line too.
  if (bot.mostBuys >= before) bot.mostBuys = bot.lines.length
  if (bot.mostSells >= before) bot.mostSells = bot.lines.length
  bot.lower = price
}
