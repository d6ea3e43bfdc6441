import type { DcaBotEventEntity } from '#contract/dca-bots.ts'
import { type Instant, asNumber } from '#contract/primitives.ts'
import type { Decimal } from '#money/decimal.ts'

import type { World } from '../world.ts'
import type { DcaBotRecord } from './dca-bot-record.ts'

/** In seconds: retry interval of a bot that could not pay. */
export const WITHOUT_MONEY = 3_600

export function touchBot(world: World, bot: DcaBotRecord): void {
  bot.updatedAt = world.meta.now
  world.changes.touch('dca_bot', bot.id, () => bot)
}

export const secondsFromNow = ({ meta }: World, seconds: number): Instant =>
  (Math.floor(meta.now / 1000) + seconds) * 1000

/** Schedules the next check, from the next second and after the cooldown. */
export function checkAgain(world: World, bot: DcaBotRecord, seconds: number): void {
  if (bot.status !== 'running') return
  bot.dueAt = Math.max(secondsFromNow(world, Math.max(1, seconds)), bot.coolsUntil)
  world.agenda.push({ at: bot.dueAt, kind: 'dca_bot', id: bot.id })
  touchBot(world, bot)
}

type Notification = {
  type: string
  message: string
  price?: Decimal | null
  amount?: Decimal | null
}

export function addEvent(world: World, bot: DcaBotRecord, notification: Notification): void {
  const number = bot.nextEvent++
  const event: DcaBotEventEntity = {
    id: number,
    created_at: world.meta.now,
    type: notification.type,
    message: notification.message,
    price: notification.price ? asNumber(notification.price) : null,
    amount: notification.amount ? asNumber(notification.amount) : null,
  }
  world.changes.append({
    journal: 'events',
    at: event.created_at,
    json: JSON.stringify(event),
    bot: bot.id,
    number,
  })
}
