import type { DcaBotEvent } from '#contract/dca-bots.ts'
import { asNumber } from '#contract/primitives.ts'
import type { Decimal } from '#money/decimal.ts'

import type { DcaBotRecord } from './dca-bot-record.ts'
import type { World } from '../world.ts'

type Notification = {
  type: string
  message: string
  price?: Decimal | null
  amount?: Decimal | null
}

/** Adds an event to the journal of a bot. */
export function addEvent(world: World, bot: DcaBotRecord, happening: Notification): void {
  const number = bot.nextEvent++
  const event: DcaBotEvent = {
    id: number,
    created_at: world.meta.now,
    type: happening.type,
    message: happening.message,
    price: happening.price ? asNumber(happening.price) : null,
    amount: happening.amount ? asNumber(happening.amount) : null,
  }
  world.changes.append({
    journal: 'events',
    at: event.created_at,
    json: JSON.stringify(event),
    bot: bot.id,
    number,
  })
}
