import type { HistoricalTradeEntity } from '#contract/history.ts'

import type { Past } from '../past.ts'
import { recordOf } from '../smart-trades/smart-trade-list.ts'
import type { World } from '../world.ts'

type Source = HistoricalTradeEntity['source']

/**
 * Rows of the history with what their bots are called now and what is noted at their SmartTrades now:
 * both may be changed long after an order was recorded. A bot that is gone has no name.
 */
export async function withSources(
  world: World,
  past: Past,
  rows: readonly HistoricalTradeEntity[],
): Promise<HistoricalTradeEntity[]> {
  const known = new Map<string, Source>()
  for (const { source } of rows) {
    const key = keyOf(source)
    if (!known.has(key)) known.set(key, await described(world, past, source))
  }
  return rows.map((row) => ({ ...row, source: known.get(keyOf(row.source)) ?? row.source }))
}

const keyOf = ({ type, id }: Source): string => `${type} ${id}`

async function described(world: World, past: Past, source: Source): Promise<Source> {
  const { type, id } = source
  if (id === null) return source
  if (type === 'smart_trade') {
    const trade = world.smartTrades.get(Number(id)) ?? (await endedTrade(past, Number(id)))
    return trade ? { ...source, note: trade.note } : source
  }
  const bot =
    type === 'grid_bot'
      ? world.gridBots.get(Number(id))
      : type === 'dca_bot'
        ? world.dcaBots.get(id)?.settings
        : undefined
  return bot ? { ...source, name: bot.name } : source
}

async function endedTrade(past: Past, id: number) {
  const trade = await past.trade(id)
  return trade && recordOf(trade)
}
