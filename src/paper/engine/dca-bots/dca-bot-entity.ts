import type { DcaBot, DcaBotDetail, DcaBotWithSecret } from '#contract/dca-bots.ts'
import { asNumber } from '#contract/primitives.ts'
import { splitPair, toSlashPair } from '#trading/pair.ts'

import type { DcaBotRecord } from './dca-bot-record.ts'
import { uuidOf } from '../identifiers.ts'
import type { Past } from '../past.ts'
import { type World, accountOf } from '../world.ts'

/** A bot as spec 2.4 shows it. */
export function dcaBotEntity(world: World, bot: DcaBotRecord): DcaBot {
  const account = accountOf(world, bot.accountId)
  return {
    id: bot.id,
    user_id: uuidOf(world.meta.user, world.meta.seed, 'user'),
    connection_id: account.connectionId,
    exchange: account.exchange,
    pair: toSlashPair(bot.pair),
    quote_currency: splitPair(bot.pair).quote,
    ...bot.settings,
    status: bot.status,
    active_trades: bot.deals.length,
    total_trades: bot.dealsOpened,
    total_profit: asNumber(bot.profit),
    created_at: bot.createdAt,
    updated_at: bot.updatedAt,
  }
}

/** The newest of a bot's events; it may have had more. */
const MOST_EVENTS = 500

/** The entity, and its events newest first when they are asked for. */
export async function dcaBotDetailOf(
  world: World,
  past: Past,
  bot: DcaBotRecord,
  withEvents: boolean,
): Promise<DcaBotDetail> {
  const entity = dcaBotEntity(world, bot)
  return withEvents ? { ...entity, events: await past.events(bot.id, MOST_EVENTS) } : entity
}

/** The entity, and the secret of its webhook for whoever may start the bot. */
export const dcaBotWithSecretOf = (world: World, bot: DcaBotRecord): DcaBotWithSecret => ({
  ...dcaBotEntity(world, bot),
  ...(bot.webhookSecret !== null && { webhook_secret: bot.webhookSecret }),
})
