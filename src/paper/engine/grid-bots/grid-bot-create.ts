import type { GridBotDraft } from '#contract/grid-bots.ts'
import { ZERO, compare, isMultipleOf, isPositive, multiply, toText } from '#money/decimal.ts'
import { gridLadder, gridProblem, gridStep } from '#trading/grid-ladder.ts'

import { Refusal } from '../../refusal.ts'
import { ownAccount } from '../balances/accounts.ts'
import { planOf } from './grid-bot-plan.ts'
import type { GridBotRecord } from './grid-bot-record.ts'
import { start } from './grid-bots.ts'
import { type World, takeId } from '../world.ts'

/** Ours: what a grid on a futures account borrows up to. */
const FUTURES_LEVERAGE = 3

/** Sets a bot up and starts it. */
export function createGridBot(world: World, draft: GridBotDraft): GridBotRecord {
  const account = ownAccount(world.accounts, draft.account_id, world.meta.mode)
  const instrument = world.market.instrument(draft.pair)
  if (!instrument) throw invalid('pair', `${account.exchangeName} does not trade ${draft.pair}.`)
  const { tick, lot, minTotal } = instrument
  const range = {
    lower: draft.lower_price,
    upper: draft.upper_price,
    lines: draft.grids_quantity,
    type: draft.grid_type,
    tick,
  }
  const problem = gridProblem(range)
  if (problem !== undefined) throw invalid('upper_price', problem)
  const quantity = draft.quantity_per_grid
  if (!isPositive(quantity) || !isMultipleOf(quantity, lot)) {
    throw invalid('quantity_per_grid', `The quantity is a multiple of ${toText(lot)}.`)
  }
  if (compare(multiply(quantity, draft.lower_price), minTotal) < 0) {
    throw invalid('quantity_per_grid', `Each line is worth at least ${toText(minTotal)}.`)
  }
  const prices = gridLadder(range)
  const leverage = account.marketType === 'futures' ? FUTURES_LEVERAGE : null
  const plan = planOf(world, {
    accountId: account.id,
    pair: draft.pair,
    prices,
    quantity,
    leverage,
  })
  if (plan.problem !== undefined) throw invalid('quantity_per_grid', plan.problem)
  const bot: GridBotRecord = {
    id: takeId(world),
    accountId: account.id,
    pair: draft.pair,
    name: draft.name ?? `${instrument.base}/${instrument.quote} grid`,
    note: null,
    isEnabled: false,
    gridType: draft.grid_type,
    lower: draft.lower_price,
    upper: draft.upper_price,
    quantity,
    leverage,
    lines: prices.map((price) => ({
      id: takeId(world),
      price,
      side: null,
      orderId: null,
      roundTrips: 0,
    })),
    step: gridStep(range),
    orders: [],
    startPrice: null,
    startBase: ZERO,
    startQuote: ZERO,
    loan: null,
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

const invalid = (path: string, sentence: string): Refusal =>
  new Refusal('record_invalid', 'The bot cannot be set up like this.', { [path]: [sentence] })
