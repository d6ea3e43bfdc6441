import type { DcaBotRecord } from './dca-bot-record.ts'
import type { World } from '../world.ts'

/** Seconds until a bot tries again that could not pay. */
export const WITHOUT_MONEY = 3_600

export function touchBot(world: World, bot: DcaBotRecord): void {
  bot.updatedAt = world.meta.now
  world.changes.touch('dca_bot', bot.id, () => bot)
}

/** When the bot looks next whether to open a deal; at the next second at the soonest. */
export function lookAgain(world: World, bot: DcaBotRecord, seconds: number): void {
  if (bot.status !== 'running') return
  bot.dueAt = (Math.floor(world.meta.now / 1000) + Math.max(1, seconds)) * 1000
  world.agenda.push({ at: bot.dueAt, kind: 'dca_bot', id: bot.id })
  touchBot(world, bot)
}
