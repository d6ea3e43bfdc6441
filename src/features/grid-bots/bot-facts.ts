// Result, currencies and stop actions of a grid bot, for all its pages.

import { type GridBot, STOP_ACTIONS } from '#contract/grid-bots.ts'
import { type Decimal, subtract } from '#money/decimal.ts'
import { widestMoney, widestPlaces } from '#money/format.ts'
import { placesThatAddUp } from '#money/places-that-add-up.ts'
import { type PairParts, splitPair } from '#trading/pair.ts'

/** Result as the service reports it, over all runs of a bot. */
type GridResult = {
  /** Total minus the open result. */
  realised: Decimal | undefined
  /** Result of what the bot holds; frozen at the stop for a stopped bot. */
  open: Decimal | undefined
  total: Decimal | undefined
  unit: string | undefined
  /** Decimals at which realised and open add up to the total shown. */
  places: number
  /** Profit of round trips, part of the realised profit. */
  grid: Decimal | undefined
  gridUnit: string | undefined
  /** Coins are shown with all decimals: 0.01 of a coin may be much. */
  gridPlaces: number
  /** Total in percent of the last run's capital. */
  roi: Decimal | undefined
  /** Reason that total, realised and return are unknown. */
  reason: string
}

const NO_TOTAL = 'The service did not send the total.'
const NO_TOTAL_STOPPED = 'The service gives no total for a stopped bot.'

export function gridResult(bot: GridBot): GridResult {
  const pair = currenciesOf(bot)
  const unit = pair.quote
  const { current_profit: grid, profit_currency_type: kept, is_enabled: isRunning } = bot
  const total = bot.current_profit_loss ?? undefined
  // Services that send no total for a stopped bot send 0 as its open result.
  const open = !total && !isRunning ? undefined : bot.unrealized_profit_loss
  const realised = total && open && subtract(total, open)
  const from = widestMoney(unit, [realised, open, total])
  const places = placesThatAddUp([realised, open], total, from)
  return {
    realised,
    open,
    total,
    unit,
    places,
    grid,
    gridUnit: kept === 'quote' ? unit : kept === 'base' ? pair.base : undefined,
    gridPlaces: kept === 'quote' ? places : Math.max(2, widestPlaces([grid])),
    roi: bot.current_profit_loss_percent ?? undefined,
    reason: isRunning ? NO_TOTAL : NO_TOTAL_STOPPED,
  }
}

/** Price at which the open result is valued. */
export const openWords = ({ is_enabled: isRunning }: GridBot): string =>
  isRunning ? 'on what it holds now' : 'at the stop'

export const currenciesOf = (bot: Pick<GridBot, 'pair'>): PairParts => splitPair(bot.pair)

export function orderCurrency(bot: Pick<GridBot, 'order_currency_type' | 'pair'>): string {
  const pair = currenciesOf(bot)
  const { order_currency_type: type } = bot
  const currency = type === 'base' ? pair.base : type === 'quote' ? pair.quote : undefined
  return currency ?? 'of an unknown currency,'
}

type StopAction = (typeof STOP_ACTIONS)[number]

export const STOP_ACTION_WORDS: Readonly<Record<StopAction, string>> = {
  stop_bot: 'Stop the bot',
  stop_bot_and_buy: 'Stop and buy',
  stop_bot_and_sell: 'Stop and sell',
  stop_bot_and_close_position: 'Stop and close the position',
}

/** Stop-loss actions of an account: futures bots close a position, others sell coins. */
export const stopActionsOf = (isFutures: boolean): readonly StopAction[] =>
  STOP_ACTIONS.filter(
    (action) => action === 'stop_bot' || (action === 'stop_bot_and_close_position') === isFutures,
  )
