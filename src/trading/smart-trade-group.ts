import type { Status } from '#contract/smart-trade-parts.ts'
import type { SmartTrade } from '#contract/smart-trades.ts'
import { valueOfWord } from '#contract/value-of-word.ts'
import { isPositive } from '#money/decimal.ts'

/** In the order of a trade's life, for `order_by=status`. */
export const SMART_TRADE_STATUSES = [
  'created',
  'waiting_position',
  'waiting_targets',
  'pending_reduce_funds',
  'cancellation_pending',
  'cancellation_in_progress',
  'panic_sell_pending',
  'panic_sell_in_progress',
  'stop_loss_in_progress',
  'finished',
  'stop_loss_finished',
  'panic_sold',
  'cancelled',
  'failed',
] as const

/** Disjoint groups of the list filter. */
export type SmartTradeGroup = 'active' | 'finished' | 'cancelled' | 'failed'

const CLOSED: Partial<Record<string, SmartTradeGroup>> = {
  finished: 'finished',
  stop_loss_finished: 'finished',
  panic_sold: 'finished',
  cancelled: 'cancelled',
  failed: 'failed',
}

/** Returns the group of a status; unknown ones count as active. */
export const groupOf = (status: Status): SmartTradeGroup =>
  valueOfWord(CLOSED, status.type) ?? 'active'

/** Returns the sort order; unknown statuses come last. */
export function rankOf(status: Status): number {
  const rank = SMART_TRADE_STATUSES.findIndex((known) => known === status.type)
  return rank < 0 ? SMART_TRADE_STATUSES.length : rank
}

export const isFilled = (trade: SmartTrade): boolean => !trade.is_position_not_filled

export const isPartlyFilled = (trade: SmartTrade): boolean =>
  !isFilled(trade) &&
  trade.data.entered_amount !== undefined &&
  isPositive(trade.data.entered_amount)

/** A trader's words by type, or by title if a liquidation has the same type. */
const LABELS: Partial<Record<string, string>> = {
  waiting_position: 'Waiting to enter',
  waiting_targets: 'In position',
  panic_sell_pending: 'Closing at market',
  panic_sold: 'Closed at market',
  'Closing at Stop Loss': 'Closing at the stop',
  'Closed at Stop Loss': 'Closed at the stop',
}

/** The status in a trader's words, else as the service names it. */
export function statusLabel(status: Status | undefined): string | undefined {
  const title = statusTitle(status)
  return valueOfWord(LABELS, status?.type) ?? valueOfWord(LABELS, title) ?? title
}

/** The service's own name of a status. */
export const statusTitle = (status: Status | undefined): string | undefined =>
  status?.title || status?.basic_type || status?.type
