import { CANDLE_LENGTHS, MAX_CANDLES } from '#contract/market.ts'
import type { Id } from '#contract/primitives.ts'

import { Refusal, allow } from '../refusal.ts'
import { type Account, connectionOf, listedOf } from './balances/accounts.ts'
import { advance, shareCaughtUp } from './advance.ts'
import { balanceTable } from './balances/balance-table.ts'
import { dcaBotDetailOf, dcaBotEntity, dcaBotWithSecretOf } from './dca-bots/dca-bot-entity.ts'
import {
  createDcaBot,
  onSignal,
  openDealNow,
  startDcaBot,
  stopDcaBot,
} from './dca-bots/dca-control.ts'
import type { Engine } from './engine.ts'
import { createGridBot } from './grid-bots/grid-bot-create.ts'
import { gridBotEntity, requiredBalancesOf } from './grid-bots/grid-bot-entity.ts'
import { startGridBot, stopGridBot } from './grid-bots/grid-bots.ts'
import { sellAllToUsd } from './balances/liquidation.ts'
import { candlesOf, marketQuotes } from './market/quotes.ts'
import { touchTrade } from './smart-trades/smart-trade-close.ts'
import { refuseTrading } from './refuse-trading.ts'
import { createSmartTrade } from './smart-trades/smart-trade-create.ts'
import { smartTradeEntity } from './smart-trades/smart-trade-entity.ts'
import { recordOf } from './smart-trades/ended-trade.ts'
import { askToCancel, askToClose } from './smart-trades/smart-trade-ending.ts'
import { smartTradePage } from './smart-trades/smart-trade-list.ts'
import type { SmartTradeRecord } from './smart-trades/smart-trade-record.ts'
import { balancePoints } from './balances/valuation.ts'
import type { Past } from './past.ts'
import { takeChanges } from './take-changes.ts'
import { type World, setMode } from './world.ts'

/** The engine over a world: what handlers may ask of it, and nothing else. */
export function createEngine(world: World, past: Past): Engine {
  const accounts = (): Account[] =>
    [...world.accounts.values()].filter(({ mode }) => mode === world.meta.mode)
  const obstacle = () => world.trouble ?? sentenceOf(shareCaughtUp(world))
  const circumstances = () => ({ now: world.meta.now, trouble: obstacle() })
  const accountIds = (): Set<Id> => new Set(accounts().map(({ id }) => id))
  const tradeOf = async (id: Id): Promise<SmartTradeRecord> =>
    found(owned(world.smartTrades.get(id) ?? (await endedTrade(past, id))), 'SmartTrade', id)
  const gridOf = (id: Id) => found(owned(world.gridBots.get(id)), 'grid bot', id)
  const dcaOf = (id: string) => found(owned(world.dcaBots.get(id)), 'DCA bot', id)

  /** Things on accounts of the other mode are as good as absent. */
  function owned<T extends { accountId: number }>(thing: T | undefined): T | undefined {
    return thing && accountIds().has(thing.accountId) ? thing : undefined
  }
  const scopeOf = (id: string): Account[] => {
    if (id === 'summary') return accounts()
    const account = accounts().find(({ connectionId }) => connectionId === id)
    return [found(account, 'exchange connection', id)]
  }

  const engine: Engine = {
    get mode() {
      return world.meta.mode
    },
    get trouble() {
      return world.trouble
    },
    get now() {
      return world.meta.now
    },
    get shareCaughtUp() {
      return shareCaughtUp(world)
    },
    smartTrades: async (filter) => smartTradePage(world, past, accountIds(), filter),
    smartTrade: async (id) => smartTradeEntity(world, await tradeOf(id)),
    gridBots: () =>
      [...world.gridBots.values()].filter(owned).map((bot) => gridBotEntity(world, bot)),
    gridBot: (id) => gridBotEntity(world, gridOf(id)),
    requiredBalances: (id) => requiredBalancesOf(world, gridOf(id)),
    dcaBots: ({ exchange, status, pair }) =>
      [...world.dcaBots.values()]
        .filter(owned)
        .toSorted((a, b) => b.createdAt - a.createdAt)
        .map((bot) => dcaBotEntity(world, bot))
        .filter(
          (bot) =>
            (exchange === undefined || bot.exchange === exchange) &&
            (status === undefined || status === 'all' || bot.status === status) &&
            (pair === undefined || bot.pair === pair),
        ),
    dcaBot: async (id, withEvents) => dcaBotDetailOf(world, past, dcaOf(id), withEvents),
    exchanges: () => accounts().map((account) => listedOf(account, circumstances())),
    balanceHistory: async (id, from, to) =>
      balancePoints(
        world,
        past,
        scopeOf(id).map((account) => account.id),
        { from, to },
      ),
    balanceTable: (id) => balanceTable(world, scopeOf(id)),
    history: async (filter) => past.history({ ...filter, mode: world.meta.mode }),
    pairs() {
      // Every exchange of this world trades the same pairs at the same prices.
      const exchanges = Array.from(new Set(accounts().map(({ exchange }) => exchange)))
      return world.market.instruments.flatMap((instrument) => {
        const quotes = marketQuotes(world.market, instrument, world.meta.now)
        return exchanges.map((exchange) => ({ ...quotes, exchange }))
      })
    },
    candles({ pair, interval, from, to }) {
      const instrument = found(world.market.instrument(pair), 'pair', pair)
      const length = CANDLE_LENGTHS[interval]
      const span = { from, to, now: world.meta.now, most: MAX_CANDLES }
      return candlesOf(world.market, instrument, length, span)
    },

    createSmartTrade: (draft) => smartTradeEntity(world, createSmartTrade(world, draft)),
    async setSmartTradeNote(id, note) {
      const trade = await tradeOf(id)
      trade.noteRaw = note
      trade.note = note.trim()
      touchTrade(world, trade)
      return smartTradeEntity(world, trade)
    },
    async cancelSmartTrade(id) {
      const trade = await tradeOf(id)
      askToCancel(world, trade)
      return smartTradeEntity(world, trade)
    },
    async closeSmartTrade(id) {
      const trade = await tradeOf(id)
      askToClose(world, trade)
      return smartTradeEntity(world, trade)
    },
    stopGridBot(id) {
      const bot = gridOf(id)
      stopGridBot(world, bot)
      return gridBotEntity(world, bot)
    },
    startGridBot(id) {
      const bot = gridOf(id)
      startGridBot(world, bot)
      return gridBotEntity(world, bot)
    },
    createGridBot: (draft) => gridBotEntity(world, createGridBot(world, draft)),
    startDcaBot(id) {
      const bot = dcaOf(id)
      startDcaBot(world, bot)
      return dcaBotWithSecretOf(world, bot)
    },
    stopDcaBot(id, deals) {
      const bot = dcaOf(id)
      if (bot.status !== 'stopped') stopDcaBot(world, bot, { deals })
      return dcaBotEntity(world, bot)
    },
    createDcaBot: (draft, secret) => dcaBotWithSecretOf(world, createDcaBot(world, draft, secret)),
    startDeal(id) {
      const bot = dcaOf(id)
      allow(openDealNow(world, bot))
      return dcaBotEntity(world, bot)
    },
    webhookSecret: (id) => world.dcaBots.get(id)?.webhookSecret ?? undefined,
    signal: (id, action) => onSignal(world, found(world.dcaBots.get(id), 'DCA bot', id), action),
    sellAllToUsd(connectionId) {
      if (connectionId === 'summary') throw absent('exchange connection', connectionId)
      const [account] = scopeOf(connectionId)
      const sold = found(account, 'exchange connection', connectionId)
      sellAllToUsd(world, sold)
      return connectionOf(sold, circumstances())
    },
    setMode: (mode) => setMode(world, mode),

    advance: (to, enough, cutsSeconds) => advance(world, to, enough, cutsSeconds),
    get isWithinSecond() {
      return world.second !== undefined
    },
    takeChanges: () => takeChanges(world),
  }
  refuseTrading(engine, obstacle)
  return engine
}

async function endedTrade(past: Past, id: Id): Promise<SmartTradeRecord | undefined> {
  const trade = await past.trade(id)
  return trade && recordOf(trade)
}

const sentenceOf = (share: number | undefined): string | undefined =>
  share === undefined
    ? undefined
    : `The world is catching up with the time that has passed: ${Math.floor(share * 100)} %. Trading goes on when it is there.`

const absent = (what: string, id: string | number): Refusal =>
  new Refusal('not_found', `There is no ${what} ${id}.`)

function found<T>(thing: T | undefined, what: string, id: string | number): T {
  if (thing === undefined) throw absent(what, id)
  return thing
}
