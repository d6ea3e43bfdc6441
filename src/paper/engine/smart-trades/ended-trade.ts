import { type SmartTradeType, typeOfTrade } from '#contract/smart-trade-type.ts'
import type { SmartTrade } from '#contract/smart-trades.ts'
import { type Decimal, ZERO, isNegative } from '#money/decimal.ts'
import { splitPair } from '#trading/pair.ts'
import { groupOf, rankOf } from '#trading/smart-trade-group.ts'

import type { EndedTrade } from '../past.ts'
import { readRecord } from '../record-shapes.ts'
import { type World, accountOf, instrumentOf } from '../world.ts'
import { profitOf } from './smart-trade-profit.ts'
import type { SmartTradeRecord } from './smart-trade-record.ts'
import { tradeStatus } from './trade-status.ts'

/** What lists filter and sort a trade by, alive or over. */
export type TradeKeys = Omit<EndedTrade, 'json'>

/** `last` tells what the rest of an open position counts at. The profit is worked out where it is asked for. */
export function keysOf(
  world: World,
  trade: SmartTradeRecord,
  last: (pair: string) => Decimal,
): TradeKeys {
  const status = tradeStatus(trade)
  const group = groupOf(status)
  const { base, quote } = splitPair(trade.pair)
  let known: SmartTrade['profit'] | undefined
  const profit = (): SmartTrade['profit'] =>
    (known ??= profitOf(trade, last(trade.pair), instrumentOf(world, trade.pair)))
  return {
    id: trade.id,
    account: trade.accountId,
    mode: accountOf(world, trade.accountId).mode,
    pair: trade.pair,
    base,
    quote,
    type: typeOf(trade),
    group,
    rank: rankOf(status),
    createdAt: trade.createdAt,
    updatedAt: trade.updatedAt,
    closedAt: trade.closedAt,
    get isSuccess() {
      // A simple trade that filled has no profit to tell.
      const { volume } = profit()
      return group === 'finished' && (volume === null || !isNegative(volume))
    },
    get profitUsd() {
      return profit().usd
    },
    get profitPercent() {
      return profit().volume === null ? null : profit().percent
    },
  }
}

/** A trade that is over, as it is stored. Nothing of it is open, so that no price counts in it. */
export const endedTradeOf = (world: World, trade: SmartTradeRecord): EndedTrade => ({
  ...keysOf(world, trade, () => ZERO),
  json: JSON.stringify(trade),
})

/** The record of a trade that is over. Throws `DamagedRecord`. */
export const recordOf = ({ id, json }: EndedTrade): SmartTradeRecord =>
  readRecord('smart_trade', String(id), json) as SmartTradeRecord

const typeOf = ({ instant, skipEntry, side }: SmartTradeRecord): SmartTradeType =>
  typeOfTrade({ instant, skip_enter_step: skipEntry, position: { type: side } })
