import type { SmartTrade } from '#contract/smart-trades.ts'
import { fromNumber, multiply } from '#money/decimal.ts'

import type { Instrument } from '../market/instruments.ts'
import { exitPrice, openUnits, percentFromEntry, stopPriceOf } from './smart-trade-exits.ts'
import type { SmartTradeRecord } from './smart-trade-record.ts'
import { stepStatus } from './trade-status.ts'

/** The stop loss with the members that the relative shows when it is enabled. */
export function stopLossOf(
  trade: SmartTradeRecord,
  instrument: Instrument,
): SmartTrade['stop_loss'] {
  const { stop, orders } = trade
  if (!stop) return { enabled: false }
  const { trigger, limit, timeout } = stop
  const given = exitPrice(trade, instrument, trigger, 'loss')
  const sets = stopPriceOf(trade, instrument)
  const asks = exitPrice(trade, instrument, limit, 'loss')
  const isWatching = orders.some(({ owner }) => owner.role === 'stop')
  const units = isWatching ? openUnits(trade) : null
  const price = asks ?? sets
  return {
    enabled: true,
    price_type: 'value',
    breakeven: stop.breakeven,
    order_type: stop.orderType,
    editable: isWatching || stop.state === 'idle',
    price: { value: asks, percent: limit.percent },
    conditional: {
      price: {
        value: sets,
        type: trigger.type,
        percent:
          sets === given && trigger.percent !== null
            ? trigger.percent
            : sets && percentFromEntry(trade, sets, 'loss'),
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
