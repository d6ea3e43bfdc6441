import * as z from 'zod/mini'

import type { StatusEntity } from '#contract/smart-trade-parts.ts'
import type { FundsChange } from '#contract/smart-trade-funds.ts'
import { type Decimal, isPositive, subtract } from '#money/decimal.ts'
import type { Position } from '#trading/position-cost.ts'

import { holdShape, orderShape, type Part, partShape } from '../orders/order.ts'
import { amount, flag, orderType, priceType, side, someText, text, whole } from '../record-parts.ts'

const tradeState = z.enum([
  'created',
  'waiting_position',
  'waiting_targets',
  'stop_loss_in_progress',
  'panic_sell_pending',
  'cancellation_pending',
  'finished',
  'stop_loss_finished',
  'panic_sold',
  'cancelled',
  'failed',
])
export type TradeState = z.infer<typeof tradeState>

const stepState = z.enum([
  'idle',
  'to_process',
  'order_placed',
  'trailing_activated',
  'finished',
  'smart_sell',
  'cancelled',
  'failed',
])
export type StepState = z.infer<typeof stepState>

const level = { value: z.nullable(amount), percent: z.nullable(amount) }
const costShape = z.object({ units: amount, total: amount, fee: amount })

const targetShape = z.object({
  id: whole,
  orderType,
  volume: amount,
  priceType,
  value: z.nullable(amount),
  percent: z.nullable(amount),
  trailing: z.nullable(amount),
  /** Known once the position is. */
  units: z.nullable(amount),
  total: z.nullable(amount),
  state: stepState,
  closedAt: z.nullable(whole),
})
export type Target = z.infer<typeof targetShape>

const stopShape = z.object({
  orderType,
  breakeven: flag,
  limit: z.object(level),
  trigger: z.object({ type: priceType, ...level }),
  trailing: z.nullable(amount),
  /** In seconds, also fractions: delay after which the price must still be beyond the trigger. */
  timeout: z.nullable(z.number()),
  state: stepState,
  closedAt: z.nullable(whole),
})
export type Stop = z.infer<typeof stopShape>

export type Flow = Part

const entryShape = z.object({
  orderType: z.enum(['market', 'limit', 'conditional']),
  units: amount,
  /** The requested price; for a market entry, the price at creation. */
  price: amount,
  conditional: z.nullable(
    z.object({
      orderType,
      priceType,
      price: amount,
      trailing: z.nullable(amount),
    }),
  ),
  state: stepState,
})
export type Entry = z.infer<typeof entryShape>

const fundsShape = z.object({
  id: whole,
  change: someText<FundsChange>(),
  orderType,
  units: amount,
  limit: z.nullable(amount),
  state: stepState,
  filled: partShape,
  createdAt: whole,
  closedAt: z.nullable(whole),
})
export type Funds = z.infer<typeof fundsShape>

export const smartTradeShape = z.object({
  id: whole,
  accountId: whole,
  pair: text,
  side,
  instant: flag,
  skipEntry: flag,
  leverage: z.nullable(z.object({ type: z.enum(['cross', 'isolated']), value: z.number() })),
  entry: entryShape,
  targets: z.array(targetShape),
  stop: z.nullable(stopShape),
  state: tradeState,
  error: z.nullable(text),
  isLiquidated: flag,
  /** Next scheduled action, apart from prices. */
  dueAt: z.nullable(whole),
  orders: z.array(orderShape),
  entered: partShape,
  closed: partShape,
  /** By the index of their orders. */
  funds: z.array(fundsShape),
  /** Cost of the open units after the last entry fill. */
  basis: costShape,
  /** Cost of each partly filled exit's filled part, by order number. */
  costs: z.readonly(z.record(text, costShape)),
  /** Amount held for the exit. */
  kept: z.nullable(holdShape),
  /** Borrowed and not yet repaid. */
  loan: z.nullable(holdShape),
  /** In the quote currency; negative is funding received or to be received. */
  interest: z.object({ owed: amount, paid: amount }),
  marginUsed: z.nullable(amount),
  liquidationPrice: z.nullable(amount),
  marketClose: z.nullable(z.object({ id: whole, flow: partShape })),
  /** Raised with each change of settings and each fill. */
  revision: whole,
  note: text,
  noteRaw: z.nullable(text),
  createdAt: whole,
  updatedAt: whole,
  closedAt: z.nullable(whole),
})
export type SmartTradeRecord = z.infer<typeof smartTradeShape>

const OVER: ReadonlySet<TradeState> = new Set([
  'finished',
  'stop_loss_finished',
  'panic_sold',
  'cancelled',
  'failed',
])

export const isOver = ({ state }: SmartTradeRecord): boolean => OVER.has(state)

export const openUnits = ({ entered, closed }: SmartTradeRecord): Decimal =>
  subtract(entered.units, closed.units)

export const positionOf = (trade: SmartTradeRecord): Position => ({
  basis: trade.basis,
  open: openUnits(trade),
})

export const isEntered = ({ entry }: SmartTradeRecord): boolean =>
  entry.state === 'finished' || entry.state === 'smart_sell'

export const isPartlyEntered = (trade: SmartTradeRecord): boolean =>
  isPositive(trade.entered.units) && !isEntered(trade)

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

export function tradeStatus({ state, error, isLiquidated }: SmartTradeRecord): StatusEntity {
  const titles = isLiquidated ? { ...TRADE_TITLES, ...LIQUIDATION_TITLES } : TRADE_TITLES
  const title = titles[state]
  const status = { type: state, basic_type: state, title }
  return state === 'failed' && error !== null ? { ...status, error } : status
}

export const stepStatus = (state: StepState): StatusEntity => ({
  type: state,
  basic_type: state,
  title: STEP_TITLES[state],
})
