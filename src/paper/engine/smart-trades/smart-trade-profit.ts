import { MONEY_PLACES } from '#contract/commission.ts'
import type { SmartTradeEntity } from '#contract/smart-trades.ts'
import {
  add,
  compare,
  type Decimal,
  divide,
  isPositive,
  isZero,
  multiply,
  round,
  subtract,
  ZERO,
} from '#money/decimal.ts'
import { DOLLARS } from '#trading/dollars.ts'
import { percentOf } from '#trading/profit.ts'
import type { PositionFlow } from '#trading/smart-trade-funds.ts'

import type { Instrument } from '../market/instruments.ts'
import type { Profit } from '../orders/order-history.ts'
import type { Order, Part } from '../orders/order.ts'
import { instrumentOf, type World } from '../world.ts'
import { isLong } from './smart-trade-exits.ts'
import { isOver, type SmartTradeRecord } from './smart-trade-record.ts'

const NONE = { volume: null, usd: null, percent: ZERO, roe: null }

/**
 * What a trade has earned after the fees and the interest or funding so far; what is still open counts at the last price,
 * and once the trade is over what was closed counts alone.
 * In the quote currency, in percent of what was entered, and of the margin when it was borrowed for.
 */
export function profitOf(
  trade: SmartTradeRecord,
  last: Decimal,
  { quote }: Instrument,
): SmartTradeEntity['profit'] {
  const { closed, marginUsed } = trade
  if (!isPositive(trade.entered.units)) return NONE
  if (hasNoExit(trade)) return { ...NONE, percent: null }
  const counted = isOver(trade) ? closed.units : trade.entered.units
  const entered = trade.basis
    ? costUpTo(trade, trade.basis, counted)
    : shareOf(trade.entered, counted)
  const open = multiply(subtract(counted, closed.units), last)
  const gross = isLong(trade)
    ? subtract(add(closed.total, open), entered.total)
    : subtract(entered.total, add(closed.total, open))
  // What the insurance has paid the account has not lost.
  const result = add(subtract(gross, add(entered.fee, closed.fee)), closed.insured)
  const volume = subtract(result, add(trade.interest.owed, trade.interest.paid))
  const base = (isLong(trade) ? add : subtract)(entered.total, entered.fee)
  return {
    volume,
    usd: DOLLARS.has(quote) ? volume : null,
    percent: round(percentOf(volume, base), 2, 'half-even'),
    roe: marginUsed ? round(percentOf(volume, marginUsed), 2, 'half-even') : null,
  }
}

/** What went in less what the units that do not count cost. */
function costUpTo(
  { entered }: SmartTradeRecord,
  basis: PositionFlow,
  counted: Decimal,
): { total: Decimal; fee: Decimal } {
  const rest = shareOf(basis, subtract(entered.units, counted))
  return { total: subtract(entered.total, rest.total), fee: subtract(entered.fee, rest.fee) }
}

/** What of a flow some of its units carry. */
function shareOf(
  { units: all, total, fee }: PositionFlow,
  units: Decimal,
): { total: Decimal; fee: Decimal } {
  const part = (amount: Decimal): Decimal =>
    compare(units, all) === 0
      ? amount
      : divide(multiply(amount, units), all, MONEY_PLACES, 'half-even')
  return { total: part(total), fee: part(fee) }
}

/** A simple trade, one without targets or stop, and a cancelled position are over without an exit. */
const hasNoExit = ({ closedAt, closed }: SmartTradeRecord): boolean =>
  closedAt !== null && isZero(closed.units)

/** What the executed part of an exit cost: units closed before funds were added cost what they did then. */
export function costOfExit(trade: SmartTradeRecord, { id }: Pick<Order, 'id'>, exit: Part) {
  const { entered, basis = entered, costs = {} } = trade
  const before = costs[id] ?? { units: ZERO, total: ZERO, fee: ZERO }
  const since = subtract(exit.units, before.units)
  const shareOf = (amount: Decimal): Decimal =>
    divide(multiply(amount, since), basis.units, MONEY_PLACES, 'half-even')
  return {
    units: exit.units,
    total: add(before.total, shareOf(basis.total)),
    fee: add(before.fee, shareOf(basis.fee)),
  }
}

/** The profit of an exit after the fees of both sides, against its share of the entry. */
export function exitProfit(
  world: World,
  trade: SmartTradeRecord,
  order: Pick<Order, 'id'>,
  exit: Part,
): Profit {
  const { total, fee: entryFee } = costOfExit(trade, order, exit)
  const [paid, taken] = isLong(trade)
    ? [add(total, entryFee), subtract(exit.total, exit.fee)]
    : [subtract(total, entryFee), add(exit.total, exit.fee)]
  const gross = isLong(trade) ? subtract(taken, paid) : subtract(paid, taken)
  // What the insurance has paid the account has not lost.
  const amount = add(gross, exit.insured)
  const percent = round(percentOf(amount, paid), 2, 'half-even')
  const fees = add(entryFee, exit.fee)
  return { amount, currency: instrumentOf(world, trade.pair).quote, usd: amount, percent, fees }
}
