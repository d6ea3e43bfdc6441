import { compare, isPositive, multiply, roundToStep } from '#money/decimal.ts'
import { DOLLARS } from '#trading/dollars.ts'

import { Refusal } from '../../refusal.ts'
import type { Account } from './accounts.ts'
import { stopDcaBot } from '../dca-bots/dca-bots.ts'
import { freeBalance, marketPrice } from '../orders/place-orders.ts'
import { stopGridBot } from '../grid-bots/grid-bots.ts'
import { dollarPair } from '../market/quotes.ts'
import { freeOf } from './ledger.ts'
import { sellNow } from './loans.ts'
import { end } from '../smart-trades/smart-trade-close.ts'
import { closeNow, endEntry } from '../smart-trades/smart-trade-transitions.ts'
import { isOver } from '../smart-trades/smart-trade-record.ts'
import { haltOf, marketOn, tradedOn, type World } from '../world.ts'

/** Sells an account's coins for dollars and stops its bots and trades, as far as possible. */
export function sellAllToUsd(world: World, account: Account): void {
  if (account.marketType === 'futures') {
    throw new Refusal('unprocessable_entity', 'Only a spot or margin account can be sold to USD.')
  }
  stopEverything(world, account.id)
  for (const currency of world.ledger.currencies(freeOf(account.id))) {
    if (DOLLARS.has(currency)) continue
    const market = marketOn(world, account.exchange)
    const { pair = '' } = dollarPair(market, currency, world.meta.now) ?? {}
    const instrument = tradedOn(world, account.exchange, pair)
    if (!instrument) continue
    const units = roundToStep(freeBalance(world, account.id, currency), instrument.lot, 'down')
    const price = marketPrice(world, account.id, instrument.pair, 'sell', units)
    if (compare(multiply(units, price), instrument.minTotal) >= 0) {
      sellNow(world, account.id, instrument, units)
    }
  }
}

function stopEverything(world: World, account: number): void {
  for (const bot of world.gridBots.values()) {
    if (bot.accountId === account) stopGridBot(world, bot, 'stop_bot', 'at once')
  }
  for (const bot of world.dcaBots.values()) {
    const deals = haltOf(world, bot) === undefined ? 'close' : 'leave'
    if (bot.accountId === account) stopDcaBot(world, bot, { deals, pace: 'at once' })
  }
  for (const record of world.smartTrades.values()) {
    if (record.accountId !== account || isOver(record)) continue
    const isHeld = isPositive(record.entered.units)
    // A margin position keeps its loan until it can be closed.
    if (isHeld && haltOf(world, record) === undefined) closeNow(world, record, 'close', 'at once')
    else if (!isHeld || !record.loan) end(world, record, 'cancelled')
    else endEntry(world, record)
  }
}
