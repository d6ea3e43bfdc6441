import type { SmartTrade } from '#contract/smart-trades.ts'
import { absolute, multiply, round, subtract } from '#money/decimal.ts'
import { percentOf } from '#trading/profit.ts'

import { averageEntry, openUnits } from './smart-trade-exits.ts'
import type { SmartTradeRecord } from './smart-trade-record.ts'
import { stepStatus } from './trade-status.ts'

/** The stop loss with the members that the relative shows when it is enabled. */
export function stopLossOf(trade: SmartTradeRecord): SmartTrade['stop_loss'] {
  const { stop, orders } = trade
  if (!stop) return { enabled: false }
  const { trigger, limit, timeout } = stop
  const entry = averageEntry(trade)
  const distance = trigger.value === null ? null : absolute(subtract(trigger.value, entry))
  const percent = trigger.percent ?? (distance && round(percentOf(distance, entry), 2, 'half-even'))
  const isWatching = orders.some(({ owner }) => owner.role === 'stop')
  const units = isWatching ? openUnits(trade) : null
  const price = limit.value ?? trigger.value
  return {
    enabled: true,
    price_type: 'value',
    breakeven: stop.breakeven,
    order_type: stop.orderType,
    editable: isWatching || stop.state === 'idle',
    price: limit,
    conditional: {
      price: { value: trigger.value, type: trigger.type, percent },
      trailing: { enabled: stop.trailing !== null, percent: stop.trailing },
    },
    timeout: { enabled: timeout !== null, value: timeout },
    units: { value: units },
    total: { value: units && price ? multiply(units, price) : null },
    status: stepStatus(stop.state),
    closed_at: stop.closedAt,
  }
}
