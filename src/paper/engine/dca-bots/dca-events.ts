import type { DcaBotEvent } from '#contract/dca-bots.ts'
import { asNumber } from '#contract/primitives.ts'
import type { Decimal } from '#money/decimal.ts'

import type { DcaBotRecord } from './dca-bot-record.ts'
import type { World } from '../world.ts'

type Happening = { type: string; message: string; price?: Decimal | null; amount?: Decimal | null }

/** Adds an event to a bot's own list and to the journal. */
export function addEvent(world: World, bot: DcaBotRecord, happening: Happening): void {
  const event: DcaBotEvent = {
    id: bot.nextEvent++,
    created_at: world.meta.now,
    type: happening.type,
    message: happening.message,
    price: happening.price ? asNumber(happening.price) : null,
    amount: happening.amount ? asNumber(happening.amount) : null,
  }
  keepEvent(world, bot.id, event)
  world.changes.append('events', event.created_at, { bot: bot.id, event })
}

export function keepEvent(world: World, botId: string, event: DcaBotEvent): void {
  const events = world.events.get(botId)
  if (events) events.push(event)
  else world.events.set(botId, [event])
}
