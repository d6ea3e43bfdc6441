import type { Changes } from './engine.ts'
import { endedTradeOf } from './smart-trades/ended-trade.ts'
import { type World, touchMeta } from './world.ts'

/** What came about since the last call. Trades that are over leave memory with it. */
export function takeChanges(world: World): Changes {
  if (world.second) throw new Error('A part of a second is nothing to store')
  const { changes, smartTrades, ended } = world
  for (const trade of ended) {
    if (smartTrades.delete(trade.id)) changes.remove('smart_trade', String(trade.id))
    changes.end(endedTradeOf(world, trade))
  }
  ended.clear()
  // The moment alone is no change: it is worth storing with what came about by then.
  if (!changes.isEmpty) touchMeta(world)
  return changes.take()
}
