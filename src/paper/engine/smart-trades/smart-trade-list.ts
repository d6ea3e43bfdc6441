import type { Id } from '#contract/primitives.ts'
import { type SmartTradeType, typeOfTrade } from '#contract/smart-trade-type.ts'
import type { SmartTradeEntity, SmartTradeFilter } from '#contract/smart-trades.ts'
import { compare, type Decimal, isNegative, ZERO } from '#money/decimal.ts'
import { thenBy } from '#money/numbers.ts'
import { splitPair } from '#trading/pair.ts'
import { groupOf, rankOf } from '#trading/smart-trade-group.ts'

import type { EndedTrade, Past } from '../past.ts'
import { readRecord } from '../record-shapes.ts'
import { accountOf, instrumentOf, isInMode, type World } from '../world.ts'
import { type Figures, figuresNow } from './figures-now.ts'
import { atPricesNow, smartTradeEntity } from './smart-trade-entity.ts'
import { profitOf } from './smart-trade-profit.ts'
import { type SmartTradeRecord, tradeStatus } from './smart-trade-record.ts'

const PER_PAGE = 10

/** A page of the mode's trades at current prices; reads only ended ones that may be on it. */
export function smartTradePages(world: World, past: Past) {
  const endedEntity = endedEntities(world)
  return async (filter: SmartTradeFilter): Promise<SmartTradeEntity[]> => {
    const { page = 1, per_page = PER_PAGE } = filter
    const { mode } = world.meta
    const first = (page - 1) * per_page
    const order = orderOf(filter)
    const figures = figuresNow(world)
    const alive: Row[] = [...world.smartTrades.values()]
      .filter((trade) => isInMode(world, trade))
      .map((trade) => ({
        keys: keysOf(world, trade, () => figures(trade.accountId, trade.pair).last),
        entity: () => smartTradeEntity(world, trade, figures(trade.accountId, trade.pair)),
      }))
      .filter(({ keys }) => isWanted(keys, filter))
    // Even if every open trade precedes the page, its closed ones begin at this row.
    const offset = Math.max(0, first - alive.length)
    const span = { offset, limit: first + per_page - offset }
    const trades = filter.status === 'active' ? [] : await past.trades({ ...filter, mode }, span)
    const ended: Row[] = trades.map((trade) => ({
      keys: trade,
      entity: () => endedEntity(trade, figures(trade.account, trade.pair)),
    }))
    // Entities are far slower to build than sort keys.
    return [...alive, ...ended]
      .toSorted((a, b) => order(a.keys, b.keys))
      .slice(first - offset, first - offset + per_page)
      .map(({ entity }) => entity())
  }
}

type Row = { keys: TradeKeys; entity: () => SmartTradeEntity }

/** Five pages of maximum length. */
const MOST_KEPT = 500

/** Caches the entities of recently listed ended trades. */
function endedEntities(world: World) {
  const kept = new Map<Id, { json: string; entity: SmartTradeEntity }>()
  return (trade: EndedTrade, figures: Figures): SmartTradeEntity => {
    const { id, json } = trade
    const found = kept.get(id)
    if (found?.json === json) return atPricesNow(found.entity, figures)
    const entity = smartTradeEntity(world, recordOf(trade), figures)
    const [oldest] = kept.keys()
    if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest)
    kept.set(id, { json, entity })
    return entity
  }
}

/** Returns true if a trade matches a filter, apart from mode and page. */
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

/** Ties break by id in the same direction; null keys come last. */
export function orderOf({ order_by = 'status', order_direction = 'DESC' }: SmartTradeFilter) {
  const sign = order_direction === 'ASC' ? 1 : -1
  const keyOf: (trade: TradeKeys) => number | Decimal | null = KEYS[order_by]
  return (a: TradeKeys, b: TradeKeys): number => {
    const [left, right] = [keyOf(a), keyOf(b)]
    const byId = sign * (Number(a.id) - Number(b.id))
    if (left === null || right === null) return left === right ? byId : left === null ? 1 : -1
    return thenBy(sign * compareKeys(left, right), byId)
  }
}

const compareKeys = (a: number | Decimal, b: number | Decimal): number =>
  typeof a === 'number' || typeof b === 'number' ? Number(a) - Number(b) : compare(a, b)

type TradeKeys = Omit<EndedTrade, 'json'>

/** `last`: price of the open units. The profit is computed on demand. */
function keysOf(world: World, trade: SmartTradeRecord, last: () => Decimal): TradeKeys {
  const status = tradeStatus(trade)
  const group = groupOf(status)
  const { base, quote } = splitPair(trade.pair)
  let known: SmartTradeEntity['profit'] | undefined
  const profit = (): SmartTradeEntity['profit'] =>
    (known ??= profitOf(trade, last(), instrumentOf(world, trade.pair)))
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
      // A simple trade that filled has no profit.
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

/** The stored form of an ended trade, which depends on no price. */
export const endedTradeOf = (world: World, trade: SmartTradeRecord): EndedTrade => ({
  ...keysOf(world, trade, () => ZERO),
  json: JSON.stringify(trade),
})

/** The record of an ended trade. Throws `DamagedRecord`. */
export const recordOf = ({ id, json }: EndedTrade): SmartTradeRecord =>
  readRecord('smart_trade', String(id), json)

const typeOf = ({ instant, skipEntry, side }: SmartTradeRecord): SmartTradeType =>
  typeOfTrade({ instant, skip_enter_step: skipEntry, position: { type: side } })
