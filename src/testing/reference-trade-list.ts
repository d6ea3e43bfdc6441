import type { SmartTradeEntity, SmartTradeFilter } from '#contract/smart-trades.ts'
import { type Decimal, compare, isNegative } from '#money/decimal.ts'
import type { Changes } from '#paper/engine/changes.ts'
import { smartTradeEntity } from '#paper/engine/smart-trades/smart-trade-entity.ts'
import type { SmartTradeRecord } from '#paper/engine/smart-trades/smart-trade-record.ts'
import type { World } from '#paper/engine/world.ts'
import { groupOf, rankOf } from '#trading/smart-trade-group.ts'

/** Every trade that was ever stored, alive or over, as the service shows it now. */
export function everyTrade(world: World, { stored, ended }: Changes): SmartTradeEntity[] {
  const alive = stored.filter(({ kind }) => kind === 'smart_trade')
  return [...alive, ...ended].map(({ json }) =>
    smartTradeEntity(world, JSON.parse(json) as SmartTradeRecord),
  )
}

/** A page of the list, chosen and sorted by the entities themselves. */
export function referencePage(
  trades: readonly SmartTradeEntity[],
  filter: SmartTradeFilter,
): SmartTradeEntity[] {
  const { page = 1, per_page = 10, order_by = 'status', order_direction = 'DESC' } = filter
  const sign = order_direction === 'ASC' ? 1 : -1
  return trades
    .filter((trade) => isMeant(trade, filter))
    .toSorted((a, b) => {
      const [left, right] = [figureOf(a, order_by), figureOf(b, order_by)]
      const ties = sign * (Number(a.id) - Number(b.id))
      if (left === null && right === null) return ties
      if (left === null || right === null) return left === null ? 1 : -1
      return sign * ordered(left, right) || ties
    })
    .slice((page - 1) * per_page, page * per_page)
}

function isMeant(trade: SmartTradeEntity, filter: SmartTradeFilter): boolean {
  const { account_id, pair, base, quote, from, to, type, status } = filter
  const [quoteOf, baseOf] = trade.pair.split('_')
  const { volume } = trade.profit
  const group = groupOf(trade.status)
  return (
    [account_id ?? trade.account.id, trade.account.id].every((id) => id === trade.account.id) &&
    (pair ?? trade.pair) === trade.pair &&
    (base ?? baseOf) === baseOf &&
    (quote ?? quoteOf) === quoteOf &&
    trade.data.created_at >= (from ?? -Infinity) &&
    trade.data.created_at <= (to ?? Infinity) &&
    (type ?? trade.data.type) === trade.data.type &&
    (status === undefined ||
      status === 'all' ||
      status === group ||
      (status.startsWith('successfully') &&
        group === 'finished' &&
        (volume === null || !isNegative(volume))))
  )
}

function figureOf(
  { data, status, profit }: SmartTradeEntity,
  by: NonNullable<SmartTradeFilter['order_by']>,
): number | Decimal | null {
  if (by === 'created_at') return data.created_at
  if (by === 'updated_at') return data.updated_at
  if (by === 'closed_at') return data.closed_at ?? null
  if (by === 'status') return rankOf(status)
  if (by === 'profit') return profit.usd
  return profit.volume === null ? null : profit.percent
}

const ordered = (a: number | Decimal, b: number | Decimal): number =>
  typeof a === 'number' || typeof b === 'number' ? Number(a) - Number(b) : compare(a, b)
