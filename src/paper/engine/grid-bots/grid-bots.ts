import type { TradeEventKind } from '#contract/alerts.ts'
import type { GridBotDraft } from '#contract/grid-bots.ts'
import { add, type Decimal, isPositive, multiply, subtract, ZERO } from '#money/decimal.ts'
import { gridBotName } from '#trading/grid-bot-name.ts'
import { gridLadder, gridStep, oppositeLine } from '#trading/grid-ladder.ts'
import { judgeGridBot, rangeOf } from '#trading/judge-grid-bot.ts'

import { Refusal } from '../../refusal.ts'
import { ownAccount } from '../balances/accounts.ts'
import { borrow } from '../balances/loans.ts'
import { cancel, place } from '../orders/place-orders.ts'
import type { Pace } from '../orders/fill-orders.ts'
import { recordFill, recordUnfilled } from '../orders/order-history.ts'
import { type Execution, movedBy, type Order } from '../orders/order.ts'
import { recordEvent } from '../trade-events.ts'
import { takeId, tradedOn, type World } from '../world.ts'
import { type GridPlan, planOf } from './grid-bot-plan.ts'
import type { GridBotRecord, GridStop, StopAction } from './grid-bot-record.ts'
import {
  expandDown,
  forgetUnbought,
  orderOf,
  placeLines,
  trailUp,
  watch,
  watchTop,
} from './grid-lines.ts'
import { watchLiquidation } from './grid-liquidation.ts'
import { countPart, realise } from './grid-profit.ts'
import { endGrid, hurry, onLastExecuted } from './grid-stop.ts'

function touch(world: World, bot: GridBotRecord): void {
  bot.updatedAt = world.meta.now
  world.changes.touch('grid_bot', String(bot.id), () => bot)
}

export function startGridBot(world: World, bot: GridBotRecord): void {
  if (bot.isEnabled) return
  if (bot.orders.length > 0) {
    throw new Refusal('unprocessable_entity', 'The last order of this bot is still on its way.')
  }
  const plan = planOf(world, { ...bot, prices: bot.lines.map(({ price }) => price) })
  if (plan.problem !== undefined) throw new Refusal('unprocessable_entity', plan.problem)
  start(world, bot, plan)
}

function start(world: World, bot: GridBotRecord, plan: GridPlan): void {
  bot.isEnabled = true
  bot.startPrice = plan.price
  bot.startBase = plan.base
  bot.startQuote = plan.needed.quote
  bot.startCost = multiply(plan.base, plan.price)
  bot.startedAt = world.meta.now
  bot.earlierResult = add(bot.earlierResult, bot.ended?.result ?? ZERO)
  bot.ended = null
  bot.otherCosts = ZERO
  bot.realised = ZERO
  bot.startFees = ZERO
  Object.assign(bot, { bought: ZERO, sold: ZERO, spent: ZERO, received: ZERO, fees: ZERO })
  bot.loan = plan.loan
  if (plan.loan) borrow(world, bot.accountId, plan.loan)
  for (const [index, line] of bot.lines.entries()) {
    line.side = plan.sides[index] ?? null
    line.isOfStart = line.side === 'sell'
  }
  if (isPositive(plan.purchase)) {
    place(world, { ...orderOf(bot, 'balance', 0), side: 'buy', units: plan.purchase })
  }
  placeLines(world, bot)
  const { lowerStop, upperStop } = bot
  if (lowerStop) watch(world, bot, 'stop', { price: lowerStop.price, direction: 'down' })
  if (upperStop) watch(world, bot, 'stop', { price: upperStop.price, direction: 'up' })
  watchTop(world, bot)
  watchLiquidation(world, bot)
  touch(world, bot)
  recordEvent(world, 'grid_bot', bot, ['bot_started'], 'bot started')
}

/** An order of the bot was filled, partly or completely, or could not be paid. */
export function onGridExecuted(
  world: World,
  bot: GridBotRecord,
  order: Order,
  execution: Execution,
): void {
  touch(world, bot)
  if (order.owner.role === 'close') onLastExecuted(world, bot, order, execution)
  else if (!execution) onUnpaid(world, bot, order)
  else if (order.owner.role === 'balance') onBalanced(world, bot, execution)
  else onLineExecuted(world, bot, order, execution)
  watchLiquidation(world, bot)
}

/** A filled line waits, and the line it turns to gets the opposite order. */
function onLineExecuted(
  world: World,
  bot: GridBotRecord,
  { side, owner }: Order,
  execution: NonNullable<Execution>,
): void {
  countPart(bot, side, movedBy(execution))
  const index = bot.lines.findIndex(({ id }) => id === owner.index)
  const line = bot.lines[index]
  if (!line || 'part' in execution) return
  const { fill } = execution
  recordFill(world, fill, side === 'sell' ? realise(world, bot, fill.order, fill) : null)
  if (side === 'sell') bot.profitsCount += 1
  Object.assign(line, { side: null, orderId: null, isOfStart: false })
  const next = oppositeLine(index, side)
  const turned = bot.lines[next.index]
  if (turned) turned.side = next.side
  if (index === 0) expandDown(world, bot)
  placeLines(world, bot)
}

/** Corrects the start cost to the price that was paid. */
function onBalanced(world: World, bot: GridBotRecord, execution: NonNullable<Execution>): void {
  const { units, total, fee } = movedBy(execution)
  bot.fees = add(bot.fees, fee)
  bot.startFees = add(bot.startFees, fee)
  const expected = multiply(units, bot.startPrice ?? ZERO)
  bot.startCost = add(bot.startCost, subtract(total, expected))
  if ('part' in execution) return
  recordFill(world, execution.fill, null)
  placeLines(world, bot)
}

/** The purchase at the start could not be paid: the bot continues with its lines. */
function onUnpaid(world: World, bot: GridBotRecord, order: Order): void {
  if (order.owner.role !== 'balance') return
  forgetUnbought(bot, order)
  if (order.done) recordUnfilled(world, order, null)
  placeLines(world, bot)
}

/** The price reached a stop, the liquidation, or the step above a trailing grid. */
export function onGridReached(world: World, bot: GridBotRecord, order: Order): void {
  cancel(world, order)
  if (order.owner.role === 'trail') {
    trailUp(world, bot)
    touch(world, bot)
    return
  }
  // A grid with a loan closes its position whatever its stop says.
  const stop = order.trigger?.direction === 'up' ? bot.upperStop : bot.lowerStop
  stopGridBot(world, bot, stop?.action, undefined, order)
}

export function stopGridBot(
  world: World,
  bot: GridBotRecord,
  action: StopAction = 'stop_bot',
  pace?: Pace,
  reached?: Order,
): void {
  if (bot.isEnabled) {
    const [kinds, message] = STOPS[reached?.owner.role ?? 'close'] ?? STOPS.close
    const price = reached?.trigger?.price
    endGrid(world, bot, action, pace)
    recordEvent(world, 'grid_bot', bot, kinds, message, { price })
  } else if (pace === 'at once' && bot.orders.length > 0) hurry(world, bot)
  else return
  touch(world, bot)
}

const STOPS: { close: [TradeEventKind[], string] } & Partial<
  Record<Order['owner']['role'], [TradeEventKind[], string]>
> = {
  close: [['bot_stopped'], 'bot stopped'],
  stop: [['stop', 'bot_stopped'], 'stop reached, bot stopped'],
  liquidation: [['liquidation', 'bot_stopped'], 'liquidated, bot stopped'],
}

/** Maximum leverage of a grid on a futures account (our choice). */
const FUTURES_LEVERAGE = 3

export function createGridBot(world: World, draft: GridBotDraft): GridBotRecord {
  const account = ownAccount(world.accounts, draft.account_id, world.meta.mode)
  const instrument = tradedOn(world, account.exchange, draft.pair)
  if (!instrument) {
    throw invalid({ pair: [`${account.exchangeName} does not trade ${draft.pair}.`] })
  }
  const isFutures = account.marketType === 'futures'
  const problems = judgeGridBot(draft, instrument, isFutures)
  if (Object.keys(problems).length > 0) throw invalid(problems)
  const range = rangeOf(draft, instrument)
  const prices = gridLadder(range)
  const setup = {
    accountId: account.id,
    pair: draft.pair,
    quantity: draft.quantity_per_grid,
    leverage: isFutures ? FUTURES_LEVERAGE : null,
    lowerStop: stopOf(draft.lower_stop_loss_price, draft.lower_stop_loss_action),
    upperStop: stopOf(draft.upper_stop_loss_price, draft.upper_stop_loss_action),
  }
  if (draft.lower_stop_loss_enabled !== true) setup.lowerStop = null
  if (draft.upper_stop_loss_enabled !== true) setup.upperStop = null
  const plan = planOf(world, { ...setup, prices })
  if (plan.problem !== undefined) throw invalid({ quantity_per_grid: [plan.problem] })
  const bot: GridBotRecord = {
    ...setup,
    id: takeId(world),
    name: draft.name ?? defaultName(world, draft, isFutures),
    note: null,
    isEnabled: false,
    gridType: draft.grid_type,
    lower: draft.lower_price,
    upper: draft.upper_price,
    lines: prices.map((price) => ({
      id: takeId(world),
      price,
      side: null,
      orderId: null,
      isOfStart: false,
    })),
    step: gridStep(range),
    mostBuys: draft.max_active_buy_lines ?? prices.length,
    mostSells: draft.max_active_sell_lines ?? prices.length,
    trailsUp: draft.trailing_up_enabled ?? false,
    expandsDown: draft.expansion_down_enabled ?? false,
    expansionFloor: draft.expansion_down_stop_price ?? null,
    orders: [],
    startPrice: null,
    startedAt: null,
    ranBefore: 0,
    startBase: ZERO,
    startQuote: ZERO,
    startCost: ZERO,
    startFees: ZERO,
    loan: null,
    interest: ZERO,
    otherCosts: ZERO,
    bought: ZERO,
    sold: ZERO,
    spent: ZERO,
    received: ZERO,
    fees: ZERO,
    gridProfit: ZERO,
    realised: ZERO,
    earlierResult: ZERO,
    ended: null,
    profitsCount: 0,
    createdAt: world.meta.now,
    updatedAt: world.meta.now,
  }
  world.gridBots.set(bot.id, bot)
  start(world, bot, plan)
  return bot
}

const defaultName = ({ gridBots }: World, draft: GridBotDraft, isFutures: boolean): string =>
  gridBotName({
    pair: draft.pair,
    lower: draft.lower_price,
    upper: draft.upper_price,
    isFutures,
    taken: Array.from(gridBots.values(), ({ name }) => name),
  })

const stopOf = (price: Decimal | undefined, action: StopAction = 'stop_bot'): GridStop | null =>
  price === undefined ? null : { price, action }

const invalid = (attributes: Record<string, string[]>): Refusal =>
  new Refusal('record_invalid', 'The bot cannot be created with these settings.', attributes)
