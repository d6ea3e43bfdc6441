import { withCommission } from '#contract/commission.ts'
import type {
  GridBotDraft,
  GridBotEntity,
  LeftAtStop,
  RequiredBalancesEntity,
} from '#contract/grid-bots.ts'
import type { Id, Instant } from '#contract/primitives.ts'
import {
  add,
  compare,
  type Decimal,
  fromNumber,
  isPositive,
  larger,
  multiply,
  ONE,
  subtract,
  ZERO,
} from '#money/decimal.ts'
import { can } from '#trading/allowed.ts'
import { gridFunds, gridSides } from '#trading/grid-ladder.ts'
import { percentOf } from '#trading/profit.ts'

import { allow, found, Refusal } from '../../refusal.ts'
import { heldIn } from '../orders/order.ts'
import { inDollars } from '../orders/order-history.ts'
import { freeBalance } from '../orders/place-orders.ts'
import { haltOf, accountOf, instrumentOf, isInMode, lastPriceOf, type World } from '../world.ts'
import type { GridBotRecord } from './grid-bot-record.ts'
import { createGridBot, startGridBot, stopGridBot } from './grid-bots.ts'
import { investedIn, resultOf } from './grid-profit.ts'

export function gridBotRequests(world: World) {
  const isOwn = (bot: GridBotRecord): boolean => isInMode(world, bot)
  function botOf(id: Id): GridBotRecord {
    const bot = world.gridBots.get(id)
    return found(bot && isOwn(bot) ? bot : undefined, 'grid bot', id)
  }

  return {
    gridBots: () =>
      [...world.gridBots.values()].filter(isOwn).map((bot) => gridBotEntity(world, bot)),
    gridBot: (id: Id) => gridBotEntity(world, botOf(id)),
    requiredBalances: (id: Id) => requiredBalancesOf(world, botOf(id)),
    createGridBot: (draft: GridBotDraft) => gridBotEntity(world, createGridBot(world, draft)),
    startGridBot(id: Id) {
      const bot = botOf(id)
      allow(haltOf(world, bot))
      startGridBot(world, bot)
      return gridBotEntity(world, bot)
    },
    stopGridBot(id: Id, leave?: LeftAtStop) {
      const bot = botOf(id)
      if (leave !== undefined) allow(can.leaveAtStop(gridBotEntity(world, bot), leave))
      // A loan is paid back by a sale.
      if (leave === 'sell' || bot.loan) allow(haltOf(world, bot))
      stopGridBot(world, bot, leave === 'sell' ? 'stop_bot_and_sell' : 'stop_bot')
      return gridBotEntity(world, bot)
    },
  }
}

/** A bot as in spec 2.2. A stopped one keeps its result and its capital. */
function gridBotEntity(world: World, bot: GridBotRecord): GridBotEntity {
  const instrument = instrumentOf(world, bot.pair)
  const price = lastPriceOf(world, bot.accountId, bot.pair)
  const { total, unrealised } = resultOf(bot, price)
  const percent = (amount: Decimal): Decimal => percentOf(amount, investedIn(bot), 4)
  return {
    id: bot.id,
    account_id: bot.accountId,
    account_name: accountOf(world, bot.accountId).label,
    name: bot.name,
    pair: bot.pair,
    is_enabled: bot.isEnabled,
    grids_quantity: bot.lines.length,
    total_profits_count: bot.profitsCount,
    max_active_buy_lines: bot.mostBuys,
    max_active_sell_lines: bot.mostSells,
    created_at: bot.createdAt,
    updated_at: bot.updatedAt,
    strategy_type: 'manual',
    upper_stop_loss_enabled: bot.upperStop !== null,
    lower_stop_loss_enabled: bot.lowerStop !== null,
    note: bot.note,
    editable: bot.isEnabled,
    lower_price: bot.lower,
    upper_price: bot.upper,
    lower_stop_loss_price: bot.lowerStop?.price ?? null,
    upper_stop_loss_price: bot.upperStop?.price ?? null,
    lower_stop_loss_action: bot.lowerStop?.action ?? 'stop_bot',
    upper_stop_loss_action: bot.upperStop?.action ?? 'stop_bot',
    quantity_per_grid: bot.quantity,
    leverage_type: bot.leverage === null ? 'not_specified' : 'cross',
    leverage_custom_value: bot.leverage === null ? ONE : fromNumber(bot.leverage),
    start_price: bot.startPrice,
    grid_price_step: bot.step,
    current_profit: bot.gridProfit,
    current_profit_usd: inDollars(world, bot.accountId, {
      amount: bot.gridProfit,
      currency: instrument.quote,
    }),
    profit_percentage: percent(bot.gridProfit),
    current_price: price,
    bought_volume: bot.bought,
    sold_volume: bot.sold,
    investment_base_currency: bot.startCost,
    investment_quote_currency: bot.startQuote,
    unrealized_profit_loss: unrealised,
    current_profit_loss: total,
    current_profit_loss_percent: percent(total),
    order_currency_type: 'base',
    profit_currency_type: 'quote',
    trailing_up_enabled: bot.trailsUp,
    expansion_down_enabled: bot.expandsDown,
    expansion_down_stop_price: bot.expansionFloor,
    grid_type: bot.gridType,
    orderbook_price_currency: instrument.quote,
    grid_lines: bot.lines.map(({ id, price: at, side, orderId }) => ({
      id,
      price: at,
      side,
      order_placed: orderId !== null,
    })),
    // The only mode on a spot account.
    mode: 'long',
    running_seconds: runningSeconds(bot, world.meta.now),
  }
}

function runningSeconds({ ranBefore, startedAt }: GridBotRecord, now: Instant): number {
  const run = startedAt === null ? 0 : now - startedAt
  return Math.floor((ranBefore + run) / 1000)
}

/** Funds for a start now, including those in its own orders. */
function requiredBalancesOf(world: World, bot: GridBotRecord): RequiredBalancesEntity {
  if (bot.leverage !== null) {
    throw new Refusal(
      'unprocessable_entity',
      'Required balances exist for bots on spot accounts only.',
    )
  }
  const { base, quote, fee, lot } = instrumentOf(world, bot.pair)
  const prices = bot.lines.map(({ price }) => price)
  const price = lastPriceOf(world, bot.accountId, bot.pair)
  const sides = gridSides(prices, price)
  const required = gridFunds({
    prices,
    sides,
    quantity: bot.quantity,
    unit: 'base',
    lot,
    feeRate: fee,
  })
  const holds = bot.orders.flatMap((order) => order.holds)
  const availableOf = (currency: string): Decimal =>
    add(freeBalance(world, bot.accountId, currency), heldIn(holds, currency))
  const available = { base: availableOf(base), quote: availableOf(quote) }
  const missing = {
    base: larger(ZERO, subtract(required.base, available.base)),
    quote: larger(ZERO, subtract(required.quote, available.quote)),
  }
  const both = (of: { base: Decimal; quote: Decimal }) => ({
    base: { quantity: of.base, currency: base },
    quote: { quantity: of.quote, currency: quote },
  })
  const isBaseMissing = isPositive(missing.base)
  const isQuoteMissing = isPositive(missing.quote)
  const cost = multiply(missing.base, price)
  const covers = isBaseMissing
    ? compare(subtract(available.quote, required.quote), withCommission(cost, fee)) >= 0
    : compare(
        multiply(subtract(available.base, required.base), price),
        withCommission(missing.quote, fee),
      ) >= 0
  return {
    missing_balance: both(missing),
    required_balance: both(required),
    need_balancing: isBaseMissing || isQuoteMissing,
    balancing_available: isBaseMissing !== isQuoteMissing && covers,
    necessary_quantities:
      isQuoteMissing && !isBaseMissing
        ? { quantity: missing.quote, currency: quote }
        : { quantity: missing.base, currency: base },
  }
}
