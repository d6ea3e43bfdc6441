import { commission } from '#contract/commission.ts'
import { type Decimal, ZERO, add, compare, isPositive, multiply, subtract } from '#money/decimal.ts'
import { gridProfit, oppositeLine } from '#trading/grid-ladder.ts'
import { percentOf } from '#trading/profit.ts'

import { Refusal } from '../../refusal.ts'
import { borrow, cancel, execute, freeBalance, marketPrice, place, repay } from '../orders/desk.ts'
import { type GridPlan, planOf } from './grid-bot-plan.ts'
import type { GridBotRecord, Line } from './grid-bot-record.ts'
import { recordFill } from '../orders/history.ts'
import type { Fill, Hold } from '../orders/orders.ts'
import type { Side } from '../market/quotes.ts'
import { type World, instrumentOf } from '../world.ts'

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
  bot.profitAtStart = bot.gridProfit
  Object.assign(bot, { bought: ZERO, sold: ZERO, spent: ZERO, received: ZERO, fees: ZERO })
  bot.loan = plan.loan
  if (plan.loan) borrow(world, bot.accountId, plan.loan)
  bot.lines.forEach((line, index) => {
    line.side = plan.sides[index] ?? null
    if (line.side === 'buy') placeLine(world, bot, line, index, 'buy')
  })
  if (isPositive(plan.missing)) {
    place(world, { ...marketOrder(bot, 'buy', plan.missing), owner: ownerOf(bot, 'balance', 0) })
  } else {
    placeSells(world, bot)
  }
  touch(world, bot)
}

const ownerOf = (bot: GridBotRecord, role: 'line' | 'balance' | 'close', index: number) =>
  ({ type: 'grid_bot', id: String(bot.id), role, index }) as const

const marketOrder = ({ accountId, pair }: GridBotRecord, side: Side, units: Decimal) =>
  ({
    account: accountId,
    pair,
    side,
    kind: 'market',
    units,
    price: null,
    trigger: null,
    trail: null,
    tells: false,
    holds: [],
  }) as const

function placeSells(world: World, bot: GridBotRecord): void {
  bot.lines.forEach((line, index) => {
    if (line.side === 'sell' && line.orderId === null) placeLine(world, bot, line, index, 'sell')
  })
}

function placeLine(world: World, bot: GridBotRecord, line: Line, index: number, side: Side): void {
  const { base, quote, fee } = instrumentOf(world, bot.pair)
  const total = multiply(bot.quantity, line.price)
  const hold =
    side === 'sell'
      ? { currency: base, amount: bot.quantity }
      : { currency: quote, amount: add(total, commission(total, fee)) }
  line.side = side
  // The fees of many turns can eat the money of a line: it stays empty then.
  if (compare(freeBalance(world, bot.accountId, hold.currency), hold.amount) < 0) {
    line.orderId = null
    return
  }
  line.orderId = place(world, {
    ...marketOrder(bot, side, bot.quantity),
    kind: 'limit',
    price: line.price,
    holds: [hold],
    owner: ownerOf(bot, 'line', index),
  }).id
}

/** A filled line waits, and the line it turns to gets the opposite order. */
export function onGridFill(world: World, bot: GridBotRecord, fill: Fill): void {
  const { role, index } = fill.order.owner
  bot.fees = add(bot.fees, fill.fee)
  touch(world, bot)
  if (role === 'balance') {
    recordFill(world, fill, null)
    placeSells(world, bot)
    return
  }
  const line = bot.lines[index]
  if (!line) return
  count(world, bot, line, index, fill)
  line.side = null
  line.orderId = null
  const next = oppositeLine(index, fill.order.side)
  const turned = bot.lines[next.index]
  if (turned && turned.orderId === null) placeLine(world, bot, turned, next.index, next.side)
}

function count(world: World, bot: GridBotRecord, line: Line, index: number, fill: Fill): void {
  if (fill.order.side === 'buy') {
    bot.bought = add(bot.bought, fill.units)
    bot.spent = add(bot.spent, fill.total)
    recordFill(world, fill, null)
    return
  }
  bot.sold = add(bot.sold, fill.units)
  bot.received = add(bot.received, fill.total)
  const below = bot.lines[index - 1]?.price ?? line.price
  const { fee, quote } = instrumentOf(world, bot.pair)
  const amount = gridProfit(fill.units, below, fill.price, fee)
  bot.gridProfit = add(bot.gridProfit, amount)
  bot.profitsCount += 1
  line.roundTrips += 1
  const percent = percentOf(amount, multiply(fill.units, below))
  recordFill(world, fill, { amount, currency: quote, usd: amount, percent })
}

/** The first purchase could not be paid: the bot goes on with the lines it has. */
export function onGridUnfilled(world: World, bot: GridBotRecord): void {
  placeSells(world, bot)
  touch(world, bot)
}

/** Units of the base currency that the bot holds, the ones it was started with among them. */
export const heldUnits = ({ startBase, bought, sold }: GridBotRecord): Decimal =>
  subtract(add(startBase, bought), sold)

/** Takes every pending order back. A futures grid also closes its position and pays its loan back. */
export function stopGridBot(world: World, bot: GridBotRecord): void {
  if (!bot.isEnabled) return
  for (const order of bot.orders.slice()) cancel(world, order)
  for (const line of bot.lines) Object.assign(line, { side: null, orderId: null })
  if (bot.loan) closePosition(world, bot, bot.loan)
  bot.isEnabled = false
  touch(world, bot)
}

function closePosition(world: World, bot: GridBotRecord, loan: Hold): void {
  const { base } = instrumentOf(world, bot.pair)
  const own = freeBalance(world, bot.accountId, base)
  const units = compare(heldUnits(bot), own) < 0 ? heldUnits(bot) : own
  if (isPositive(units)) {
    const order = place(world, {
      ...marketOrder(bot, 'sell', units),
      owner: ownerOf(bot, 'close', 0),
    })
    const fill = execute(world, order, marketPrice(world, bot.pair, 'sell'))
    if (fill) recordFill(world, fill, null)
  }
  repay(world, bot.accountId, loan)
  bot.loan = null
}
