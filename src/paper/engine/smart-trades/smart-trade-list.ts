import type { Id } from '#contract/primitives.ts'
import { typeOfTrade } from '#contract/smart-trade-type.ts'
import type { SmartTrade, SmartTradeFilter } from '#contract/smart-trades.ts'
import { type Decimal, compare, isNegative } from '#money/decimal.ts'
import { splitPair } from '#trading/pair.ts'
import { groupOf, rankOf } from '#trading/smart-trade-group.ts'

import { quoted } from '../market/quotes.ts'
import { type World, instrumentOf } from '../world.ts'
import { smartTradeEntity } from './smart-trade-entity.ts'
import { profitOf } from './smart-trade-profit.ts'
import type { SmartTradeRecord } from './smart-trade-record.ts'
import { tradeStatus } from './trade-status.ts'

const PER_PAGE = 10

/** One page of the trades on the accounts given, filtered and in order. */
export function smartTradePage(
  world: World,
  accounts: ReadonlySet<Id>,
  filter: SmartTradeFilter,
): SmartTrade[] {
  const { page = 1, per_page = PER_PAGE } = filter
  const profits = profitsAt(world)
  // An entity takes far longer to work out than what it is chosen and sorted by.
  return [...world.smartTrades.values()]
    .filter(
      (trade) =>
        accounts.has(trade.accountId) &&
        isWanted(trade, filter) &&
        isOfGroup(trade, filter.status, profits),
    )
    .map((trade) => ({ trade, key: keyOf(trade, filter.order_by ?? 'status', profits) }))
    .toSorted(orderOf(filter))
    .slice((page - 1) * per_page, page * per_page)
    .map(({ trade }) => smartTradeEntity(world, trade))
}

/** The profit of a trade now, at a price that is asked for once a pair. */
type Profits = (trade: SmartTradeRecord) => SmartTrade['profit']

function profitsAt(world: World): Profits {
  const prices = new Map<string, Decimal>()
  return (trade) => {
    const instrument = instrumentOf(world, trade.pair)
    const last = prices.get(trade.pair) ?? quoted(world.market, instrument, 'last', world.meta.now)
    prices.set(trade.pair, last)
    return profitOf(trade, last, instrument)
  }
}

function isWanted(trade: SmartTradeRecord, filter: SmartTradeFilter): boolean {
  const { base, quote } = splitPair(trade.pair)
  return (
    (filter.account_id === undefined || trade.accountId === filter.account_id) &&
    (filter.pair === undefined || trade.pair === filter.pair) &&
    (filter.base === undefined || base === filter.base) &&
    (filter.quote === undefined || quote === filter.quote) &&
    (filter.from === undefined || trade.createdAt >= filter.from) &&
    (filter.to === undefined || trade.createdAt <= filter.to) &&
    (filter.type === undefined || typeOf(trade) === filter.type)
  )
}

const typeOf = ({ instant, skipEntry, side }: SmartTradeRecord): string =>
  typeOfTrade({ instant, skip_enter_step: skipEntry, position: { type: side } })

function isOfGroup(
  trade: SmartTradeRecord,
  wanted: SmartTradeFilter['status'],
  profits: Profits,
): boolean {
  if (wanted === undefined || wanted === 'all') return true
  const group = groupOf(tradeStatus(trade))
  if (wanted !== 'successfully_finish' && wanted !== 'successfully_finished') {
    return group === wanted
  }
  if (group !== 'finished') return false
  // A simple trade that filled has no profit to tell.
  const { volume } = profits(trade)
  return volume === null || !isNegative(volume)
}

type Key = number | Decimal | null

function keyOf(
  trade: SmartTradeRecord,
  by: NonNullable<SmartTradeFilter['order_by']>,
  profits: Profits,
): Key {
  switch (by) {
    case 'created_at':
      return trade.createdAt
    case 'updated_at':
      return trade.updatedAt
    case 'closed_at':
      return trade.closedAt
    case 'profit':
      return profits(trade).usd
    case 'profit_percentage': {
      const { volume, percent } = profits(trade)
      return volume === null ? null : percent
    }
    case 'status':
      return rankOf(tradeStatus(trade))
  }
}

type Keyed = { trade: SmartTradeRecord; key: Key }

/** Ties break by id in the same direction; what has no such figure comes last in both. */
function orderOf({ order_direction = 'DESC' }: SmartTradeFilter) {
  const sign = order_direction === 'ASC' ? 1 : -1
  return (a: Keyed, b: Keyed): number => {
    const byId = sign * (a.trade.id - b.trade.id)
    if (a.key === null || b.key === null) {
      return a.key === b.key ? byId : a.key === null ? 1 : -1
    }
    return sign * compareKeys(a.key, b.key) || byId
  }
}

const compareKeys = (a: number | Decimal, b: number | Decimal): number =>
  typeof a === 'number' || typeof b === 'number' ? Number(a) - Number(b) : compare(a, b)
