import type { SmartTrade, SmartTradeFilter } from '#contract/smart-trades.ts'
import { type Decimal, compare, isNegative } from '#money/decimal.ts'
import { splitPair } from '#trading/pair.ts'
import { groupOf, rankOf } from '#trading/smart-trade-group.ts'

import { smartTradeEntity } from './smart-trade-entity.ts'
import type { SmartTradeRecord } from './smart-trade-record.ts'
import type { World } from '../world.ts'

const PER_PAGE = 10

/** One page of the trades on the accounts given, filtered and in order. */
export function smartTradePage(
  world: World,
  accounts: ReadonlySet<number>,
  filter: SmartTradeFilter,
): SmartTrade[] {
  const { page = 1, per_page = PER_PAGE } = filter
  // What the record tells is asked first: an entity takes far longer to work out.
  const trades = [...world.smartTrades.values()]
    .filter((trade) => accounts.has(trade.accountId) && isWanted(trade, filter))
    .map((trade) => smartTradeEntity(world, trade))
    .filter((trade) => isOfType(trade, filter) && isOfGroup(trade, filter.status))
  return trades.toSorted(orderOf(filter)).slice((page - 1) * per_page, page * per_page)
}

function isWanted({ accountId, pair, createdAt }: SmartTradeRecord, filter: SmartTradeFilter) {
  const { base, quote } = splitPair(pair)
  return (
    (filter.account_id === undefined || accountId === filter.account_id) &&
    (filter.pair === undefined || pair === filter.pair) &&
    (filter.base === undefined || base === filter.base) &&
    (filter.quote === undefined || quote === filter.quote) &&
    (filter.from === undefined || createdAt >= filter.from) &&
    (filter.to === undefined || createdAt <= filter.to)
  )
}

const isOfType = (trade: SmartTrade, { type }: SmartTradeFilter): boolean =>
  type === undefined || trade.data.type === type

function isOfGroup(trade: SmartTrade, wanted: SmartTradeFilter['status']): boolean {
  if (wanted === undefined || wanted === 'all') return true
  const group = groupOf(trade.status)
  if (wanted !== 'successfully_finish' && wanted !== 'successfully_finished')
    return group === wanted
  const { usd } = trade.profit
  return group === 'finished' && usd !== null && !isNegative(usd)
}

type Key = number | Decimal | null

function keyOf(trade: SmartTrade, by: NonNullable<SmartTradeFilter['order_by']>): Key {
  switch (by) {
    case 'created_at':
      return trade.data.created_at
    case 'updated_at':
      return trade.data.updated_at
    case 'closed_at':
      return trade.data.closed_at ?? null
    case 'profit':
      return trade.profit.usd
    case 'profit_percentage':
      return trade.profit.volume === null ? null : trade.profit.percent
    case 'status':
      return rankOf(trade.status)
  }
}

/** Ties break by id in the same direction; what has no such figure comes last in both. */
function orderOf({ order_by = 'status', order_direction = 'DESC' }: SmartTradeFilter) {
  const sign = order_direction === 'ASC' ? 1 : -1
  return (a: SmartTrade, b: SmartTrade): number => {
    const [left, right] = [keyOf(a, order_by), keyOf(b, order_by)]
    if (left === null || right === null) {
      if (left !== right) return left === null ? 1 : -1
      return sign * (a.id - b.id)
    }
    return sign * (compareKeys(left, right) || a.id - b.id)
  }
}

const compareKeys = (a: number | Decimal, b: number | Decimal): number =>
  typeof a === 'number' || typeof b === 'number' ? Number(a) - Number(b) : compare(a, b)
