import type { HistoricalTradeEntity } from '#contract/history.ts'

import { isLongBot } from '../dca-bots/dca-orders.ts'
import type { Past, HistoryRecord } from '../past.ts'
import { recordOf } from '../smart-trades/smart-trade-list.ts'
import { accountOf, type World } from '../world.ts'

type Source = HistoricalTradeEntity['source']

/** The trade or bot of a row; `isPosition`: leveraged rather than coins. */
type Owner = { source: Source; isPosition: boolean }

/** Adds the current bot name or trade note, which can change after the order. No name if gone. */
export async function withSources(
  world: World,
  past: Past,
  rows: readonly HistoryRecord[],
): Promise<HistoricalTradeEntity[]> {
  const owners = new Map<string, Owner>()
  for (const row of rows) {
    const key = keyOf(row)
    if (!owners.has(key)) owners.set(key, await ownerOf(world, past, row))
  }
  return rows.map((row) => {
    const { source, isPosition } = owners.get(keyOf(row)) ?? {
      source: row.source,
      isPosition: false,
    }
    const market_type = isPosition ? accountOf(world, Number(row.account_id)).marketType : 'spot'
    const { type } = row.order
    const isCharge = type === 'interest' || type === 'funding'
    return {
      ...row,
      kind: isCharge ? type : 'order',
      market_type,
      order: isCharge ? null : row.order,
      source,
    }
  })
}

const keyOf = ({ account_id, source: { type, id } }: HistoryRecord): string =>
  `${type} ${id} ${account_id}`

async function ownerOf(
  world: World,
  past: Past,
  { account_id, source }: HistoryRecord,
): Promise<Owner> {
  const { type, id } = source
  const isFutures = accountOf(world, Number(account_id)).marketType === 'futures'
  if (id === null) return { source, isPosition: false }
  if (type === 'smart_trade') {
    const trade = world.smartTrades.get(Number(id)) ?? (await endedTrade(past, Number(id)))
    return trade
      ? { source: { ...source, note: trade.note }, isPosition: trade.leverage !== null }
      : { source, isPosition: isFutures }
  }
  if (type === 'grid_bot') {
    const bot = world.gridBots.get(Number(id))
    return bot
      ? { source: { ...source, name: bot.name }, isPosition: bot.leverage !== null }
      : { source, isPosition: isFutures }
  }
  const bot = world.dcaBots.get(id)
  // On margin, a long deal buys coins with the account's own money.
  return bot
    ? { source: { ...source, name: bot.settings.name }, isPosition: isFutures || !isLongBot(bot) }
    : { source, isPosition: isFutures }
}

async function endedTrade(past: Past, id: number) {
  const trade = await past.trade(id)
  return trade && recordOf(trade)
}
