import type { ChartingSignal, DcaBotDraft, DealsAtStop } from '#contract/dca-bots.ts'

import { allow, found } from '../../refusal.ts'
import type { Past } from '../past.ts'
import { type World, isInMode } from '../world.ts'
import { dcaBotDetailOf, dcaBotEntity, dcaBotWithSecretOf } from './dca-bot-entity.ts'
import type { DcaBotRecord } from './dca-bot-record.ts'
import { createDcaBot, onSignal, openDealNow, startDcaBot, stopDcaBot } from './dca-control.ts'

type Filter = {
  exchange?: string | undefined
  status?: string | undefined
  pair?: string | undefined
}

/** What a caller may ask about DCA bots. */
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
    /** `secret` is what alerts will have to know, for a bot that obeys them. */
    createDcaBot: (draft: DcaBotDraft, secret: string) =>
      dcaBotWithSecretOf(world, createDcaBot(world, draft, secret)),
    startDcaBot(id: string) {
      const bot = botOf(id)
      startDcaBot(world, bot)
      return dcaBotWithSecretOf(world, bot)
    },
    /** A stopped bot stays as it is. */
    stopDcaBot(id: string, deals: DealsAtStop) {
      const bot = botOf(id)
      if (bot.status !== 'stopped') stopDcaBot(world, bot, { deals })
      return dcaBotEntity(world, bot)
    },
    startDeal(id: string) {
      const bot = botOf(id)
      allow(openDealNow(world, bot))
      return dcaBotEntity(world, bot)
    },
    /** Of a bot in either mode; undefined for one that obeys no alerts. */
    webhookSecret: (id: string) => world.dcaBots.get(id)?.webhookSecret ?? undefined,
    /** For a bot in either mode: an alert knows no mode. */
    receiveSignal: (id: string, action: ChartingSignal['action']) =>
      onSignal(world, found(world.dcaBots.get(id), 'DCA bot', id), action),
  }
}
