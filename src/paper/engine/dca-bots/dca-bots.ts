import type { ChartingSignal, DcaBotDraft, DealsAtStop } from '#contract/dca-bots.ts'
import type { Attributes } from '#contract/sentences.ts'
import { CANDLE_LENGTHS } from '#contract/market.ts'
import { ZERO } from '#money/decimal.ts'
import { judgeDcaBot } from '#trading/judge-dca-bot.ts'
import { fromSlashPair } from '#trading/pair.ts'

import { Refusal } from '../../refusal.ts'
import { uuidOf } from '../identifiers.ts'
import { type Signal, SIGNAL_INTERVALS } from '../market/signals.ts'
import type { Pace } from '../orders/fill-orders.ts'
import { haltOf, lastPriceOf, marketOf, takeId, tradedOn, type World } from '../world.ts'
import { addEvent, checkAgain, touchBot, WITHOUT_MONEY } from './dca-bot-changes.ts'
import type { DcaBotRecord, Deal } from './dca-bot-record.ts'
import { giveUpBases, openDeal } from './dca-deals.ts'
import { closeDeal } from './dca-deal-close.ts'
import { entrySide, isLongBot } from './dca-orders.ts'

/** In seconds: minimum between deals of a bot that opens as soon as it can. */
const BETWEEN_ASAP = 3_600

/** `secret`: for a bot that obeys alerts. */
export function createDcaBot(world: World, draft: DcaBotDraft, secret: string): DcaBotRecord {
  const { connection_id, pair: slashPair, ...settings } = draft
  const account = [...world.accounts.values()].find(
    ({ connectionId, mode }) => connectionId === connection_id && mode === world.meta.mode,
  )
  if (!account)
    throw new Refusal('forbidden', 'The connection is not one of the current user in this mode.')
  const pair = fromSlashPair(slashPair)
  const instrument = tradedOn(world, account.exchange, pair)
  if (!instrument) {
    throw invalid({ pair: [`${account.exchangeName} does not trade ${slashPair}.`] })
  }
  const { tick, lot, minTotal, fee } = instrument
  const { marketType } = account
  const price = lastPriceOf(world, account.id, pair)
  const place = { tick, lot, minTotal, fee, marketType, price }
  const problems = judgeDcaBot(draft, place)
  if (Object.keys(problems).length > 0) throw invalid(problems)
  const bot: DcaBotRecord = {
    id: uuidOf(world.meta.user, world.meta.seed, 'dca bot', takeId(world)),
    accountId: account.id,
    pair,
    settings,
    status: 'stopped',
    deals: [],
    dealsOpened: 0,
    dealsClosed: 0,
    profit: ZERO,
    orders: [],
    dueAt: null,
    coolsUntil: world.meta.now,
    webhookSecret: settings.start_condition === 'charting_signal' ? secret : null,
    nextEvent: 1,
    createdAt: world.meta.now,
    updatedAt: world.meta.now,
  }
  world.dcaBots.set(bot.id, bot)
  startDcaBot(world, bot)
  return bot
}

const invalid = (attributes: Attributes): Refusal =>
  new Refusal('record_invalid', 'The bot cannot be created with these settings.', attributes)

export function startDcaBot(world: World, bot: DcaBotRecord): void {
  if (bot.status === 'running') return
  bot.status = 'running'
  bot.obstacle = ''
  addEvent(world, bot, { type: 'started', message: 'Bot started' })
  checkAgain(world, bot, 0)
}

/** Stops a bot. Open deals, also without a fill, close now or continue to their own end. */
export function stopDcaBot(
  world: World,
  bot: DcaBotRecord,
  { deals, pace }: { deals: DealsAtStop; pace?: Pace },
): void {
  const closed = deals === 'close' ? bot.deals.slice() : []
  if (bot.status !== 'running' && closed.length === 0) return
  const wasStopped = bot.status === 'stopped'
  bot.status = 'stopped'
  bot.dueAt = null
  for (const deal of closed) closeDeal(world, bot, deal, 'close', pace)
  if (wasStopped) return
  addEvent(world, bot, {
    type: 'stopped',
    message: stopMessage(deals === 'leave' ? bot.deals : []),
  })
  touchBot(world, bot)
}

function stopMessage({ length: left }: readonly Deal[]): string {
  if (left === 0) return 'Bot stopped'
  return left === 1
    ? 'Bot stopped; 1 open deal runs on until it closes'
    : `Bot stopped; ${left} open deals run on until they close`
}

/** Opens a deal on request; returns the reason if it cannot. */
export function openDealNow(world: World, bot: DcaBotRecord): string | undefined {
  if (bot.status !== 'running') return 'The bot is not running.'
  const halt = haltOf(world, bot)
  if (halt !== undefined) return halt
  if (bot.deals.length >= bot.settings.max_active_trades) {
    return 'The bot already has its maximum of open deals.'
  }
  if (world.meta.now < bot.coolsUntil) return 'The pause after the last deal is not over.'
  return openDeal(world, bot)
}

export type SignalAction = ChartingSignal['action']

/** An alert on the side of the bot opens a deal; `close` and the other side close the open deals. */
export function onSignal(world: World, bot: DcaBotRecord, action: SignalAction): void {
  addEvent(world, bot, { type: 'signal', message: `Alert received: ${action}` })
  const isEntry = action === entrySide(bot)
  const obstacle = isEntry ? openDealNow(world, bot) : haltOf(world, bot)
  if (obstacle !== undefined) {
    addEvent(world, bot, { type: 'signal_ignored', message: obstacle })
  } else if (!isEntry) {
    for (const deal of bot.deals.slice()) closeDeal(world, bot, deal, 'close')
  }
  touchBot(world, bot)
}

/** Cancels expired base orders; opens a deal if the condition holds and another is allowed. */
export function onBotDue(world: World, bot: DcaBotRecord): void {
  giveUpBases(world, bot)
  if (bot.dueAt === null || bot.dueAt > world.meta.now || bot.status !== 'running') return
  bot.dueAt = null
  const {
    start_condition: condition,
    max_active_trades: most,
    cooldown_between_trades,
  } = bot.settings
  // A deal that closes makes the bot check again.
  if (bot.deals.length >= most) return
  switch (condition) {
    case 'asap': {
      const isOpened = tryDeal(world, bot)
      checkAgain(
        world,
        bot,
        isOpened ? Math.max(BETWEEN_ASAP, cooldown_between_trades) : WITHOUT_MONEY,
      )
      return
    }
    case 'rsi':
    case 'bollinger_bands':
    case 'macd': {
      const market = marketOf(world, bot.accountId)
      const says = world.signals.says(condition, market, bot.pair, world.meta.now, isLongBot(bot))
      const isOpened = says && tryDeal(world, bot)
      checkAgain(
        world,
        bot,
        untilNextCandle(world, condition, isOpened ? cooldown_between_trades : 0),
      )
      return
    }
    // Others open deals on request.
    case 'manual':
    case 'charting_signal':
  }
}

/** Opens a deal; reports an obstacle once, not with each retry. */
function tryDeal(world: World, bot: DcaBotRecord): boolean {
  const obstacle = openDeal(world, bot) ?? ''
  if (obstacle !== '' && obstacle !== bot.obstacle) {
    addEvent(world, bot, { type: 'order_failed', message: obstacle })
  }
  bot.obstacle = obstacle
  return obstacle === ''
}

/** Seconds until the close of the first candle that ends after a pause. */
function untilNextCandle(world: World, signal: Signal, pause: number): number {
  const interval = CANDLE_LENGTHS[SIGNAL_INTERVALS[signal]]
  const earliest = world.meta.now + pause * 1000
  const close = (Math.floor(earliest / interval) + 1) * interval
  return Math.ceil((close - world.meta.now) / 1000)
}
