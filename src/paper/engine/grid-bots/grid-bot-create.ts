import type { GridBotDraft } from '#contract/grid-bots.ts'
import { type Decimal, ZERO } from '#money/decimal.ts'
import { gridLadder, gridStep } from '#trading/grid-ladder.ts'
import { judgeGridBot, rangeOf } from '#trading/judge-grid-bot.ts'

import { Refusal } from '../../refusal.ts'
import { ownAccount } from '../balances/accounts.ts'
import { type World, takeId } from '../world.ts'
import { planOf } from './grid-bot-plan.ts'
import type { GridBotRecord, GridStop, StopAction } from './grid-bot-record.ts'
import { start } from './grid-bots.ts'

/** Ours: what a grid on a futures account borrows up to. */
const FUTURES_LEVERAGE = 3

/** Sets a bot up and starts it. */
export function createGridBot(world: World, draft: GridBotDraft): GridBotRecord {
  const account = ownAccount(world.accounts, draft.account_id, world.meta.mode)
  const instrument = world.market.instrument(draft.pair)
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
    name: draft.name ?? `${instrument.base}/${instrument.quote} grid`,
    note: null,
    isEnabled: false,
    gridType: draft.grid_type,
    lower: draft.lower_price,
    upper: draft.upper_price,
    lines: prices.map((price) => ({ id: takeId(world), price, side: null, orderId: null })),
    step: gridStep(range),
    mostBuys: draft.max_active_buy_lines ?? prices.length,
    mostSells: draft.max_active_sell_lines ?? prices.length,
    trailsUp: draft.trailing_up_enabled ?? false,
    expandsDown: draft.expansion_down_enabled ?? false,
    expansionFloor: draft.expansion_down_stop_price ?? null,
    orders: [],
    startPrice: null,
    startBase: ZERO,
    startQuote: ZERO,
    startCost: ZERO,
    loan: null,
    interest: ZERO,
    bought: ZERO,
    sold: ZERO,
    spent: ZERO,
    received: ZERO,
    fees: ZERO,
    gridProfit: ZERO,
    profitAtStart: ZERO,
    profitsCount: 0,
    createdAt: world.meta.now,
    updatedAt: world.meta.now,
  }
  world.gridBots.set(bot.id, bot)
  start(world, bot, plan)
  return bot
}

const stopOf = (price: Decimal | undefined, action: StopAction = 'stop_bot'): GridStop | null =>
  price === undefined ? null : { price, action }

const invalid = (attributes: Record<string, string[]>): Refusal =>
  new Refusal('record_invalid', 'The bot cannot be set up like this.', attributes)
