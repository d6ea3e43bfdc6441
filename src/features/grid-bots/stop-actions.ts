import { STOP_ACTIONS } from '#contract/grid-bots.ts'

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
