import type { DcaBotRecord, Deal } from './dca-bots/dca-bot-record.ts'
import { lacksLiquidation, watchLiquidation } from './dca-bots/dca-liquidation.ts'
import { lacksExits, protectPart } from './smart-trades/smart-trade-transitions.ts'
import type { SmartTradeRecord } from './smart-trades/smart-trade-record.ts'
import { type World, nextSecond } from './world.ts'

type Unprotected = {
  trades: SmartTradeRecord[]
  deals: { bot: DcaBotRecord; deal: Deal }[]
}

/** Entities that format 2 left without a liquidation or exits. */
const unprotected = (world: World): Unprotected => ({
  trades: [...world.smartTrades.values()].filter(lacksExits),
  deals: [...world.dcaBots.values()].flatMap((bot) =>
    bot.deals.filter((deal) => lacksLiquidation(bot, deal)).map((deal) => ({ bot, deal })),
  ),
})

/** Schedules the missing protection of an opened world for its next second. */
export function planProtection(world: World): void {
  const { trades, deals } = unprotected(world)
  if (trades.length + deals.length === 0) return
  world.agenda.push({ at: nextSecond(world), kind: 'protection', id: '' })
}

export function protectAll(world: World): void {
  const { trades, deals } = unprotected(world)
  for (const trade of trades) protectPart(world, trade)
  for (const { bot, deal } of deals) watchLiquidation(world, bot, deal)
}
