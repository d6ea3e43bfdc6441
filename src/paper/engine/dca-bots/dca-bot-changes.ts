import type { TradeEventKind } from '#contract/alerts.ts'
import type { DcaBotEventEntity } from '#contract/dca-bots.ts'
import { type Instant, asNumber } from '#contract/primitives.ts'
import type { Decimal } from '#money/decimal.ts'

import { recordEvent } from '../trade-events.ts'
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

/** Kinds of an event for subscribers; others are only in the bot's list. */
const KINDS: Readonly<Record<string, TradeEventKind[]>> = {
  started: ['bot_started'],
  stopped: ['bot_stopped'],
  completed: ['bot_stopped'],
  deal_opened: ['deal_opened'],
  base_order_filled: ['entry_filled'],
  safety_order_filled: ['entry_filled'],
  take_profit_filled: ['target_filled', 'deal_closed'],
  stop_loss_filled: ['stop', 'deal_closed'],
  deal_closed: ['deal_closed'],
  liquidated: ['liquidation', 'deal_closed'],
  order_failed: ['failed'],
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
  const { type, message, price, amount } = notification
  const kinds = KINDS[type] ?? []
  const subject = { ...bot, name: bot.settings.name }
  const figures = kinds.includes('deal_closed')
    ? { price, profit: amount }
    : { price, units: kinds.includes('deal_opened') ? undefined : amount }
  recordEvent(world, 'dca_bot', subject, kinds, lowerFirst(message), figures)
}

const lowerFirst = (words: string): string => words.slice(0, 1).toLowerCase() + words.slice(1)
