import type { Instant } from '#contract/primitives.ts'
import type { StatusEntity } from '#contract/smart-trade-parts.ts'
import type { FundsChange } from '#contract/smart-trade-funds.ts'
import { type Decimal, isPositive, subtract } from '#money/decimal.ts'
import type { Position, PositionFlow } from '#trading/position-cost.ts'

import type { PriceType, Side } from '../market/quotes.ts'
import type { Hold, Order, Part } from '../orders/order.ts'

/** The state of a trade, in the words of the API. */
export type TradeState =
  | 'created'
  | 'waiting_position'
  | 'waiting_targets'
  | 'stop_loss_in_progress'
  | 'panic_sell_pending'
  | 'cancellation_pending'
  | 'finished'
  | 'stop_loss_finished'
  | 'panic_sold'
  | 'cancelled'
  | 'failed'

export type StepState =
  | 'idle'
  | 'to_process'
  | 'order_placed'
  | 'trailing_activated'
  | 'finished'
  | 'smart_sell'
  | 'cancelled'
  | 'failed'

export type Target = {
  id: number
  orderType: 'market' | 'limit'
  volume: Decimal
  priceType: PriceType
  value: Decimal | null
  percent: Decimal | null
  trailing: Decimal | null
  /** Known once the position is. */
  units: Decimal | null
  total: Decimal | null
  state: StepState
  closedAt: Instant | null
}

export type Stop = {
  orderType: 'market' | 'limit'
  breakeven: boolean
  /** The price of a limit stop. */
  limit: { value: Decimal | null; percent: Decimal | null }
  trigger: { type: PriceType; value: Decimal | null; percent: Decimal | null }
  trailing: Decimal | null
  /** Seconds after which the price has to be beyond the trigger still. */
  timeout: number | null
  state: StepState
  closedAt: Instant | null
}

/** What went in or came out. */
export type Flow = Part

export type Entry = {
  orderType: 'market' | 'limit' | 'conditional'
  units: Decimal
  /** The price asked for; of a market entry, the price when it was created. */
  price: Decimal
  conditional: {
    orderType: 'market' | 'limit'
    priceType: PriceType
    price: Decimal
    trailing: Decimal | null
  } | null
  state: StepState
}

/** An order that adds funds to the position or reduces it. */
export type Funds = {
  id: number
  change: FundsChange
  orderType: 'market' | 'limit'
  units: Decimal
  /** The price of a limit order. */
  limit: Decimal | null
  state: StepState
  filled: Flow
  createdAt: Instant
  closedAt: Instant | null
}

/** A trade as the engine keeps it. Plain data: its JSON text is what is stored. */
export type SmartTradeRecord = {
  id: number
  accountId: number
  pair: string
  side: Side
  instant: boolean
  skipEntry: boolean
  leverage: { type: 'cross' | 'isolated'; value: number } | null
  entry: Entry
  targets: Target[]
  stop: Stop | null
  state: TradeState
  error: string | null
  isLiquidated: boolean
  /** When the engine acts on it next, apart from what prices do. */
  dueAt: Instant | null
  orders: Order[]
  entered: Flow
  closed: Flow
  /** Added or reduced, by the index of their orders; left out until then. */
  funds: Funds[]
  /** What the units cost that were open after the last fill that came in. */
  basis: PositionFlow
  /** What the filled part of each exit cost that is being filled, by the number of its order. */
  costs: Readonly<Record<string, PositionFlow>>
  /** What the position still keeps for its exit. */
  kept: Hold | null
  /** Borrowed and not yet paid back. */
  loan: Hold | null
  /** Interest or funding in the quote currency: still to be paid, and paid already; negative was or is received. */
  interest: { owed: Decimal; paid: Decimal }
  marginUsed: Decimal | null
  liquidationPrice: Decimal | null
  marketClose: { id: number; flow: Flow } | null
  /** Goes up with each change of its settings, and with each fill. */
  revision: number
  note: string
  noteRaw: string | null
  createdAt: Instant
  updatedAt: Instant
  closedAt: Instant | null
}

const OVER: ReadonlySet<TradeState> = new Set([
  'finished',
  'stop_loss_finished',
  'panic_sold',
  'cancelled',
  'failed',
])

export const isOver = ({ state }: SmartTradeRecord): boolean => OVER.has(state)

/** Units that are still in the position. */
export const openUnits = ({ entered, closed }: SmartTradeRecord): Decimal =>
  subtract(entered.units, closed.units)

export const positionOf = (trade: SmartTradeRecord): Position => ({
  basis: trade.basis,
  open: openUnits(trade),
})

/** All that was wanted has been entered. */
export const isEntered = ({ entry }: SmartTradeRecord): boolean =>
  entry.state === 'finished' || entry.state === 'smart_sell'

/** Some of the entry has been executed and the rest has not. */
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
