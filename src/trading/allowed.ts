import type { DcaBot } from '#contract/dca-bots.ts'
import type { ListedExchange } from '#contract/exchanges.ts'
import type { GridBot, LeftAtStop } from '#contract/grid-bots.ts'
import type { Id } from '#contract/primitives.ts'
import { fundsStep } from '#contract/smart-trade-funds.ts'
import { isStepOpen } from '#contract/smart-trade-funds-rules.ts'
import type { SmartTrade } from '#contract/smart-trades.ts'

import { groupOf } from './smart-trade-group.ts'

/** Reason why an action is not possible now; `undefined` if it is. */
export type Obstacle = string | undefined

/** Returns true for a bot with leverage. Required balances are for spot bots only. */
export const isFuturesBot = (bot: Pick<GridBot, 'leverage_type'>): boolean =>
  bot.leverage_type === 'cross' || bot.leverage_type === 'isolated'

/** Returns true if a DCA bot opens no more deals. Treats an unknown status as running. */
export const isStopped = ({ status }: Pick<DcaBot, 'status'>): boolean =>
  status === 'stopped' || status === 'completed'

/** Obstacles of actions, for buttons and engine. Unknown values never block. */
export const can = {
  /** Hint only: stopping twice is harmless. */
  stopGridBot: (bot: GridBot): Obstacle => (!bot.is_enabled ? 'This bot is stopped.' : undefined),

  leaveAtStop(bot: GridBot, leave: LeftAtStop): Obstacle {
    if (leave === 'keep') {
      return isFuturesBot(bot)
        ? 'A futures bot closes its position when it stops, so there is nothing to keep.'
        : undefined
    }
    return bot.is_enabled
      ? undefined
      : 'This bot is already stopped, so its coins can no longer be sold by a stop.'
  },

  startGridBot: (bot: GridBot): Obstacle => (bot.is_enabled ? 'This bot is running.' : undefined),

  readRequiredBalances: (bot: GridBot): Obstacle =>
    isFuturesBot(bot) ? 'Required balances exist for bots on spot accounts only.' : undefined,

  startDcaBot: (bot: DcaBot): Obstacle =>
    bot.status === 'running' ? 'This bot is running.' : undefined,

  /** Hint only: stopping twice is harmless. */
  stopDcaBot: (bot: DcaBot): Obstacle =>
    bot.status === 'stopped' ? 'This bot is stopped.' : undefined,

  /** Checks only what a bot reports; the service checks cooldown and funds. */
  startDeal: ({ status, active_trades: open, max_active_trades: most }: DcaBot): Obstacle => {
    if (status !== 'running') return 'This bot is not running.'
    return open >= most ? 'This bot already has its maximum of open deals.' : undefined
  },

  updateSmartTrade(trade: SmartTrade): Obstacle {
    const ending = endingOf(trade)
    if (ending !== undefined) return ending
    if (trade.status.type.startsWith('stop_loss_')) {
      return 'This trade is being closed by its stop.'
    }
    return trade.data.editable === false ? 'This trade cannot be changed now.' : undefined
  },

  addSmartTradeFunds(trade: SmartTrade): Obstacle {
    const obstacle = notHeld(trade)
    if (obstacle !== undefined || trade.data.add_funds_available !== false) return obstacle
    return trade.leverage.enabled
      ? 'Funds cannot be added to a trade with leverage.'
      : 'Funds cannot be added to this trade now.'
  },

  reduceSmartTradeFunds(trade: SmartTrade): Obstacle {
    const obstacle = notHeld(trade)
    if (obstacle !== undefined || trade.data.reduce_funds_available !== false) return obstacle
    return 'The position is too small to reduce. Close the trade instead.'
  },

  cancelSmartTradeFunds(trade: SmartTrade, id: Id): Obstacle {
    const group = groupOf(trade.status)
    if (group !== 'active') return CLOSED[group]
    const { step } = fundsStep(trade, id) ?? {}
    const isKnown = step?.status?.type !== undefined
    return isKnown && !isStepOpen(step) ? 'This order is no longer pending.' : undefined
  },

  cancelSmartTrade(trade: SmartTrade): Obstacle {
    const ending = endingOf(trade)
    if (ending !== undefined || trade.data.cancel_available) return ending
    return trade.leverage.enabled
      ? 'A margin position cannot be cancelled. Close it instead.'
      : 'This trade cannot be cancelled now.'
  },

  closeSmartTrade(trade: SmartTrade): Obstacle {
    const ending = endingOf(trade)
    if (ending !== undefined) return ending
    return !trade.data.panic_sell_available ? 'There is no position to close yet.' : undefined
  },

  sellAllToUsd(connection: ListedExchange): Obstacle {
    if (!connection.is_active) return 'This connection is not active.'
    if (!connection.can_trade) return 'This connection may not trade.'
    return connection.market_type === 'futures'
      ? 'Only a spot or margin account can be sold to USD.'
      : undefined
  },
} as const

/** Requires a position that waits for its exits. */
function notHeld(trade: SmartTrade): Obstacle {
  const { type } = trade.status
  const ending = endingOf(trade)
  if (ending !== undefined) return ending
  if (type.startsWith('stop_loss_')) return 'This trade is being closed by its stop.'
  return type === 'created' || type === 'waiting_position'
    ? 'This trade has no position yet.'
    : undefined
}

/** Returns why a trade is over or already ending. */
function endingOf({ status }: SmartTrade): Obstacle {
  const group = groupOf(status)
  if (group !== 'active') return CLOSED[group]
  if (status.type.startsWith('cancellation_')) return 'This trade is being cancelled.'
  return status.type.startsWith('panic_sell_') ? 'This trade is being closed.' : undefined
}

const CLOSED = {
  finished: 'This trade is finished.',
  cancelled: 'This trade is cancelled.',
  failed: 'This trade has failed.',
}
