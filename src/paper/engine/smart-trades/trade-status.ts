import type { Status } from '#contract/smart-trade-parts.ts'

import type { SmartTradeRecord, StepState, TradeState } from './smart-trade-record.ts'

const TRADE_TITLES: Record<TradeState, string> = {
  created: 'Pending',
  waiting_position: 'Pending Position Opened',
  waiting_targets: 'Waiting Targets',
  stop_loss_in_progress: 'Closing at Stop Loss',
  panic_sell_pending: 'Closing at Market Price',
  cancellation_pending: 'Cancelling',
  finished: 'Finished',
  stop_loss_finished: 'Closed at Stop Loss',
  panic_sold: 'Closed at Market Price',
  cancelled: 'Cancelled',
  failed: 'Failed',
}

const LIQUIDATION_TITLES = {
  stop_loss_in_progress: 'Being liquidated',
  stop_loss_finished: 'Liquidated',
}

const STEP_TITLES: Record<StepState, string> = {
  idle: 'Pending',
  to_process: 'Pending',
  order_placed: 'Placed',
  trailing_activated: 'Trailing',
  finished: 'Finished',
  smart_sell: 'Own funds',
  cancelled: 'Cancelled',
  failed: 'Failed',
}

export function tradeStatus({ state, error, isLiquidated }: SmartTradeRecord): Status {
  const titles = isLiquidated ? { ...TRADE_TITLES, ...LIQUIDATION_TITLES } : TRADE_TITLES
  const title = titles[state]
  const status = { type: state, basic_type: state, title }
  return state === 'failed' && error !== null ? { ...status, error } : status
}

export const stepStatus = (state: StepState): Status => ({
  type: state,
  basic_type: state,
  title: STEP_TITLES[state],
})
