import { type Decimal, compare, isPositive, multiply, roundToStep } from '#money/decimal.ts'
import { fillOf } from '#trading/fees.ts'
import { DOLLARS } from '#trading/dollars.ts'

import { Refusal } from '../../refusal.ts'
import type { Account } from './accounts.ts'
import { stopDcaBot } from '../dca-bots/dca-control.ts'
import { freeBalance, marketPrice } from '../orders/desk.ts'
import { stopGridBot } from '../grid-bots/grid-bots.ts'
import { recordTrade } from '../orders/history.ts'
import { type Instrument, QUOTE } from '../market/instruments.ts'
import { freeOf, move } from './ledger.ts'
import { end } from '../smart-trades/smart-trade-close.ts'
import { closeNow } from '../smart-trades/smart-trade-machine.ts'
import { isOver } from '../smart-trades/smart-trade-record.ts'
import type { World } from '../world.ts'

/**
 * Sells everything an account holds for dollars and stops all that trades on it, at once. Coins
 * without a pair and what is below the lot or the minimum total of its pair stay.
 */
export function sellAllToUsd(world: World, account: Account): void {
  if (account.marketType === 'futures') {
    throw new Refusal('unprocessable_entity', 'Only a spot or margin account can be sold to USD.')
  }
  stopEverything(world, account.id)
  for (const currency of world.ledger.currencies(freeOf(account.id))) {
    const instrument = world.market.instrument(`${QUOTE}_${currency}`)
    if (!instrument || DOLLARS.has(currency)) continue
    const units = roundToStep(freeBalance(world, account.id, currency), instrument.lot, 'down')
    const price = marketPrice(world, instrument.pair, 'sell')
    if (compare(multiply(units, price), instrument.minTotal) >= 0) {
      sell(world, account.id, instrument, units)
    }
  }
}

function stopEverything(world: World, account: number): void {
  for (const bot of world.gridBots.values()) {
    if (bot.accountId === account) stopGridBot(world, bot, 'stop_bot', 'at once')
  }
  for (const bot of world.dcaBots.values()) {
    if (bot.accountId === account) stopDcaBot(world, bot, { deals: 'close', pace: 'at once' })
  }
  for (const record of world.smartTrades.values()) {
    if (record.accountId !== account || isOver(record)) continue
    if (isPositive(record.entered.units)) closeNow(world, record, 'close', 'at once')
    else end(world, record, 'cancelled')
  }
}

/** One market order, executed on the spot. */
function sell(world: World, account: number, instrument: Instrument, units: Decimal): void {
  const { pair, base, quote, fee } = instrument
  const fill = fillOf('sell', units, marketPrice(world, pair, 'sell'), fee)
  const own = freeOf(account)
  world.ledger.append({
    at: world.meta.now,
    cause: 'liquidation',
    postings: [
      ...move(base, units, own, 'market'),
      ...move(quote, fill.total, 'market', own),
      ...move(quote, fill.commission, own, 'fees'),
    ],
  })
  recordTrade(world, account, pair, fill)
}
