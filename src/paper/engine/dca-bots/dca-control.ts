import type { DcaBotDraft } from '#contract/dca-bots.ts'
import { ZERO, isPositive } from '#money/decimal.ts'
import { fromSlashPair } from '#trading/pair.ts'

import { Refusal } from '../../refusal.ts'
import type { DcaBotRecord } from './dca-bot-record.ts'
import { closeDeal, lookAgain, openDeal, touchBot } from './dca-bots.ts'
import { addEvent } from './dca-events.ts'
import { isLongBot } from './dca-orders.ts'
import { uuidOf } from '../identifiers.ts'
import { INTERVALS } from '../market/quotes.ts'
import { SIGNAL_INTERVALS, type Signal } from '../market/signals.ts'
import { type World, takeId } from '../world.ts'

/** Further deals of a bot that opens as soon as it can are an hour apart at the least. */
const BETWEEN_ASAP = 3_600
const WITHOUT_MONEY = 3_600

export function createDcaBot(world: World, draft: DcaBotDraft): DcaBotRecord {
  const { connection_id, pair: slashPair, ...settings } = draft
  const account = [...world.accounts.values()].find(
    ({ connectionId, mode }) => connectionId === connection_id && mode === world.meta.mode,
  )
  if (!account)
    throw new Refusal('forbidden', 'The connection is not one of the current user in this mode.')
  const pair = fromSlashPair(slashPair)
  if (!world.market.instrument(pair)) {
    throw invalid('pair', `${account.exchangeName} does not trade ${slashPair}.`)
  }
  const isSpot = account.marketType === 'spot'
  if (settings.strategy === 'Short' && isSpot)
    throw invalid('strategy', 'A spot account cannot sell what it does not have.')
  if ((settings.market_type === 'futures') === isSpot) {
    throw invalid('market_type', `${account.label} is a ${account.marketType} account.`)
  }
  for (const path of ['base_order_size', 'take_profit_pct'] as const) {
    if (!isPositive(settings[path])) throw invalid(path, 'This must be more than 0.')
  }
  const bot: DcaBotRecord = {
    id: uuidOf(world.meta.user, world.meta.seed, 'dca bot', takeId(world)),
    accountId: account.id,
    pair,
    settings,
    status: 'stopped',
    deals: [],
    dealsOpened: 0,
    profit: ZERO,
    orders: [],
    dueAt: null,
    nextEvent: 1,
    createdAt: world.meta.now,
    updatedAt: world.meta.now,
  }
  world.dcaBots.set(bot.id, bot)
  startDcaBot(world, bot)
  return bot
}

const invalid = (path: string, sentence: string): Refusal =>
  new Refusal('record_invalid', 'The bot cannot be set up like this.', { [path]: [sentence] })

export function startDcaBot(world: World, bot: DcaBotRecord): void {
  if (bot.status === 'running') return
  bot.status = 'running'
  addEvent(world, bot, { type: 'started', message: 'Bot started' })
  lookAgain(world, bot, 0)
}

/** Closes what is open, takes every order back and opens nothing more. */
export function stopDcaBot(world: World, bot: DcaBotRecord): void {
  if (bot.status !== 'running' && bot.deals.length === 0) return
  bot.status = 'stopped'
  bot.dueAt = null
  for (const deal of bot.deals.slice()) closeDeal(world, bot, deal, 'close')
  addEvent(world, bot, { type: 'stopped', message: 'Bot stopped' })
  touchBot(world, bot)
}

/** Opens a deal when the bot's condition holds and there is room for one. */
export function onBotDue(world: World, bot: DcaBotRecord): void {
  if (bot.dueAt === null || bot.dueAt > world.meta.now || bot.status !== 'running') return
  bot.dueAt = null
  const {
    start_condition: condition,
    max_active_trades: most,
    cooldown_between_trades,
  } = bot.settings
  // A deal that closes makes the bot look again.
  if (bot.deals.length >= most) return
  switch (condition) {
    case 'asap': {
      const isOpened = openDeal(world, bot)
      lookAgain(
        world,
        bot,
        isOpened ? Math.max(BETWEEN_ASAP, cooldown_between_trades) : WITHOUT_MONEY,
      )
      return
    }
    case 'rsi':
    case 'bollinger_bands':
    case 'macd': {
      const says = world.signals.says(condition, bot.pair, world.meta.now, isLongBot(bot))
      const isOpened = says && openDeal(world, bot)
      lookAgain(
        world,
        bot,
        untilNextCandle(world, condition, isOpened ? cooldown_between_trades : 0),
      )
      return
    }
    // Deals of the others are opened from outside.
    case 'manual':
    case 'charting_signal':
  }
}

/** Seconds until the close of the first candle that ends after a pause. */
function untilNextCandle(world: World, signal: Signal, pause: number): number {
  const interval = INTERVALS[SIGNAL_INTERVALS[signal]] ?? 60_000
  const earliest = world.meta.now + pause * 1000
  const close = (Math.floor(earliest / interval) + 1) * interval
  return Math.ceil((close - world.meta.now) / 1000)
}
