import { MONEY_PLACES, withCommission } from '#contract/commission.ts'
import {
  type Decimal,
  ZERO,
  add,
  compare,
  divide,
  larger,
  multiply,
  subtract,
} from '#money/decimal.ts'
import { dcaLadder, dcaStop, takeProfitOf } from '#trading/dca-ladder.ts'
import { nearestTick } from '#trading/lots.ts'

import { addEvent } from './dca-bot-changes.ts'
import type { DcaBotRecord, Deal } from './dca-bot-record.ts'
import { borrow, repay } from '../balances/loans.ts'
import { cancel, freeBalance, marketPrice, place } from '../orders/place-orders.ts'
import { recordUnfilled } from '../orders/order-history.ts'
import { type Hold, type Order, type Owner, leftOf } from '../orders/order.ts'
import { type World, instrumentOf } from '../world.ts'

/** Order index = deal × this + number of the safety order. */
const ORDERS_A_DEAL = 1_000
const PLACES = 18

export const isLongBot = ({ settings }: DcaBotRecord): boolean => settings.strategy === 'Long'

export const dealOf = (bot: DcaBotRecord, order: Order): Deal | undefined =>
  bot.deals.find(({ index }) => index === Math.floor(order.owner.index / ORDERS_A_DEAL))

export const ordersOf = (bot: DcaBotRecord, deal: Deal): Order[] =>
  bot.orders.filter((order) => dealOf(bot, order) === deal)

export const ownerOf = (bot: DcaBotRecord, deal: Deal, role: Owner['role'], number = 0): Owner => ({
  type: 'dca_bot',
  id: bot.id,
  role,
  index: deal.index * ORDERS_A_DEAL + number,
})

export const plain = (bot: DcaBotRecord, side: 'buy' | 'sell', units: Decimal) =>
  ({
    account: bot.accountId,
    pair: bot.pair,
    side,
    kind: 'market',
    units,
    price: null,
    trigger: null,
    trail: null,
    tells: false,
    holds: [] as Hold[],
  }) as const

export type ClosingRole = 'stop' | 'close' | 'liquidation'

export const entrySide = (bot: DcaBotRecord) => (isLongBot(bot) ? 'buy' : 'sell')
export const exitSide = (bot: DcaBotRecord) => (isLongBot(bot) ? 'sell' : 'buy')

export function canPay(world: World, bot: DcaBotRecord, units: Decimal, price: Decimal): boolean {
  const { quote, fee } = instrumentOf(world, bot.pair)
  const total = multiply(units, price)
  const needed = withCommission(total, fee)
  return compare(needed, freeBalance(world, bot.accountId, quote)) <= 0
}

type EntryOrder = {
  units: Decimal
  price: Decimal
  role: 'base' | 'safety'
  number: number
  isLimit: boolean
}

/** A long holds the money; a short borrows the coins and holds as much money against them. */
export function placeEntry(world: World, bot: DcaBotRecord, deal: Deal, entry: EntryOrder): void {
  const { base, quote, fee } = instrumentOf(world, bot.pair)
  const { units, price, role, number, isLimit } = entry
  const total = multiply(units, price)
  const money = { currency: quote, amount: withCommission(total, fee) }
  const coins = { currency: base, amount: units }
  if (!isLongBot(bot)) borrow(world, bot.accountId, coins)
  place(world, {
    ...plain(bot, entrySide(bot), units),
    kind: isLimit ? 'limit' : 'market',
    price: isLimit ? price : null,
    holds: isLongBot(bot) ? [money] : [coins, money],
    owner: ownerOf(bot, deal, role, number),
  })
}

export const openUnits = ({ units, closed }: Deal): Decimal => subtract(units, closed.units)

/** Cancels unfilled entries; a short returns the coins borrowed for them. */
export function takeBackEntries(world: World, bot: DcaBotRecord, deal: Deal): void {
  const { base } = instrumentOf(world, bot.pair)
  for (const order of ordersOf(bot, deal)) {
    if (order.owner.role !== 'base' && order.owner.role !== 'safety') continue
    cancel(world, order)
    if (order.done || order.owner.role === 'base') recordUnfilled(world, order, null)
    if (!isLongBot(bot)) {
      repay(world, bot.accountId, { currency: base, amount: leftOf(order) })
    }
  }
}

export function placeSafety(world: World, bot: DcaBotRecord, deal: Deal, start: Decimal): void {
  const { tick, lot, minTotal } = instrumentOf(world, bot.pair)
  for (const step of dcaLadder(bot.settings, { price: start, tick, lot }).slice(1)) {
    const { units, price, index } = step
    const isPayable = canPay(world, bot, units, price)
    if (isPayable && compare(multiply(units, price), minTotal) >= 0) {
      placeEntry(world, bot, deal, { units, price, role: 'safety', number: index, isLimit: true })
      continue
    }
    const message = isPayable
      ? `Safety order ${index} is below the exchange’s minimum`
      : `Insufficient funds for safety order ${index}`
    addEvent(world, bot, { type: 'order_failed', message, price, amount: units })
    if (!isPayable) return
  }
}

export function placeStop(world: World, bot: DcaBotRecord, deal: Deal, start: Decimal): void {
  const { settings } = bot
  if (!settings.stop_loss_enabled) return
  const price = dcaStop(settings.strategy, start, settings.stop_loss_pct)
  place(world, {
    ...plain(bot, exitSide(bot), ZERO),
    trigger: { type: 'last', direction: isLongBot(bot) ? 'down' : 'up', price },
    tells: true,
    owner: ownerOf(bot, deal, 'stop'),
  })
}

/** Hold of a deal's exit: the coins of a long, the money for buying back a short. */
function holdOf(world: World, bot: DcaBotRecord, units: Decimal, price: Decimal): Hold {
  const { base, quote, fee } = instrumentOf(world, bot.pair)
  if (isLongBot(bot)) return { currency: base, amount: units }
  const total = multiply(units, price)
  return { currency: quote, amount: withCommission(total, fee) }
}

/** A short keeps for buying back: its proceeds less fees, and the same amount as margin. */
export function keptBy(deal: Deal): Decimal {
  const all = subtract(add(deal.total, deal.total), deal.fees)
  return divide(multiply(all, openUnits(deal)), deal.units, MONEY_PLACES, 'down')
}

/** Places the take-profit of the open units, measured from their average price. */
export function placeTakeProfit(world: World, bot: DcaBotRecord, deal: Deal): void {
  const { base, quote, tick } = instrumentOf(world, bot.pair)
  const average = divide(deal.total, deal.units, PLACES, 'half-even')
  const wanted = takeProfitOf(bot.settings, { spent: deal.total, held: deal.units, average })
  const price = larger(nearestTick(wanted, tick), tick)
  const isLong = isLongBot(bot)
  const { tp_trailing: trails, tp_trailing_pct: percent } = bot.settings
  const units = openUnits(deal)
  place(world, {
    ...plain(bot, exitSide(bot), units),
    kind: trails ? 'market' : 'limit',
    price: trails ? null : price,
    trigger: trails ? { type: 'last', direction: isLong ? 'up' : 'down', price } : null,
    trail: trails ? { follows: isLong ? 'up' : 'down', percent, extreme: null } : null,
    holds: [isLong ? { currency: base, amount: units } : { currency: quote, amount: keptBy(deal) }],
    owner: ownerOf(bot, deal, 'target'),
  })
}

/** Closes a deal at the market; the insurance covers what the account cannot pay. */
export function placeExit(world: World, bot: DcaBotRecord, deal: Deal, role: ClosingRole): Order {
  const units = openUnits(deal)
  const side = exitSide(bot)
  return place(world, {
    ...plain(bot, side, units),
    insured: !isLongBot(bot),
    holds: [holdOf(world, bot, units, marketPrice(world, bot.accountId, bot.pair, side))],
    owner: ownerOf(bot, deal, role),
  })
}

export const safetyNumber = ({ owner }: Order): number => owner.index % ORDERS_A_DEAL
