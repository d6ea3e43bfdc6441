import { type AlertDraft, alertFaults } from '#contract/alerts.ts'
import type { Instant } from '#contract/primitives.ts'
import type { Attributes } from '#contract/sentences.ts'
import {
  type AlertReading,
  drawdownReading,
  fires,
  isMet,
  latestFrom,
  PEAK_RANGE,
  priceReading,
  rangeReading,
  stopReading,
  withLatest,
} from '#trading/alerts.ts'
import { balanceColumns } from '#trading/balance-flow.ts'
import { groupOf } from '#trading/smart-trade-group.ts'

import type { Engine } from '../engine/engine.ts'
import { Refusal } from '../refusal.ts'
import type { Kept } from './kept-alert.ts'

/** The last reading of an alert, and its moment. */
export type Baseline = { at: Instant; reading: AlertReading | undefined }

/** `undefined` if the user's mode has no such entity. */
async function ifThere<T>(read: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** The current reading of an alert; `undefined` if unknown. */
export async function readingOf(
  { entity, mode }: Kept,
  engine: Engine,
): Promise<AlertReading | undefined> {
  const { kind, pair, exchange, trade_id: tradeId, bot_id: botId } = entity
  if (kind === 'price') return priceReading(engine.lastPrice(pair ?? '', exchange))
  if (engine.mode !== mode || kind === 'trade_events') return undefined
  if (kind === 'stop_distance') {
    const trade = await ifThere(() => engine.smartTrade(Number(tradeId)))
    return trade && stopReading(trade)
  }
  if (kind === 'out_of_range') {
    const bot = await ifThere(() => engine.gridBot(Number(botId)))
    return bot && rangeReading(bot)
  }
  const { now: to } = engine
  const [month, latest] = await Promise.all([
    engine.balanceHistory('summary', to - PEAK_RANGE, to),
    engine.balanceHistory('summary', latestFrom(to), to),
  ])
  return drawdownReading(withLatest(balanceColumns(month), balanceColumns(latest)), 'since_last')
}

/** When an alert fires after `before`; `undefined` if it does not. */
export async function crossingOf(
  { entity }: Kept,
  engine: Engine,
  before: Baseline,
  reading: AlertReading | undefined,
): Promise<Instant | undefined> {
  const { kind, pair, exchange, level, bot_id: botId } = entity
  if (kind === 'price' && pair !== null && level !== null) {
    return engine.firstCrossing(pair, exchange, entity.direction ?? 'above', level, before.at)
  }
  if (fires({ ...entity, every_time: true }, before.reading, reading, engine.now)) return engine.now
  if (kind !== 'out_of_range' || reading || isMet(entity, before.reading) !== false)
    return undefined
  // The bot's own stop may have ended it between two ticks.
  const bot = await ifThere(() => engine.gridBot(Number(botId)))
  if (!bot?.pair || !before.reading?.range) return undefined
  const { lower, upper } = before.reading.range
  const account = engine.exchanges().find(({ account_id: id }) => id === bot.account_id)
  const place = account?.exchange ?? null
  return (
    engine.firstCrossing(bot.pair, place, 'below', lower, before.at) ??
    engine.firstCrossing(bot.pair, place, 'above', upper, before.at)
  )
}

/** Returns true if the trade of an alert has ended. */
export async function isOver({ entity, mode }: Kept, engine: Engine): Promise<boolean> {
  if (engine.mode !== mode) return false
  const trade = await ifThere(() => engine.smartTrade(Number(entity.trade_id)))
  return trade !== undefined && groupOf(trade.status) !== 'active'
}

/** Faults of an alert by member, in the world of now. */
export async function draftFaults(draft: AlertDraft, engine: Engine): Promise<Attributes> {
  const { kind, pair, exchange = null, trade_id: tradeId, bot_id: botId } = draft
  const { dca_bot_id: dcaBotId, account_id: accountId } = draft
  const faults: Attributes = alertFaults(draft)
  if (kind === 'price' && pair !== undefined && !engine.lastPrice(pair, exchange)) {
    faults['pair'] = ['This pair is not traded here.']
  }
  const isOfTrade = kind === 'stop_distance' || kind === 'trade_events'
  if (isOfTrade && tradeId !== undefined) {
    const trade = await ifThere(() => engine.smartTrade(Number(tradeId)))
    if (!trade) faults['trade_id'] = [`There is no SmartTrade ${tradeId}.`]
    else if (groupOf(trade.status) !== 'active') {
      faults['trade_id'] = [`SmartTrade ${tradeId} has ended.`]
    }
  }
  if ((kind === 'out_of_range' || kind === 'trade_events') && botId !== undefined) {
    const bot = await ifThere(() => engine.gridBot(Number(botId)))
    if (!bot) faults['bot_id'] = [`There is no grid bot ${botId}.`]
  }
  if (dcaBotId !== undefined && !(await ifThere(() => engine.dcaBot(dcaBotId, false)))) {
    faults['dca_bot_id'] = [`There is no DCA bot ${dcaBotId}.`]
  }
  if (accountId !== undefined && !engine.exchanges().some((one) => one.account_id === accountId)) {
    faults['account_id'] = [`There is no account ${accountId}.`]
  }
  return faults
}
