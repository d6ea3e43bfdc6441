import type { GridBotDraft } from '#contract/grid-bots.ts'
import type { Id } from '#contract/primitives.ts'

import { found } from '../../refusal.ts'
import { type World, isInMode } from '../world.ts'
import { createGridBot } from './grid-bot-create.ts'
import { gridBotEntity, requiredBalancesOf } from './grid-bot-entity.ts'
import type { GridBotRecord } from './grid-bot-record.ts'
import { startGridBot, stopGridBot } from './grid-bots.ts'

/** What a caller may ask about grid bots. */
export function gridBotRequests(world: World) {
  const isOwn = (bot: GridBotRecord): boolean => isInMode(world, bot)
  function botOf(id: Id): GridBotRecord {
    const bot = world.gridBots.get(id)
    return found(bot && isOwn(bot) ? bot : undefined, 'grid bot', id)
  }

  return {
    gridBots: () =>
      [...world.gridBots.values()].filter(isOwn).map((bot) => gridBotEntity(world, bot)),
    gridBot: (id: Id) => gridBotEntity(world, botOf(id)),
    requiredBalances: (id: Id) => requiredBalancesOf(world, botOf(id)),
    createGridBot: (draft: GridBotDraft) => gridBotEntity(world, createGridBot(world, draft)),
    startGridBot(id: Id) {
      const bot = botOf(id)
      startGridBot(world, bot)
      return gridBotEntity(world, bot)
    },
    stopGridBot(id: Id) {
      const bot = botOf(id)
      stopGridBot(world, bot)
      return gridBotEntity(world, bot)
    },
  }
}
