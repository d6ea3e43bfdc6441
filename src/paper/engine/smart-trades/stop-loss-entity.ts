import type { SmartTrade } from '#contract/smart-trades.ts'
import { type Decimal, fromNumber, larger, multiply, roundToStep, smaller } from '#money/decimal.ts'
import { trailingPrice } from '#trading/trailing.ts'

import type { Instrument } from '../market/instruments.ts'
import { STOP, exitPrice, isLong, openUnits, percentFromEntry } from './smart-trade-exits.ts'
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
  const sets = given && nearestOf(trade, instrument, given)
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

/** Where the stop acts now: at its own price, or where the price it follows has to turn back to. */
function nearestOf(trade: SmartTradeRecord, { tick }: Instrument, own: Decimal): Decimal {
  const trail = trade.orders.find(
    ({ owner }) => owner.role === 'stop' && owner.index === STOP.trailing,
  )?.trail
  if (!trail?.extreme) return own
  const { percent, extreme: best } = trail
  return isLong(trade)
    ? larger(own, roundToStep(trailingPrice({ side: 'below', percent, best }), tick, 'down'))
    : smaller(own, roundToStep(trailingPrice({ side: 'above', percent, best }), tick, 'up'))
}
