import { type Decimal, ZERO, round } from '#money/decimal.ts'
import { directionOf, roundTrip } from '#trading/profit.ts'

import type { Profit } from '../orders/history.ts'
import { type World, instrumentOf } from '../world.ts'
import { averageEntry } from './smart-trade-exits.ts'
import type { SmartTradeRecord } from './smart-trade-record.ts'

/** What an exit of so many units at a price earned after the fees of both sides. */
export function exitProfit(
  world: World,
  trade: SmartTradeRecord,
  { units, price }: { units: Decimal; price: Decimal },
): Profit {
  const { fee, quote } = instrumentOf(world, trade.pair)
  const { profit, percent } = roundTrip({
    direction: directionOf(trade.side),
    units,
    entryPrice: averageEntry(trade),
    exitPrice: price,
    entryFeeRate: trade.skipEntry ? ZERO : fee,
    exitFeeRate: fee,
  })
  return { amount: profit, currency: quote, usd: profit, percent: round(percent, 2, 'half-even') }
}
