import { withCommission } from '#contract/commission.ts'
import type { SmartTrade } from '#contract/smart-trades.ts'
import { typeOfTrade } from '#contract/smart-trade-type.ts'
import {
  type Decimal,
  ZERO,
  add,
  compare,
  divide,
  fromNumber,
  isPositive,
  isZero,
  larger,
  multiply,
  subtract,
} from '#money/decimal.ts'

import type { dayFigures } from '../market/quotes.ts'
import { freeBalance } from '../orders/desk.ts'
import { type World, instrumentOf } from '../world.ts'
import { heldBy } from './smart-trade-close.ts'
import { isLong, openUnits } from './smart-trade-exits.ts'
import { type SmartTradeRecord, isEntered, isOver } from './smart-trade-record.ts'

type Figures = ReturnType<typeof dayFigures>
type Data = SmartTrade['data']

/** The `data` of a trade: what went in and came out, the prices of now, and what its state allows. */
export function dataOf(world: World, trade: SmartTradeRecord, figures: Figures): Data {
  const { quote, fee } = instrumentOf(world, trade.pair)
  const { entered, closed, state } = trade
  const closedNet = isLong(trade)
    ? subtract(closed.total, closed.fee)
    : add(closed.total, closed.fee)
  return {
    current_price: {
      bid: figures.bid,
      ask: figures.ask,
      last: figures.last,
      quote_volume: figures.volume,
      day_change_percent: figures.change,
    },
    target_price_type: 'price',
    orderbook_price_currency: quote,
    base_order_finished: isEntered(trade),
    missing_funds_to_close: isOpen(trade) ? missingToClose(world, trade, figures) : ZERO,
    liquidation_price: isOpen(trade) ? trade.liquidationPrice : null,
    average_enter_price: perUnit(withFee(trade, entered.total, entered.fee), entered.units),
    average_close_price: perUnit(closedNet, closed.units),
    average_enter_price_without_commission: perUnit(entered.total, entered.units),
    average_close_price_without_commission: perUnit(closed.total, closed.units),
    ...flagsOf(world, trade, figures),
    finished: ['finished', 'stop_loss_finished', 'panic_sold'].includes(state),
    base_position_step_finished: isEntered(trade),
    entered_amount: entered.units,
    entered_total: entered.total,
    closed_amount: closed.units,
    closed_total: closed.total,
    commission: fee,
    created_at: trade.createdAt,
    updated_at: trade.updatedAt,
    ...(trade.closedAt !== null && { closed_at: trade.closedAt }),
    type: typeOfTrade({
      instant: trade.instant,
      skip_enter_step: trade.skipEntry,
      position: { type: trade.side },
    }),
  }
}

/** The price with its fee on top of a buy, or taken off a sell. */
export const withFee = (trade: SmartTradeRecord, total: Decimal, fee: Decimal): Decimal =>
  isLong(trade) ? add(total, fee) : subtract(total, fee)

const perUnit = (total: Decimal, units: Decimal): Decimal | null =>
  isZero(units) ? null : divide(total, units, 12, 'half-even')

const isOpen = (trade: SmartTradeRecord): boolean =>
  !isOver(trade) && isPositive(trade.entered.units) && isPositive(openUnits(trade))

type Flag = Extract<keyof Data, 'editable' | `${string}_available`>

/** What may be asked of a trade as it and its account stand. */
function flagsOf(world: World, trade: SmartTradeRecord, figures: Figures): Pick<Data, Flag> {
  const { state, entry, entered, instant, loan } = trade
  const isActive = !isOver(trade)
  const isAsked = state === 'cancellation_pending' || state === 'panic_sell_pending'
  const isFree = isActive && !isAsked
  const isWaiting = state === 'waiting_position' || state === 'waiting_targets'
  return {
    editable: isFree,
    panic_sell_available: isOpen(trade) && !isAsked,
    add_funds_available: isWaiting && !instant && canAdd(world, trade, figures),
    reduce_funds_available: state === 'waiting_targets' && canReduce(world, trade, figures),
    force_start_available:
      isFree && (entry.state === 'to_process' || entry.state === 'order_placed'),
    force_process_available: isActive,
    cancel_available: isFree && !(isPositive(entered.units) && loan !== null),
  }
}

/** The account has as much free as the exchange takes at the least: money, or coins to sell more of. */
function canAdd(world: World, trade: SmartTradeRecord, { last }: Figures): boolean {
  const { base, quote, minTotal } = instrumentOf(world, trade.pair)
  const free = (currency: string): Decimal => freeBalance(world, trade.accountId, currency)
  const worth = trade.leverage
    ? multiply(free(quote), fromNumber(trade.leverage.value))
    : isLong(trade)
      ? free(quote)
      : multiply(free(base), last)
  return compare(worth, minTotal) >= 0
}

/** A part can be closed that the exchange takes, and a part is left. */
function canReduce(world: World, trade: SmartTradeRecord, { last }: Figures): boolean {
  const { lot, minTotal } = instrumentOf(world, trade.pair)
  return compare(multiply(subtract(openUnits(trade), lot), last), minTotal) >= 0
}

/** What the account lacks, beyond what is free and what the trade keeps, to close it at the market. */
function missingToClose(world: World, trade: SmartTradeRecord, { ask }: Figures): Decimal {
  const { base, quote, fee } = instrumentOf(world, trade.pair)
  const total = multiply(openUnits(trade), ask)
  const [currency, needed] = isLong(trade)
    ? [base, openUnits(trade)]
    : [quote, withCommission(total, fee)]
  const held = heldBy(trade).find((hold) => hold.currency === currency)?.amount ?? ZERO
  const own = add(freeBalance(world, trade.accountId, currency), held)
  return larger(ZERO, subtract(needed, own))
}
