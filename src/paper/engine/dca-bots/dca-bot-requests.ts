import type {
  ChartingSignal,
  DcaBotEntity,
  DcaBotDetailEntity,
  DcaBotDraft,
  DcaBotWithSecretEntity,
  DealStart,
  DealsAtStop,
} from '#contract/dca-bots.ts'
import { asNumber } from '#contract/primitives.ts'
import { splitPair, toSlashPair } from '#trading/pair.ts'

import { allow, found, Refusal } from '../../refusal.ts'
import { uuidOf } from '../identifiers.ts'
import type { Past } from '../past.ts'
import { accountOf, haltOf, isInMode, type World } from '../world.ts'
import { addEvent } from './dca-bot-changes.ts'
import type { DcaBotRecord } from './dca-bot-record.ts'
import { dcaDealEntity } from './dca-deal-entity.ts'
import { createDcaBot, onSignal, openDealNow, startDcaBot, stopDcaBot } from './dca-bots.ts'

type Filter = {
  exchange?: string | undefined
  status?: string | undefined
  pair?: string | undefined
}

export function dcaBotRequests(world: World, past: Past) {
  const isOwn = (bot: DcaBotRecord): boolean => isInMode(world, bot)
  function botOf(id: string): DcaBotRecord {
    const bot = world.dcaBots.get(id)
    return found(bot && isOwn(bot) ? bot : undefined, 'DCA bot', id)
  }

  return {
    dcaBots: ({ exchange, status, pair }: Filter) =>
      [...world.dcaBots.values()]
        .filter(isOwn)
        .toSorted((a, b) => b.createdAt - a.createdAt)
        .map((bot) => dcaBotEntity(world, bot))
        .filter(
          (bot) =>
            (exchange === undefined || bot.exchange === exchange) &&
            (status === undefined || status === 'all' || bot.status === status) &&
            (pair === undefined || bot.pair === pair),
        ),
    dcaBot: async (id: string, withEvents: boolean) =>
      dcaBotDetailOf(world, past, botOf(id), withEvents),
    /** `secret` must be in alerts, for a bot that obeys them. */
    createDcaBot: (draft: DcaBotDraft, secret: string) =>
      dcaBotWithSecretOf(world, createDcaBot(world, draft, secret)),
    startDcaBot(id: string) {
      const bot = botOf(id)
      startDcaBot(world, bot)
      return dcaBotWithSecretOf(world, bot)
    },
    stopDcaBot(id: string, deals: DealsAtStop) {
      const bot = botOf(id)
      allow(deals === 'close' && bot.deals.length > 0 ? haltOf(world, bot) : undefined)
      stopDcaBot(world, bot, { deals })
      return dcaBotEntity(world, bot)
    },
    /** Each bot trades one pair, and a requested deal opens at once. */
    startDeal(id: string, { pair, start }: DealStart = {}) {
      const bot = botOf(id)
      const own = toSlashPair(bot.pair)
      const problems = {
        ...(pair !== undefined && pair !== own && { pair: [`This bot trades ${own}.`] }),
        ...(start === 'signals' && { start: ['A deal starts now: no signal is checked.'] }),
      }
      if (Object.keys(problems).length > 0) {
        throw new Refusal('record_invalid', 'No deal can be started this way.', problems)
      }
      allow(openDealNow(world, bot))
      return dcaBotEntity(world, bot)
    },
    /** Secret of a bot in either mode; undefined for a bot without alerts. */
    webhookSecret: (id: string) => world.dcaBots.get(id)?.webhookSecret ?? undefined,
    /** For a bot in either mode: an alert has no mode. */
    receiveSignal: (id: string, action: ChartingSignal['action']) =>
      onSignal(world, found(world.dcaBots.get(id), 'DCA bot', id), action),
    /** Adds a repeated signal to the events, and does nothing else. */
    repeatSignal: (id: string, action: ChartingSignal['action']) =>
      addEvent(world, found(world.dcaBots.get(id), 'DCA bot', id), {
        type: 'signal_ignored',
        message: `Same alert received again: ${action}. Ignored.`,
      }),
  }
}

/** A bot as in spec 2.4. */
export function dcaBotEntity(world: World, bot: DcaBotRecord): DcaBotEntity {
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
    total_trades: bot.dealsClosed + bot.deals.length,
    total_profit: asNumber(bot.profit),
    created_at: bot.createdAt,
    updated_at: bot.updatedAt,
    total_profit_currency: splitPair(bot.pair).quote,
    deals: bot.deals.map((deal) => dcaDealEntity(world, bot, deal)),
  }
}

/** Maximum of a bot's events, the newest. */
const MOST_EVENTS = 500

/** The entity, with events, newest first, on request. */
async function dcaBotDetailOf(
  world: World,
  past: Past,
  bot: DcaBotRecord,
  withEvents: boolean,
): Promise<DcaBotDetailEntity> {
  const entity = dcaBotEntity(world, bot)
  return withEvents ? { ...entity, events: await past.events(bot.id, MOST_EVENTS) } : entity
}

/** The entity with its webhook's secret, for a caller who may start the bot. */
const dcaBotWithSecretOf = (world: World, bot: DcaBotRecord): DcaBotWithSecretEntity => ({
  ...dcaBotEntity(world, bot),
  ...(bot.webhookSecret !== null && { webhook_secret: bot.webhookSecret }),
})
