import type { SmartTrade, SmartTradeFilter } from '#contract/smart-trades.ts'
import { type Decimal, compare } from '#money/decimal.ts'

import { quoted } from '../market/quotes.ts'
import type { Past } from '../past.ts'
import { type World, instrumentOf, isInMode } from '../world.ts'
import { type TradeKeys, keysOf, recordOf } from './ended-trade.ts'
import { smartTradeEntity } from './smart-trade-entity.ts'
import type { SmartTradeRecord } from './smart-trade-record.ts'

const PER_PAGE = 10

/**
 * One page of the trades of the current mode, filtered and in order. Those in memory are sorted
 * at the price of now; of those that are over, only what may be on the page is read.
 */
export async function smartTradePage(
  world: World,
  past: Past,
  filter: SmartTradeFilter,
): Promise<SmartTrade[]> {
  const { page = 1, per_page = PER_PAGE } = filter
  const first = (page - 1) * per_page
  const order = orderOf(filter)
  const priceOf = pricesNow(world)
  const alive: Row[] = [...world.smartTrades.values()]
    .filter((trade) => isInMode(world, trade))
    .map((trade) => ({ keys: keysOf(world, trade, priceOf), read: () => trade }))
    .filter(({ keys }) => isWanted(keys, filter))
  // Before the page stand all of the alive ones at the most: these many rows of the past at the least.
  const offset = Math.max(0, first - alive.length)
  const ended = await endedRows(world, past, filter, { offset, limit: first + per_page - offset })
  // An entity takes far longer to work out than what it is chosen and sorted by.
  return [...alive, ...ended]
    .toSorted((a, b) => order(a.keys, b.keys))
    .slice(first - offset, first - offset + per_page)
    .map(({ read }) => smartTradeEntity(world, read()))
}

/** A trade to choose and to sort; its record is read once it is on the page. */
type Row = { keys: TradeKeys; read: () => SmartTradeRecord }

async function endedRows(
  { meta: { mode } }: World,
  past: Past,
  filter: SmartTradeFilter,
  span: { offset: number; limit: number },
): Promise<Row[]> {
  if (filter.status === 'active') return []
  const trades = await past.trades({ ...filter, mode }, span)
  return trades.map((trade) => ({ keys: trade, read: () => recordOf(trade) }))
}

/** The last price now, asked for once a pair. */
function pricesNow(world: World): (pair: string) => Decimal {
  const prices = new Map<string, Decimal>()
  return (pair) => {
    const known = prices.get(pair)
    if (known !== undefined) return known
    const last = quoted(world.market, instrumentOf(world, pair), 'last', world.meta.now)
    prices.set(pair, last)
    return last
  }
}

/** Whether a trade is what a filter asks for, its account's mode and the page apart. */
export const isWanted = (trade: TradeKeys, filter: SmartTradeFilter): boolean =>
  (filter.account_id === undefined || trade.account === filter.account_id) &&
  (filter.pair === undefined || trade.pair === filter.pair) &&
  (filter.base === undefined || trade.base === filter.base) &&
  (filter.quote === undefined || trade.quote === filter.quote) &&
  (filter.from === undefined || trade.createdAt >= filter.from) &&
  (filter.to === undefined || trade.createdAt <= filter.to) &&
  (filter.type === undefined || trade.type === filter.type) &&
  isOfGroup(trade, filter.status)

function isOfGroup(trade: TradeKeys, wanted: SmartTradeFilter['status']): boolean {
  if (wanted === undefined || wanted === 'all') return true
  if (wanted === 'successfully_finish' || wanted === 'successfully_finished') return trade.isSuccess
  return trade.group === wanted
}

const KEYS = {
  created_at: ({ createdAt }) => createdAt,
  updated_at: ({ updatedAt }) => updatedAt,
  closed_at: ({ closedAt }) => closedAt,
  status: ({ rank }) => rank,
  profit: ({ profitUsd }) => profitUsd,
  profit_percentage: ({ profitPercent }) => profitPercent,
} satisfies Record<
  NonNullable<SmartTradeFilter['order_by']>,
  (trade: TradeKeys) => number | Decimal | null
>

/** Ties break by id in the same direction; what has no such figure comes last in both. */
export function orderOf({ order_by = 'status', order_direction = 'DESC' }: SmartTradeFilter) {
  const sign = order_direction === 'ASC' ? 1 : -1
  const keyOf: (trade: TradeKeys) => number | Decimal | null = KEYS[order_by]
  return (a: TradeKeys, b: TradeKeys): number => {
    const [left, right] = [keyOf(a), keyOf(b)]
    const byId = sign * (Number(a.id) - Number(b.id))
    if (left === null || right === null) return left === right ? byId : left === null ? 1 : -1
    return sign * compareKeys(left, right) || byId
  }
}

const compareKeys = (a: number | Decimal, b: number | Decimal): number =>
  typeof a === 'number' || typeof b === 'number' ? Number(a) - Number(b) : compare(a, b)
