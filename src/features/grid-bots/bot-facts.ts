import { type GridBot, STOP_ACTIONS } from '#contract/grid-bots.ts'
import { type Decimal, subtract } from '#money/decimal.ts'
import { widestPlaces } from '#money/format.ts'
import { widestMoney } from '#money/money-places.ts'
import { placesThatAddUp } from '#money/places-that-add-up.ts'
import { type PairParts, splitPair } from '#trading/pair.ts'

/** The result of a bot as its service reports it, over all its runs. */
type GridResult = {
  /** The total less what is open. */
  realised: Decimal | undefined
  /** Of what it holds; of a stopped bot frozen at the stop. */
  open: Decimal | undefined
  total: Decimal | undefined
  unit: string | undefined
  /** So many decimals that realised and open shown add up to the total shown. */
  places: number
  /** Of its round trips: a part of what is realised. */
  grid: Decimal | undefined
  gridUnit: string | undefined
  /** Coins have all of theirs: a hundredth of one may be much. */
  gridPlaces: number
  /** Total in percent of the capital of the last run. */
  roi: Decimal | undefined
  /** Why total, realised and return are unknown. */
  reason: string
}

const NO_TOTAL = 'The service did not send the total.'
const NO_TOTAL_STOPPED = 'The service gives no total for a stopped bot.'

export function gridResult(bot: GridBot): GridResult {
  const pair = currenciesOf(bot)
  const unit = pair.quote
  const { current_profit: grid, profit_currency_type: kept, is_enabled: isRunning } = bot
  const total = bot.current_profit_loss ?? undefined
  // Services that give no total for a stopped bot send 0 for what is open.
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

/** What the open part of a result is counted at. */
export const openWords = ({ is_enabled: isRunning }: GridBot): string =>
  isRunning ? 'on what it holds now' : 'at the stop'

/** The two currencies of a bot's pair. */
export const currenciesOf = (bot: Pick<GridBot, 'pair'>): PairParts => splitPair(bot.pair)

/** What a line's quantity is counted in; the service may say something else or nothing. */
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

/** What a bot can do at its stop loss: a futures bot has a position to close, another one coins. */
export const stopActionsOf = (isFutures: boolean): readonly StopAction[] =>
  STOP_ACTIONS.filter(
    (action) => action === 'stop_bot' || (action === 'stop_bot_and_close_position') === isFutures,
  )
