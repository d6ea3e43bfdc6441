import {
  type Decimal,
  compare,
  isPositive,
  multiply,
  roundToStep,
  smaller,
  subtract,
} from '#money/decimal.ts'
import { fillOf } from '#trading/fees.ts'

import { Refusal } from '../../refusal.ts'
import type { Account } from './accounts.ts'
import { stopDcaBot } from '../dca-bots/dca-control.ts'
import { freeBalance, marketPrice, owed, repay } from '../orders/desk.ts'
import { stopGridBot } from '../grid-bots/grid-bots.ts'
import { recordTrade } from '../orders/history.ts'
import { DOLLARS, type Instrument, QUOTE } from '../market/instruments.ts'
import { freeOf, loansOf, move } from './ledger.ts'
import type { Side } from '../market/quotes.ts'
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
  payDebts(world, account.id)
  for (const currency of world.ledger.currencies(freeOf(account.id))) {
    const instrument = world.market.instrument(`${QUOTE}_${currency}`)
    if (!instrument || DOLLARS.has(currency)) continue
    const units = roundToStep(freeBalance(world, account.id, currency), instrument.lot, 'down')
    const price = marketPrice(world, instrument.pair, 'sell')
    if (compare(multiply(units, price), instrument.minTotal) >= 0) {
      trade(world, account.id, instrument, 'sell', units)
    }
  }
}

function stopEverything(world: World, account: number): void {
  for (const bot of world.gridBots.values()) {
    if (bot.accountId === account) stopGridBot(world, bot, 'stop_bot', 'at once')
  }
  for (const bot of world.dcaBots.values()) {
    if (bot.accountId === account) stopDcaBot(world, bot, 'at once')
  }
  for (const record of world.smartTrades.values()) {
    if (record.accountId !== account || isOver(record)) continue
    if (isPositive(record.entered.units)) closeNow(world, record, 'close', 'at once')
    else end(world, record, 'cancelled')
  }
}

/** What instant margin trades still owe: coins are bought back first, then money is paid. */
function payDebts(world: World, account: number): void {
  for (const currency of world.ledger.currencies(loansOf(account))) {
    const debt = owed(world, account, currency)
    const instrument = world.market.instrument(`${QUOTE}_${currency}`)
    const missing = subtract(debt, freeBalance(world, account, currency))
    if (instrument && isPositive(missing)) {
      trade(world, account, instrument, 'buy', roundToStep(missing, instrument.lot, 'up'))
    }
    const amount = smaller(debt, freeBalance(world, account, currency))
    if (isPositive(amount)) repay(world, account, { currency, amount })
  }
}

/** One market order, executed on the spot. */
function trade(
  world: World,
  account: number,
  instrument: Instrument,
  side: Side,
  units: Decimal,
): void {
  const { pair, base, quote, fee } = instrument
  const price = marketPrice(world, pair, side)
  const fill = fillOf(side, units, price, fee)
  const own = freeOf(account)
  const [from, to] = side === 'buy' ? (['market', own] as const) : ([own, 'market'] as const)
  world.ledger.append({
    at: world.meta.now,
    cause: 'liquidation',
    postings: [
      ...move(base, units, from, to),
      ...move(quote, fill.total, to, from),
      ...move(quote, fill.commission, own, 'fees'),
    ],
  })
  recordTrade(world, account, pair, fill)
}
