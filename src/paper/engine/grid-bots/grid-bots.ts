import { ZERO, add, isPositive, multiply, subtract } from '#money/decimal.ts'
import { oppositeLine } from '#trading/grid-ladder.ts'

import { Refusal } from '../../refusal.ts'
import { borrow, cancel, place } from '../orders/desk.ts'
import { recordFill } from '../orders/history.ts'
import type { Fill, Order } from '../orders/orders.ts'
import type { World } from '../world.ts'
import { type GridPlan, planOf } from './grid-bot-plan.ts'
import type { GridBotRecord, StopAction } from './grid-bot-record.ts'
import { orderOf, placeLines, watch } from './grid-lines.ts'
import { expandDown, trailUp, watchTop } from './grid-moves.ts'
import { countFill } from './grid-result.ts'
import { endGrid } from './grid-stop.ts'

function touch(world: World, bot: GridBotRecord): void {
  bot.updatedAt = world.meta.now
  world.changes.touch('grid_bot', String(bot.id), () => bot)
}

/** Starts a stopped bot at the current price. */
export function startGridBot(world: World, bot: GridBotRecord): void {
  if (bot.isEnabled) return
  const plan = planOf(world, { ...bot, prices: bot.lines.map(({ price }) => price) })
  if (plan.problem !== undefined) throw new Refusal('unprocessable_entity', plan.problem)
  start(world, bot, plan)
}

export function start(world: World, bot: GridBotRecord, plan: GridPlan): void {
  bot.isEnabled = true
  bot.startPrice = plan.price
  bot.startBase = plan.needed.base
  bot.startQuote = plan.needed.quote
  bot.startCost = multiply(plan.needed.base, plan.price)
  bot.profitAtStart = bot.gridProfit
  Object.assign(bot, { bought: ZERO, sold: ZERO, spent: ZERO, received: ZERO, fees: ZERO })
  bot.loan = plan.loan
  if (plan.loan) borrow(world, bot.accountId, plan.loan)
  for (const [index, line] of bot.lines.entries()) line.side = plan.sides[index] ?? null
  if (isPositive(plan.missing)) {
    place(world, { ...orderOf(bot, 'balance', 0), side: 'buy', units: plan.missing })
  }
  placeLines(world, bot)
  const { lowerStop, upperStop } = bot
  if (lowerStop) watch(world, bot, 'stop', { price: lowerStop.price, direction: 'down' })
  if (upperStop) watch(world, bot, 'stop', { price: upperStop.price, direction: 'up' })
  watchTop(world, bot)
  touch(world, bot)
}

/** A filled line waits, and the line it turns to gets the opposite order. */
export function onGridFill(world: World, bot: GridBotRecord, fill: Fill): void {
  const { role, index: lineId } = fill.order.owner
  touch(world, bot)
  if (role === 'balance') {
    onBalanced(world, bot, fill)
    return
  }
  const index = bot.lines.findIndex(({ id }) => id === lineId)
  const line = bot.lines[index]
  if (!line) return
  countFill(world, bot, fill, bot.lines[index - 1]?.price)
  line.side = null
  line.orderId = null
  const next = oppositeLine(index, fill.order.side)
  const turned = bot.lines[next.index]
  if (turned) turned.side = next.side
  if (index === 0) expandDown(world, bot)
  placeLines(world, bot)
}

function onBalanced(world: World, bot: GridBotRecord, fill: Fill): void {
  bot.fees = add(bot.fees, fill.fee)
  const expected = multiply(fill.units, bot.startPrice ?? fill.price)
  bot.startCost = add(bot.startCost, subtract(fill.total, expected))
  recordFill(world, fill, null)
  placeLines(world, bot)
}

/** The first purchase could not be paid: the bot goes on with the lines it has. */
export function onGridUnfilled(world: World, bot: GridBotRecord, { units, owner }: Order): void {
  if (owner.role === 'balance') {
    bot.startBase = subtract(bot.startBase, units)
    bot.startCost = subtract(bot.startCost, multiply(units, bot.startPrice ?? ZERO))
    placeLines(world, bot)
  }
  touch(world, bot)
}

/** The price has reached a stop, or the step above a trailing grid. */
export function onGridTold(world: World, bot: GridBotRecord, order: Order): void {
  cancel(world, order)
  if (order.owner.role === 'trail') {
    trailUp(world, bot)
    touch(world, bot)
    return
  }
  const stop = order.trigger?.direction === 'up' ? bot.upperStop : bot.lowerStop
  stopGridBot(world, bot, stop?.action)
}

/** Takes every pending order back, and what else the action says. */
export function stopGridBot(
  world: World,
  bot: GridBotRecord,
  action: StopAction = 'stop_bot',
): void {
  if (!bot.isEnabled) return
  endGrid(world, bot, action)
  touch(world, bot)
}
