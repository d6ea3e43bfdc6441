import type { TakeProfitStepEntity } from '#contract/smart-trade-parts.ts'
import type { SmartTradeEntity } from '#contract/smart-trades.ts'
import { type Decimal, fromNumber, multiply } from '#money/decimal.ts'

import type { Instrument } from '../market/instruments.ts'
import { breakEvenMove } from './smart-trade-break-even.ts'
import { exitPrice, stopLimitOf, stopPriceOf } from './smart-trade-exits.ts'
import {
  openUnits,
  type SmartTradeRecord,
  type StepState,
  stepStatus,
  type Target,
} from './smart-trade-record.ts'

export const followed = (state: StepState, extreme: Decimal | null | undefined): StepState =>
  extreme && state === 'to_process' ? 'trailing_activated' : state

export function stepOf(
  trade: SmartTradeRecord,
  instrument: Instrument,
  target: Target,
  index: number,
): TakeProfitStepEntity {
  const order = trade.orders.find(({ owner }) => owner.role === 'target' && owner.index === index)
  const value = exitPrice(trade, instrument, target, 'profit')
  const isWaiting = order !== undefined
  return {
    id: target.id,
    order_type: target.orderType,
    editable: order ? order.done === null : target.state === 'idle',
    units: { value: target.units },
    price: {
      type: target.priceType,
      value,
      percent: target.percent,
      ...(target.value === null && { follows_average: true }),
    },
    volume: target.volume,
    total: target.total,
    trailing: { enabled: target.trailing !== null, percent: target.trailing },
    status: stepStatus(followed(target.state, order?.trail?.extreme)),
    data: { cancelable: isWaiting || target.state === 'idle', panic_sell_available: isWaiting },
    position: index + 1,
    ...(order?.done && { filled_units: order.done.units }),
    closed_at: target.closedAt,
  }
}

/** The stop loss, with the fields of an enabled relative stop. */
export function stopLossOf(
  trade: SmartTradeRecord,
  instrument: Instrument,
): SmartTradeEntity['stop_loss'] {
  const { stop, orders } = trade
  if (!stop) return { enabled: false }
  const { trigger, limit, timeout } = stop
  const given = exitPrice(trade, instrument, trigger, 'loss')
  const sets = stopPriceOf(trade, instrument)
  const asks = stopLimitOf(trade, instrument, stop)
  const move = breakEvenMove(trade, instrument)
  const isWatching = orders.some(({ owner }) => owner.role === 'stop')
  const units = isWatching ? openUnits(trade) : null
  const price = asks ?? sets
  const followsAverage = sets === given && trigger.percent !== null
  return {
    enabled: true,
    price_type: 'value',
    breakeven: stop.breakeven,
    ...(move && { breakeven_move: { state: move.state, price: move.price } }),
    order_type: stop.orderType,
    editable: isWatching || stop.state === 'idle',
    price: {
      value: asks,
      percent: limit.percent,
      ...(limit.percent !== null && { follows_average: true }),
    },
    conditional: {
      price: {
        value: sets,
        type: trigger.type,
        percent: followsAverage ? trigger.percent : null,
        ...(followsAverage && { follows_average: true }),
      },
      trailing: { enabled: stop.trailing !== null, percent: stop.trailing },
    },
    timeout: { enabled: timeout !== null, value: timeout === null ? null : fromNumber(timeout) },
    units: { value: units },
    total: { value: units && price ? multiply(units, price) : null },
    status: stepStatus(stop.state),
    closed_at: stop.closedAt,
  }
}
